//! The order of Debian's versions (Debian Policy, 5.6.12).

use std::cmp::Ordering;

/// Which of two versions is newer.
pub(crate) fn compare(a: &str, b: &str) -> Ordering {
    let (epoch, rest) = epoch(a);
    let (other_epoch, other_rest) = self::epoch(b);
    let by_epoch = epoch.cmp(&other_epoch);
    let [a, b] = [rest, other_rest].map(|rest| rest.rsplit_once('-').unwrap_or((rest, "0")));
    by_epoch.then_with(|| parts(a.0, b.0)).then_with(|| parts(a.1, b.1))
}

fn epoch(version: &str) -> (u64, &str) {
    let (epoch, rest) = version.split_once(':').unwrap_or(("0", version));
    (epoch.parse().unwrap_or(0), rest)
}

/// Compares words and numbers in turns.
fn parts(mut a: &str, mut b: &str) -> Ordering {
    while !a.is_empty() || !b.is_empty() {
        let (word, other) =
            (take(&mut a, |c| !c.is_ascii_digit()), take(&mut b, |c| !c.is_ascii_digit()));
        let (number, other_number) =
            (take(&mut a, |c| c.is_ascii_digit()), take(&mut b, |c| c.is_ascii_digit()));
        let [number, other_number] =
            [number, other_number].map(|digits| digits.trim_start_matches('0'));
        let by_number = || (number.len(), number).cmp(&(other_number.len(), other_number));
        let order = words(word, other).then_with(by_number);
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

/// Takes what `is_of` a kind from the beginning of `text`.
fn take<'a>(text: &mut &'a str, is_of: impl Fn(char) -> bool) -> &'a str {
    let end = text.find(|c| !is_of(c)).unwrap_or(text.len());
    let (taken, rest) = text.split_at(end);
    *text = rest;
    taken
}

/// Compares words: a tilde comes before the end, letters before all else.
fn words(a: &str, b: &str) -> Ordering {
    let weigh = |c: Option<char>| match c {
        Some('~') => (0, '~'),
        None => (1, '\0'),
        Some(c) if c.is_ascii_alphabetic() => (2, c),
        Some(c) => (3, c),
    };
    let (mut a, mut b) = (a.chars(), b.chars());
    loop {
        let (left, right) = (a.next(), b.next());
        let order = weigh(left).cmp(&weigh(right));
        if order != Ordering::Equal || left.is_none() {
            return order;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_in_the_order_that_the_policy_gives_them() {
        let sorted = [
            "0.9~~",
            "0.9~~a",
            "0.9~",
            "0.9",
            "0.9a",
            "0.9+",
            "0.10-1~bpo12+1",
            "0.10-1",
            "0.10-1+b9",
            "0.10-1+b10",
            "0.10-01.1",
            "0.10.1",
            "1:0.1-1",
        ];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(compare(a, b), i.cmp(&j), "{a} and {b}");
            }
        }
        assert_eq!(compare("1.0", "1.0-0"), Ordering::Equal);
        assert_eq!(compare("0:1.05", "1.5"), Ordering::Equal);
    }
}
