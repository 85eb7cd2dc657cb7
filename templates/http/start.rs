//! How the server is started.

use crate::generated::runtime::Problem;

/// What the command line asks for.
#[derive(Debug)]
pub enum Start {
    /// To serve the client at standard input and output.
    Stdio,
    /// To serve clients over HTTP.
    Http(Http),
    /// Nothing: it asked for help, and got it.
    Help,
}

/// Where to listen, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Http {
    /// The address and port, such as `127.0.0.1:8080`.
    pub listen: String,
    /// The path of the URL.
    pub path: String,
    /// The names of this server that a request may use in its `Host` header, with or without a
    /// port. Other names are refused: a web page may lead its own name here.
    pub hosts: Vec<String>,
    /// The web pages that may ask, by the `Origin` header of their requests. Programs send none.
    pub origins: Vec<String>,
}

impl Http {
    /// At this address and path, for clients on this machine.
    pub fn local(listen: &str, path: &str) -> Self {
        let hosts = ["localhost", "127.0.0.1", "::1"];
        let names = ["localhost", "127.0.0.1", "[::1]"];
        let origins = names
            .iter()
            .flat_map(|name| ["http", "https"].map(|scheme| format!("{scheme}://{name}:*")));
        Self {
            listen: listen.to_owned(),
            path: path.to_owned(),
            hosts: hosts.map(str::to_owned).to_vec(),
            origins: origins.collect(),
        }
    }
}

impl Start {
    /// Reads the command line and the environment. `http` is where the description says to listen,
    /// `is_stdio` whether standard input and output come first.
    ///
    /// # Errors
    ///
    /// An argument is none that the server knows.
    pub fn read(
        arguments: impl IntoIterator<Item = String>,
        port: Option<String>,
        mut http: Http,
        is_stdio: bool,
    ) -> Result<Self, Problem> {
        let mut is_stdio = is_stdio;
        if let Some(port) = port.filter(|it| !it.is_empty()) {
            let (host, _) = http.listen.rsplit_once(':').unwrap_or((&http.listen, ""));
            http.listen = format!("{host}:{port}");
        }
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--stdio" => is_stdio = true,
                "--http" => is_stdio = false,
                "--listen" => {
                    http.listen = arguments
                        .next()
                        .ok_or("`--listen` needs an address and a port")?;
                    is_stdio = false;
                }
                "--help" | "-h" => {
                    print!("{}", usage(&http, is_stdio));
                    return Ok(Self::Help);
                }
                _ => return Err(format!("unknown argument `{argument}`; try `--help`").into()),
            }
        }
        Ok(if is_stdio {
            Self::Stdio
        } else {
            Self::Http(http)
        })
    }
}

fn usage(http: &Http, is_stdio: bool) -> String {
    let (stdio, by_default) = if is_stdio {
        (" (default)", "")
    } else {
        ("", " (default)")
    };
    format!(
        "Options:
  --stdio            serve one client at standard input and output{stdio}
  --http             serve clients over HTTP{by_default} at http://{}{}
  --listen ADDRESS   serve clients over HTTP at this address and port
  --help             show this

Environment:
  PORT               the port for HTTP
  MCPDESC_EXAMPLES   `1`: functions that are not written answer with the examples of the
                     description
",
        http.listen, http.path
    )
}
