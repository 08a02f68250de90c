//! The key of a specification that asks for a guest to be moved while it runs.

use std::time::Duration;

use crate::spec::bad_spec;
use crate::{Key, Spec};
use ground::Trouble;

/// The key.
pub(super) const KEY: Key = Key {
    name: NAME,
    help: "seconds after the beginning of the first benchmark at which the guest is moved to a second QEMU",
};

/// Its name.
pub(super) const NAME: &str = "migrate";

/// Longer than any run.
const LATEST: f64 = 1e6;

/// How long after the beginning of its first benchmark the guest of `spec` is to be moved; `None` where it
/// stays.
///
/// # Errors
/// When that is no time.
pub(super) fn delay(spec: &Spec) -> Result<Option<Duration>, Trouble> {
    let Some(text) = spec.get(NAME) else { return Ok(None) };
    let seconds = text.parse().ok().filter(|seconds| (0.0..=LATEST).contains(seconds));
    seconds.map(|seconds| Some(Duration::from_secs_f64(seconds))).ok_or_else(|| {
        bad_spec(
            spec.text(),
            &format!("{NAME}={text}"),
            format!("{NAME}= takes seconds, such as 2"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_seconds_that_there_can_be() {
        let of = |text| delay(&Spec::plain("qemu-tcg").with(NAME, text));
        assert_eq!(of("0.5").unwrap(), Some(Duration::from_millis(500)));
        assert_eq!(of("0").unwrap(), Some(Duration::ZERO));
        assert_eq!(delay(&Spec::plain("qemu-tcg")).unwrap(), None);
        for wrong in ["", "soon", "-1", "nan", "inf", "1e7"] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }
}
