//! Trouble as people see it.

use ground::Trouble;

/// What is wrong, and what to do about it.
pub(crate) fn render(trouble: &Trouble) -> String {
    match trouble.next.is_empty() {
        true => format!("error: {trouble}"),
        false => format!("error: {trouble}\n  next: {}", trouble.next),
    }
}
