//! Points in time as the results hold them.

/// The current time in RFC 3339, in UTC, to the second.
pub fn now() -> String {
    let now = jiff::Timestamp::now();
    now.round(jiff::Unit::Second).unwrap_or(now).to_string()
}
