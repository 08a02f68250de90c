//! What the small files hold: signatures and usages.

use miette::Diagnostic;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// The largest file, in bytes: a thousand operations on a hundred platforms take some 20 MB.
const LARGEST: usize = 1 << 26;

/// Why a file is of no use.
#[derive(Debug, Error, Diagnostic)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FileError {
    #[error("{path} is too large: more than {} MiB", LARGEST >> 20)]
    #[diagnostic(help("give it a file that `hyperbench {kind}` has written"))]
    TooLarge { path: String, kind: &'static str },

    #[error("{path} is no {kind}: {why}")]
    #[diagnostic(help("give it a file that `hyperbench {kind}` has written"))]
    Damaged { path: String, kind: &'static str, why: String },

    #[error("{path} has {kind}_version {version}; this hyperbench reads {known}")]
    #[diagnostic(help("use the hyperbench that wrote it, or a newer one than this"))]
    UnknownVersion { path: String, kind: &'static str, version: u64, known: u32 },
}

/// What is read from such a file.
pub(crate) trait Kind: DeserializeOwned {
    /// Its name: of the command that makes it, and of the field with its version.
    const NAME: &'static str;
    /// The version that is read.
    const VERSION: u32;
    /// Why it makes no sense although it is well-formed.
    fn fault(&self) -> Option<String>;
}

/// Reads a file's content, of which errors speak as `path`. Control characters in its texts become
/// harmless.
pub(crate) fn parse<T: Kind>(mut bytes: Vec<u8>, path: &str) -> Result<T, FileError> {
    if bytes.len() > LARGEST {
        return Err(FileError::TooLarge { path: path.to_owned(), kind: T::NAME });
    }
    let damaged = |why: String| FileError::Damaged { path: path.to_owned(), kind: T::NAME, why };
    results::disarm(&mut bytes);
    let value: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
    let field = format!("{}_version", T::NAME);
    let version = value.get(&field).and_then(serde_json::Value::as_u64);
    let version = version.ok_or_else(|| damaged(format!("it has no {field}")))?;
    if version != u64::from(T::VERSION) {
        let (path, known) = (path.to_owned(), T::VERSION);
        return Err(FileError::UnknownVersion { path, kind: T::NAME, version, known });
    }
    let read = T::deserialize(serde_json::Value::Object(value));
    let read = read.map_err(|error| damaged(error.to_string()))?;
    read.fault().map_or(Ok(read), |why| Err(damaged(why)))
}
