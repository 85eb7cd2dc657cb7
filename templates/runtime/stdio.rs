//! The server over standard input and output.

use std::borrow::Cow;
use std::time::Duration;

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, CustomResult, ErrorData,
    JsonRpcMessage, ProtocolVersion, ServerConfig, ServerJsonRpcMessage, ServerResult,
};
use rmcp::service::{NotificationContext, RunningService, ServerInitializeError};
use rmcp::transport::Transport;
use rmcp::{RoleServer, Service, ServiceExt};
use tokio::io::{AsyncRead, AsyncWrite};

use super::Revision;
use super::lines::Lines;
use super::server::{Request, Server};

/// How long the last words to a client may take when the process is told to end.
const LAST: Duration = Duration::from_millis(100);

impl<H: Send + Sync + 'static> Server<H> {
    /// Serves one client until it goes.
    ///
    /// # Errors
    ///
    /// The client does not begin as MCP demands.
    pub async fn serve(
        self,
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
    ) -> Result<RunningService<RoleServer, impl Service<RoleServer>>, Box<ServerInitializeError>>
    {
        let (reader, writer) = tokio::io::split(stream);
        self.serve_lines(reader, writer).await
    }

    async fn serve_lines<R, W>(
        self,
        reader: R,
        writer: W,
    ) -> Result<RunningService<RoleServer, impl Service<RoleServer>>, Box<ServerInitializeError>>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let takes_batches = self.revisions().contains(&Revision::V2025_03_26);
        let transport = ExactTransport {
            inner: Lines::new(reader, writer, takes_batches),
            server: self.clone(),
        };
        ExactService(self).serve(transport).await.map_err(Box::new)
    }

    /// Serves the client at standard input and output, until it goes or the process is told to
    /// end.
    ///
    /// # Errors
    ///
    /// The client does not begin as MCP demands.
    pub async fn serve_stdio(self) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let serving = async {
            let (reader, writer) = rmcp::transport::stdio_pipes();
            match self.serve_lines(reader, writer).await {
                Ok(running) => running.waiting().await.map(drop).map_err(Into::into),
                // The client went before it began.
                Err(error) if matches!(*error, ServerInitializeError::ConnectionClosed(_)) => {
                    Ok(())
                }
                Err(error) => Err(error.into()),
            }
        };
        tokio::select! {
            result = serving => result,
            () = super::told_to_end() => {
                std::thread::sleep(LAST);
                // A read from a terminal cannot be cut short, and would keep the process.
                std::process::exit(0)
            }
        }
    }

    /// The result as the description has it, instead of what the MCP library's types hold of it.
    fn exact(&self, method: &str, revision: Revision, result: ServerResult) -> ServerResult {
        match self.answer(method, revision) {
            Some(answer) => ServerResult::CustomResult(CustomResult(answer.clone())),
            None => result,
        }
    }
}

/// Sends lists as the description has them.
struct ExactService<H: 'static>(Server<H>);

impl<H: Send + Sync + 'static> Service<RoleServer> for ExactService<H> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: Request,
    ) -> Result<ServerResult, ErrorData> {
        let method = request.method().to_owned();
        let revision = Revision::of(&context);
        if method == "server/discover" {
            self.0.demand_discover(None)?;
        }
        let result = self.0.handle_request(request, context).await?;
        Ok(match revision {
            // The MCP library must see this one as it is; the transport replaces it.
            Some(revision) if method != "initialize" => self.0.exact(&method, revision, result),
            _ => result,
        })
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.0.handle_notification(notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        Service::get_info(&self.0)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Service::supported_protocol_versions(&self.0)
    }
}

/// Sends the result of `initialize` as the description has it.
struct ExactTransport<T, H: 'static> {
    inner: T,
    server: Server<H>,
}

impl<T: Transport<RoleServer>, H: Send + Sync + 'static> Transport<RoleServer>
    for ExactTransport<T, H>
{
    type Error = T::Error;

    fn send(
        &mut self,
        mut message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        if let JsonRpcMessage::Response(response) = &mut message
            && let ServerResult::InitializeResult(result) = &response.result
            && let Some(revision) = Revision::parse(result.protocol_version.as_str())
        {
            let result = response.result.clone();
            response.result = self.server.exact("initialize", revision, result);
        }
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let message = self.inner.receive().await?;
            // Where no revision has a handshake, a refused one must not end the connection: the
            // client may go on without.
            if let JsonRpcMessage::Request(request) = &message
                && let ClientRequest::InitializeRequest(initialize) = &request.request
                && !self.server.revisions().iter().any(|it| it.has_handshake())
            {
                let version = initialize.params.protocol_version.clone();
                let versions = self.server.versions();
                let error = ErrorData::unsupported_protocol_version(version, &versions);
                let refused = ServerJsonRpcMessage::error(error, Some(request.id.clone()));
                self.inner.send(refused).await.ok()?;
                continue;
            }
            return Some(message);
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.inner.close()
    }
}
