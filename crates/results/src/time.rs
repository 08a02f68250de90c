//! Points in time as the results hold them.

use std::time::SystemTime;

use jiff::{Timestamp, Unit};

/// The current time in RFC 3339, in UTC, to the second.
pub fn now() -> String {
    at(SystemTime::now())
}

/// The same of any `time`; of one beyond all calendars the last that they know.
fn at(time: SystemTime) -> String {
    let time = Timestamp::try_from(time).unwrap_or(Timestamp::MAX);
    time.round(Unit::Second).unwrap_or(time).to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_beyond_the_last_year_is_no_reason_to_fail() {
        let after = |seconds| at(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(after(86_400), "1970-01-02T00:00:00Z");
        for seconds in [253_402_207_200, 253_402_300_799, 1 << 60] {
            assert!(after(seconds).starts_with("9999-12-"), "{}", after(seconds));
        }
    }
}
