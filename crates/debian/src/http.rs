//! Files from Debian's archives, over HTTP: a proxy is taken from the environment, certificates are the
//! system's.

use std::io::Read;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Proxy};

/// How long a server may take to be reached, to answer, and to send the rest of a file; what has come by
/// then is kept, and the rest asked for again.
const CONNECTING: Duration = Duration::from_secs(15);
const ANSWERING: Duration = Duration::from_secs(30);
const SENDING: Duration = Duration::from_secs(120);

static AGENT: LazyLock<Agent> = LazyLock::new(|| {
    let tls = TlsConfig::builder().root_certs(roots()).build();
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .proxy(Proxy::try_from_env())
        .timeout_connect(Some(CONNECTING))
        .timeout_recv_response(Some(ANSWERING))
        .timeout_recv_body(Some(SENDING))
        .tls_config(tls)
        .user_agent(concat!("hyperbench/", env!("CARGO_PKG_VERSION")))
        .build();
    config.into()
});

/// The certificates that a server is checked with; a system without any gets those of the library.
fn roots() -> RootCerts {
    let own = rustls_native_certs::load_native_certs().certs;
    if own.is_empty() {
        RootCerts::WebPki
    } else {
        let own = own.iter().map(|it| Certificate::from_der(it).to_owned());
        RootCerts::Specific(Arc::new(own.collect()))
    }
}

/// What a server answers.
pub(crate) enum Answer {
    /// The file from its first byte on.
    Whole(Box<dyn Read>),
    /// The file from the byte on that was asked for.
    Rest(Box<dyn Read>),
    /// It has no such file.
    Lost,
    /// It has the file, but not from there on.
    NoRest,
}

/// Asks for what is at `address` from the byte `from` on.
///
/// # Errors
/// Says why there is no answer.
pub(crate) fn get(address: &str, from: u64) -> Result<Answer, String> {
    let mut request = AGENT.get(address);
    if from > 0 {
        request = request.header("Range", format!("bytes={from}-"));
    }
    let answer = request.call().map_err(|error| error.to_string())?;
    let status = answer.status().as_u16();
    let content = || Box::new(answer.into_body().into_reader());
    match status {
        200 => Ok(Answer::Whole(content())),
        206 if from > 0 => Ok(Answer::Rest(content())),
        404 | 410 => Ok(Answer::Lost),
        416 if from > 0 => Ok(Answer::NoRest),
        _ => Err(format!("the server answers {status}")),
    }
}
