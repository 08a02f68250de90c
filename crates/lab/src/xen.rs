//! What Xen's log has of every guest.

/// What its own lines begin with.
const OWN: &str = "(XEN) ";

/// Whether the hypervisor says it of every guest, or a guest has said it to Xen, which puts `(d1) `
/// before it: that is on the guest's own console too.
pub(super) fn is_routine(line: &str) -> bool {
    let is_of_domain = |rest: &str| {
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        behind.len() < rest.len() && behind.starts_with(") ")
    };
    line.contains(OWN) || line.split("(d").skip(1).any(is_of_domain)
}
