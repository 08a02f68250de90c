//! What the small files hold: signatures and usages.

use ground::Trouble;
use serde::de::DeserializeOwned;

/// The largest file, in bytes: a thousand operations on a hundred platforms take some 20 MB.
const LARGEST: usize = 1 << 26;

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
pub(crate) fn parse<T: Kind>(mut bytes: Vec<u8>, path: &str) -> Result<T, Trouble> {
    if bytes.len() > LARGEST {
        return Err(Trouble::usage(
            format!("{path} is too large: more than {} MiB", LARGEST >> 20, path = path),
            format!("give it a file that `hyperbench predict {kind}` has written", kind = T::NAME),
        ));
    }
    let damaged = |why: String| {
        Trouble::usage(
            format!("{path} is no {kind}: {why}", path = path, kind = T::NAME),
            format!("give it a file that `hyperbench predict {kind}` has written", kind = T::NAME),
        )
    };
    results::disarm(&mut bytes);
    let value: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
    let field = format!("{}_version", T::NAME);
    let version = value.get(&field).and_then(serde_json::Value::as_u64);
    let version = version.ok_or_else(|| damaged(format!("it has no {field}")))?;
    if version != u64::from(T::VERSION) {
        let (path, known) = (path.to_owned(), T::VERSION);
        return Err(Trouble::usage(
            format!(
                "{path} has {kind}_version {version}; this hyperbench reads {known}",
                kind = T::NAME
            ),
            "use the hyperbench that wrote it, or a newer one than this",
        ));
    }
    let read = T::deserialize(serde_json::Value::Object(value));
    let read = read.map_err(|error| damaged(error.to_string()))?;
    read.fault().map_or(Ok(read), |why| Err(damaged(why)))
}
