//! QEMU's filter of its own system calls, for those who ask for it: it takes time at each of them.

use crate::spec::bad_spec;
use crate::{Key, Spec};
use ground::Trouble;

/// The key of a specification that asks for it.
pub(super) const KEY: Key =
    Key { name: NAME, help: "whether QEMU filters its own system calls: on or off" };

const NAME: &str = "sandbox";

/// What it refuses: other programs, other rights, and what is out of use (QEMU, `-sandbox`).
const FILTER: &[&str] = &["-sandbox", "on,obsolete=deny,elevateprivileges=deny,spawn=deny"];

/// Whether `spec` asks for it.
pub(super) fn is_on(spec: &Spec) -> bool {
    spec.get(NAME) == Some("on")
}

/// QEMU's arguments for it.
pub(super) fn arguments(spec: &Spec) -> &'static [&'static str] {
    if is_on(spec) { FILTER } else { &[] }
}

/// Checks what `spec` says of it.
///
/// # Errors
/// When that is neither on nor off.
pub(super) fn check(spec: &Spec) -> Result<(), Trouble> {
    match spec.get(NAME).filter(|value| !["on", "off"].contains(value)) {
        None => Ok(()),
        Some(value) => {
            let next = format!("{NAME}= is on or off");
            Err(bad_spec(spec.text(), &format!("{NAME}={value}"), next))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_there_where_it_is_asked_for() {
        let spec = |value| Spec::plain("qemu-tcg").with(NAME, value);
        assert!(
            arguments(&Spec::plain("qemu-tcg")).is_empty() && arguments(&spec("off")).is_empty()
        );
        assert_eq!(arguments(&spec("on")), FILTER);
        assert!(check(&spec("yes")).is_err() && check(&spec("off")).is_ok());
    }
}
