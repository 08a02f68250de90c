use std::collections::BTreeSet;

use super::*;

#[test]
fn models_have_names_of_their_own_and_say_what_they_are() {
    let names: BTreeSet<_> = ALL.iter().map(|model| model.name).collect();
    assert_eq!(names.len(), ALL.len());
    assert!(ALL.iter().all(|model| model.formula.starts_with("T = ")));
    assert_eq!(ALL.iter().filter(|model| !model.is_a_priori).count(), 1);
}
