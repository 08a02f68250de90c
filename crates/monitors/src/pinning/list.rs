//! Lists of CPUs as people and the kernel write them: `0,2,4-7`.

use std::fmt;
use std::str::FromStr;

/// The highest CPU number that is taken: more than Linux can be built for.
const MAX_CPU: usize = 8191;

/// CPUs in the order in which they were named, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CpuList(pub Vec<usize>);

impl FromStr for CpuList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut cpus = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let range = number(first)?..=number(last)?;
            if range.is_empty() {
                return Err(format!("{part:?} runs backwards"));
            }
            for cpu in range {
                if cpus.contains(&cpu) {
                    return Err(format!("CPU {cpu} is named twice"));
                }
                cpus.push(cpu);
            }
        }
        Ok(Self(cpus))
    }
}

fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|cpu| *cpu <= MAX_CPU);
    number.ok_or_else(|| "auto, none or CPU numbers such as 0,2,4-7 are expected".to_owned())
}

impl fmt::Display for CpuList {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let numbers: Vec<_> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&numbers.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_keep_their_order() {
        assert_eq!("3,0-2".parse(), Ok(CpuList(vec![3, 0, 1, 2])));
        assert_eq!(CpuList(vec![3, 0]).to_string(), "3,0");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", ",", "1,", "a", "1-", "2-1", "0,0", "0-2,1", "9999", "-1", "0-9999"] {
            assert!(text.parse::<CpuList>().is_err(), "{text:?}");
        }
    }
}
