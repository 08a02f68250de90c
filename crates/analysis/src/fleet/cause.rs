//! In what odd hosts differ from the others of their group.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::Fleet;
use super::member::Member;

/// What a host's file does not say.
const UNKNOWN: &str = "unknown";

/// What most hosts have where no value is that of more than half.
const VARIOUS: &str = "various";

/// Something that an odd host has and most of its group have not.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Cause {
    /// The field of the results file.
    pub field: String,
    /// What it is there; `unknown` where the host's file does not say.
    pub value: String,
    /// What it is on most hosts of the group; `unknown` where most do not say, `various` where no value
    /// is that of more than half, such as that of a rack.
    pub usual: String,
    /// How many hosts of the group have it …
    pub hosts: usize,
    /// … of so many …
    pub of: usize,
    /// … and how many of these are odd.
    pub odd: usize,
}

impl Cause {
    /// Whether it goes with being odd: more than half of those that have it are.
    pub fn is_telling(&self) -> bool {
        2 * self.odd > self.hosts
    }
}

/// What is known of a group's hosts: for each field how many have each value, or none.
pub(super) struct Causes<'a> {
    fleet: &'a Fleet,
    hosts: usize,
    fields: HashMap<u32, HashMap<Option<u32>, Count>>,
}

/// Hosts, and odd ones among them.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    hosts: usize,
    odd: usize,
}

impl<'a> Causes<'a> {
    /// Of `members`, of which those at `odd` are odd.
    pub(super) fn of(fleet: &'a Fleet, members: &[&Member], odd: &[usize]) -> Self {
        let mut fields: HashMap<u32, HashMap<Option<u32>, Count>> = HashMap::new();
        let is_odd: Vec<bool> = (0..members.len()).map(|host| odd.contains(&host)).collect();
        for (member, odd) in members.iter().zip(&is_odd) {
            for (field, value) in &member.facts {
                let count = fields.entry(*field).or_default().entry(Some(*value)).or_default();
                count.hosts += 1;
                count.odd += usize::from(*odd);
            }
        }
        let all_odd = odd.len();
        for values in fields.values_mut() {
            let known = |of: fn(&Count) -> usize| values.values().map(of).sum::<usize>();
            let unknown = Count {
                hosts: members.len() - known(|count| count.hosts),
                odd: all_odd - known(|count| count.odd),
            };
            if unknown.hosts > 0 {
                values.insert(None, unknown);
            }
        }
        Self { fleet, hosts: members.len(), fields }
    }

    /// In what `member` differs from more than half of the group, what odd hosts alone have first,
    /// of that what most odd ones have. Where a field has many values, that of several hosts counts if
    /// it is telling.
    pub(super) fn of_host(&self, member: &Member) -> Vec<Cause> {
        let known: HashMap<u32, u32> = member.facts.iter().copied().collect();
        let cause = |(field, values): (&u32, &HashMap<Option<u32>, Count>)| {
            let value = known.get(field).copied();
            let count = values.get(&value)?;
            let most = values.iter().find(|(_, count)| 2 * count.hosts > self.hosts);
            let usual = match most {
                Some((usual, _)) => self.text(*usual),
                None => VARIOUS.to_owned(),
            };
            let is_shared = count.hosts > 1 && 2 * count.odd > count.hosts;
            let counts = most.map_or(is_shared && value.is_some(), |(usual, _)| *usual != value);
            counts.then(|| Cause {
                field: self.fleet.fields.text(*field).to_owned(),
                value: self.text(value),
                usual,
                hosts: count.hosts,
                of: self.hosts,
                odd: count.odd,
            })
        };
        let mut causes: Vec<Cause> = self.fields.iter().filter_map(cause).collect();
        let odd_share = |cause: &Cause| cause.odd as f64 / cause.hosts as f64;
        causes.sort_by(|a, b| {
            let (more, fewer) = (odd_share(b).total_cmp(&odd_share(a)), b.odd.cmp(&a.odd));
            let said = (a.value == UNKNOWN).cmp(&(b.value == UNKNOWN));
            more.then(fewer).then(said).then_with(|| a.field.cmp(&b.field))
        });
        causes
    }

    fn text(&self, value: Option<u32>) -> String {
        value.map_or(UNKNOWN, |value| self.fleet.values.text(value)).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_telling_if_more_than_half_of_those_that_have_it_are_odd() {
        let of = |odd| Cause {
            field: String::new(),
            value: String::new(),
            usual: String::new(),
            hosts: 4,
            of: 9,
            odd,
        };
        assert_eq!([1, 2, 3, 4].map(|odd| of(odd).is_telling()), [false, false, true, true]);
    }
}
