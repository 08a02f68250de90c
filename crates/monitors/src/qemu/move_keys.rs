//! The keys of a specification that ask for a guest to go over to a second QEMU.

use std::time::Duration;

use crate::spec::bad_spec;
use crate::{Key, Spec};
use ground::Trouble;

/// The keys.
pub(super) const KEYS: [Key; 2] = [
    Key {
        name: "migrate",
        help: "seconds after the beginning of the first benchmark at which the guest is moved to a second QEMU",
    },
    Key {
        name: "restore",
        help: "seconds after the beginning of the first benchmark at which the guest is saved to a file, and \
               restored in a second QEMU",
    },
];

/// Longer than any run.
const LATEST: f64 = 1e6;

/// How a guest gets to the second QEMU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// While it runs, from one to the other.
    Live,
    /// Stopped, through a file.
    File,
}

impl Way {
    /// The key that asks for it.
    pub(super) const fn key(self) -> &'static str {
        KEYS[self as usize].name
    }
}

/// When the guest of `spec` is to go over, after the beginning of its first benchmark, and how; `None` where
/// it stays.
///
/// # Errors
/// When that is no time, or both ways are asked for.
pub(super) fn plan(spec: &Spec) -> Result<Option<(Way, Duration)>, Trouble> {
    let asked = |way: Way| spec.get(way.key()).map(|text| (way, text));
    let (way, text) = match (asked(Way::Live), asked(Way::File)) {
        (Some(_), Some((way, text))) => {
            let why = format!("a guest goes over once: leave {}= out", Way::Live.key());
            return Err(bad_spec(spec.text(), &format!("{}={text}", way.key()), why));
        }
        (None, None) => return Ok(None),
        (Some(one), None) | (None, Some(one)) => one,
    };
    let seconds = text.parse().ok().filter(|seconds| (0.0..=LATEST).contains(seconds));
    seconds.map(|seconds| Some((way, Duration::from_secs_f64(seconds)))).ok_or_else(|| {
        let key = way.key();
        let part = format!("{key}={text}");
        bad_spec(spec.text(), &part, format!("{key}= takes seconds, such as 2"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_take_seconds_that_there_can_be() {
        for way in [Way::Live, Way::File] {
            let of = |text| plan(&Spec::plain("qemu-tcg").with(way.key(), text));
            assert_eq!(of("0.5").unwrap(), Some((way, Duration::from_millis(500))));
            assert_eq!(of("0").unwrap(), Some((way, Duration::ZERO)));
            for wrong in ["", "soon", "-1", "nan", "inf", "1e7"] {
                assert!(of(wrong).is_err(), "{wrong}");
            }
        }
        assert_eq!(plan(&Spec::plain("qemu-tcg")).unwrap(), None);
        let both = Spec::plain("qemu-tcg").with("migrate", "1").with("restore", "2");
        assert!(plan(&both).unwrap_err().next.contains("leave migrate= out"));
    }
}
