//! One of the parts that a run is divided into, for as many machines or jobs.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// The most parts of a run: more than a kernel will ever have benchmarks.
const MOST: u32 = 10_000;

/// Part `number` of `of`, written `3/4`. Of the benchmarks chosen, in the order in which a run takes
/// them, it has every `of`-th, beginning with the `number`-th. So the parts have no benchmark in
/// common, together they have all, and neighbours, which often cost alike, go to different parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Part `number`, from 1, `of` so many; `None` where there is no such part.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&number) && of <= MOST).then_some(Self { number, of })
    }

    /// Which part it is, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many parts there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Those of `all` that belong to this part.
    pub fn part<T>(self, all: Vec<T>) -> Vec<T> {
        all.into_iter().skip(self.number as usize - 1).step_by(self.of as usize).collect()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let shard = numbers.and_then(|(number, of)| Self::new(number, of));
        shard.ok_or_else(|| format!("a part such as 3/4 is expected, of at most {MOST}"))
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl JsonSchema for Shard {
    fn schema_name() -> Cow<'static, str> {
        "Shard".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[0-9]+/[0-9]+$",
            "description": "Which part of a divided run, from 1, and of how many: 3/4.",
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parts_are_written_and_read() {
        let shard: Shard = "3/4".parse().unwrap();
        assert_eq!((shard.number(), shard.of(), shard.to_string()), (3, 4, "3/4".into()));
        assert_eq!(serde_json::to_value(shard).unwrap(), "3/4");
        for text in
            ["", "3", "0/4", "5/4", "1/0", "-1/2", "1/2/3", "a/b", "1/99999", "1/5000000000"]
        {
            assert!(text.parse::<Shard>().is_err(), "{text}");
            assert!(serde_json::from_value::<Shard>(text.into()).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_benchmark_is_in_exactly_one_part(benchmarks in 0usize..300, of in 1u32..40) {
            let shards = (1..=of).map(|number| Shard::new(number, of).unwrap());
            let parts: Vec<Vec<usize>> = shards.map(|s| s.part((0..benchmarks).collect())).collect();
            let mut all: Vec<usize> = parts.concat();
            all.sort_unstable();
            prop_assert_eq!(all, (0..benchmarks).collect::<Vec<_>>());
            let sizes = parts.iter().map(Vec::len);
            prop_assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
        }
    }
}
