//! Many results at once: hosts that should be equal, how far their figures lie apart, which of them
//! are odd, and in what these differ from the others. `docs/fleet.md` explains it.

mod cause;
mod facts;
mod group;
mod member;
mod names;
mod oddity;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};

use schemars::JsonSchema;
use serde::Serialize;

pub use cause::Cause;
pub use facts::Trait;
pub use group::{Group, Spread};
pub use oddity::{LEVEL, OddFigure, OddHost, SMALLEST};

pub(crate) use member::Member;
use names::Names;
use results::Document;

/// Results, of each only its figures and what is known of its machine.
#[derive(Debug, Default)]
pub struct Fleet {
    pub(crate) fields: Names,
    pub(crate) values: Names,
    pub(crate) benchmarks: Names,
    pub(crate) members: Vec<Member>,
    seen: HashSet<u64>,
}

/// What a fleet looks like.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Overview {
    /// Platforms of results files that were looked at.
    pub hosts: usize,
    /// The traits that groups are made by.
    pub by: Vec<Trait>,
    /// The distance from a group's median that matters, as a share: 0.05 is 5 %.
    pub threshold: f64,
    /// Hosts that should be equal, the largest group first.
    pub groups: Vec<Group>,
}

impl Fleet {
    /// Adds what `document`, from the file called `file`, brought. Returns whether it is new: a copy
    /// of what is there already is not counted.
    pub fn add(&mut self, file: &str, document: &Document) -> bool {
        let members: Vec<Member> =
            document.platforms.iter().map(|run| Member::of(self, file, document, run)).collect();
        if !self.seen.insert(member::fingerprint(document, &members)) {
            return false;
        }
        self.members.extend(members);
        true
    }

    /// Groups the hosts `by` their traits and judges them: what lies less than `threshold`, a share,
    /// from the group's median is not odd.
    pub fn overview(&self, by: &[Trait], threshold: f64) -> Overview {
        let mut groups: BTreeMap<Vec<(String, String)>, Vec<&Member>> = BTreeMap::new();
        for member in &self.members {
            groups.entry(self.key(member, by)).or_default().push(member);
        }
        let mut groups: Vec<Group> = groups
            .into_iter()
            .map(|(key, members)| Group::of(self, key, &members, threshold))
            .collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.hosts));
        Overview { hosts: self.members.len(), by: by.to_vec(), threshold, groups }
    }

    /// What `member` has in common with its group, by the names of the results file.
    fn key(&self, member: &Member, by: &[Trait]) -> Vec<(String, String)> {
        let of_group = |field: &str| {
            facts::IS_MEASURED_BY.contains(&field) || by.iter().any(|one| one.covers(field))
        };
        let facts = member.facts.iter().map(|(field, value)| {
            (self.fields.text(*field).to_owned(), self.values.text(*value).to_owned())
        });
        facts.filter(|(field, _)| of_group(field)).collect()
    }
}
