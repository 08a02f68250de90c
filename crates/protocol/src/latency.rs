//! The records of latency samples: single operations, timed one by one.

use serde::Deserialize;

use super::number::required;

/// `latency`: what single operations took, all of them together.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Latency {
    /// The benchmark's name.
    pub bench: String,
    /// Operations timed.
    #[serde(deserialize_with = "required")]
    pub count: u64,
    /// The shortest, in ticks, `overhead` subtracted as from all others.
    #[serde(deserialize_with = "required")]
    pub min: u64,
    /// The longest.
    #[serde(deserialize_with = "required")]
    pub max: u64,
    /// Ticks of timing nothing.
    #[serde(deserialize_with = "required")]
    pub overhead: u64,
}

/// `buckets`: a part of their histogram.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Buckets {
    /// The benchmark's name.
    pub bench: String,
    /// `index:count` pairs, separated by commas.
    counts: String,
}

impl Buckets {
    /// The buckets' indices and counts; `None` if they are not well formed.
    pub fn counts(&self) -> Option<Vec<(usize, u64)>> {
        let pair = |text: &str| {
            let (index, count) = text.split_once(':')?;
            Some((index.parse().ok()?, count.parse().ok()?))
        };
        self.counts.split(',').map(pair).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Buckets;

    fn counts(text: &str) -> Option<Vec<(usize, u64)>> {
        Buckets { bench: "a".into(), counts: text.into() }.counts()
    }

    #[test]
    fn pairs_are_read_and_anything_else_is_refused() {
        assert_eq!(counts("7:1,130:42"), Some(vec![(7, 1), (130, 42)]));
        for text in ["", "7", "7:", ":7", "7:1,", "-7:1", "7:1;8:1", "7:1:1"] {
            assert_eq!(counts(text), None, "{text}");
        }
    }
}
