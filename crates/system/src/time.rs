//! Points in time, as text.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, SecondsFormat, Utc};

/// Seconds since 1970 to the end of the last year of four digits, which is where RFC 3339 ends.
const LAST: u64 = 253_402_300_799;

/// The current time in RFC 3339, in UTC, to the second.
pub fn now() -> String {
    at(SystemTime::now())
}

/// The same of any `time`; of one beyond all calendars the last that they know.
fn at(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds.min(LAST));
    DateTime::<Utc>::from(time).to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Seconds from one such time to another that is no earlier; `None` where either is none.
pub fn between(earlier: &str, later: &str) -> Option<u64> {
    let at = |text| DateTime::parse_from_rfc3339(text).ok();
    u64::try_from((at(later)? - at(earlier)?).num_seconds()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_apart_by_seconds() {
        assert_eq!(between("1970-01-01T00:00:00Z", &at(SystemTime::UNIX_EPOCH)), Some(0));
        assert_eq!(between("2026-02-28T23:59:50Z", "2026-03-01T00:01:00.9Z"), Some(70));
        assert_eq!(between("2026-03-01T01:00:00+01:00", "2026-03-01T00:00:01Z"), Some(1));
        assert_eq!(between("2026-03-01T00:00:01Z", "2026-03-01T00:00:00Z"), None);
        assert_eq!(between("yesterday", "2026-03-01T00:00:00Z"), None);
    }

    #[test]
    fn a_clock_beyond_the_last_year_is_no_reason_to_fail() {
        let after = |seconds| at(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(after(86_400), "1970-01-02T00:00:00Z");
        for seconds in [253_402_207_200, 253_402_300_799, 1 << 60] {
            assert!(after(seconds).starts_with("9999-12-"), "{}", after(seconds));
        }
    }
}
