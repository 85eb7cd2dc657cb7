//! The server as the MCP library wants it.

// Logging levels and subscriptions to single resources are deprecated since MCP 2026-07-28; the
// revisions before have them.
#![allow(deprecated)]

use std::borrow::Cow;

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, DiscoverResult, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse,
    InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::SubscriptionContext;

use super::Revision;
use super::calls::{invalid, no_resource};
use super::declarations::find;
use super::server::{Request, Server};

type Page = Option<PaginatedRequestParams>;

impl<H: Send + Sync + 'static> Server<H> {
    /// The result of a list, where the revision has such a list. What is in it is filled in behind
    /// the MCP library, whose types would not hold all of it.
    fn list<T: Default>(
        &self,
        method: &'static str,
        page: Page,
        request: &Request,
    ) -> Result<T, ErrorData> {
        let capability = method.split('/').next().unwrap_or_default();
        self.demand(
            method,
            self.capability(capability, self.revision(request)?)
                .is_some(),
        )?;
        match page.and_then(|it| it.cursor) {
            Some(_) => Err(invalid(
                "the cursor is unknown: the first page has all of the list",
            )),
            None => Ok(T::default()),
        }
    }

    fn demand(&self, method: &'static str, is_offered: bool) -> Result<(), ErrorData> {
        if is_offered {
            Ok(())
        } else {
            Err(no_method(method))
        }
    }

    /// Refuses `server/discover` in a revision with a handshake; without a revision, where the server
    /// has no others.
    pub(crate) fn demand_discover(&self, revision: Option<Revision>) -> Result<(), ErrorData> {
        let is_offered = match revision {
            Some(revision) => !revision.has_handshake(),
            None => self.revisions().iter().any(|it| !it.has_handshake()),
        };
        self.demand("server/discover", is_offered)
    }

    fn subscribable(&self, uri: &str, request: &Request) -> Result<(), ErrorData> {
        let revision = self.revision(request)?;
        let resources = self.capability("resources", revision);
        let is_offered = resources.is_some_and(|it| it["subscribe"] == true);
        self.demand("resources/subscribe", is_offered)?;
        let is_known = find(self.0.description.resources, uri, revision).is_some()
            || self.template(uri, revision).is_some();
        if is_known {
            Ok(())
        } else {
            Err(no_resource(uri))
        }
    }
}

impl<H: Send + Sync + 'static> ServerHandler for Server<H> {
    fn get_info(&self) -> ServerConfig {
        let newest = self.revisions().iter().rev();
        let shake = newest.clone().find(|it| it.has_handshake());
        let said = shake.and_then(|it| self.answer("initialize", *it)).cloned();
        let info: Option<InitializeResult> = said.and_then(|it| serde_json::from_value(it).ok());
        let mut info = info.unwrap_or_else(|| InitializeResult::new(ServerCapabilities::default()));
        if let Some(revision) = newest.clone().next() {
            info.protocol_version = shake.unwrap_or(revision).version();
            let of_newest = self.answer("server/discover", *revision);
            let capabilities = of_newest.and_then(|it| it.get("capabilities")).cloned();
            let capabilities = capabilities.and_then(|it| serde_json::from_value(it).ok());
            info.capabilities = capabilities.unwrap_or(info.capabilities);
        }
        info
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.versions().into()
    }

    async fn discover(&self, request: Request) -> Result<DiscoverResult, ErrorData> {
        self.demand_discover(Some(self.revision(&request)?))?;
        Ok(DiscoverResult::from_server_info(
            self.versions(),
            self.get_info(),
        ))
    }

    async fn list_tools(&self, page: Page, request: Request) -> Result<ListToolsResult, ErrorData> {
        self.list("tools/list", page, &request)
    }

    async fn list_resources(
        &self,
        page: Page,
        request: Request,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.list("resources/list", page, &request)
    }

    async fn list_resource_templates(
        &self,
        page: Page,
        request: Request,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.list("resources/templates/list", page, &request)
    }

    async fn list_prompts(
        &self,
        page: Page,
        request: Request,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.list("prompts/list", page, &request)
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        request: Request,
    ) -> Result<CallToolResponse, ErrorData> {
        self.run_tool(params, request).await
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        request: Request,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.read(&params.uri, request).await
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        request: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.prompt(params, request).await
    }

    async fn complete(
        &self,
        params: CompleteRequestParams,
        request: Request,
    ) -> Result<CompleteResult, ErrorData> {
        let revision = self.revision(&request)?;
        let is_offered = self.capability("completions", revision).is_some();
        self.demand("completion/complete", is_offered)?;
        self.completion(params, request).await
    }

    async fn set_level(&self, _: SetLevelRequestParams, request: Request) -> Result<(), ErrorData> {
        let revision = self.revision(&request)?;
        let is_offered = self.capability("logging", revision).is_some();
        self.demand("logging/setLevel", is_offered && revision.has_handshake())
    }

    async fn subscribe(
        &self,
        params: SubscribeRequestParams,
        request: Request,
    ) -> Result<(), ErrorData> {
        self.subscribable(&params.uri, &request)
    }

    async fn unsubscribe(
        &self,
        params: UnsubscribeRequestParams,
        request: Request,
    ) -> Result<(), ErrorData> {
        self.subscribable(&params.uri, &request)
    }

    fn accepted_subscription_filter(
        &self,
        asked: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(asked.clone())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        tokio::select! {
            () = subscription.cancelled() => {}
            // The client gets the last word of the subscription before the server goes.
            () = super::told_to_end() => {}
        }
        Ok(())
    }

    /// For the check of `Mcp-Param-*` headers, which came with MCP 2026-07-28.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let schema = self.input_schema(name, Revision::V2026_07_28)?;
        Some(Tool::new(name.to_owned(), "", schema))
    }

    /// What the MCP library could not read as the request that its method says, or does not know.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: Request,
    ) -> Result<CustomResult, ErrorData> {
        const KNOWN: [&str; 13] = [
            "initialize",
            "server/discover",
            "tools/list",
            "tools/call",
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "resources/subscribe",
            "resources/unsubscribe",
            "prompts/list",
            "prompts/get",
            "completion/complete",
            "logging/setLevel",
        ];
        if KNOWN.contains(&request.method.as_str()) {
            return Err(invalid(format!(
                "the parameters of `{}` cannot be read",
                request.method
            )));
        }
        Err(no_method(request.method))
    }
}

fn no_method(method: impl Into<Cow<'static, str>>) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None)
}
