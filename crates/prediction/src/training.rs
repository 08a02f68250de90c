//! The programs that tell the models' errors, and of what kind each is.

/// A line for each: its name, its kind and, where the lab has it not itself, its command.
const LIST: &str = include_str!("../data/training.tsv");

/// The kind of the program called `name`. One that is not in the list is like no other.
pub fn kind(name: &str) -> &str {
    programs().find(|(known, _)| *known == name).map_or(name, |(_, kind)| kind)
}

/// Their names, each with its kind.
pub fn programs() -> impl Iterator<Item = (&'static str, &'static str)> {
    LIST.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        columns.next().zip(columns.next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_list_has_programs_of_many_kinds_and_what_is_unknown_is_its_own() {
        let names: BTreeSet<_> = programs().map(|(name, _)| name).collect();
        let kinds: BTreeSet<_> = programs().map(|(_, kind)| kind).collect();
        assert_eq!(names.len(), programs().count(), "{names:?}");
        assert!(kinds.len() >= 10, "{kinds:?}");
        assert_eq!(
            (kind("tcc"), kind("tcc-large"), kind("mine")),
            ("compiler", "compiler", "mine")
        );
    }
}
