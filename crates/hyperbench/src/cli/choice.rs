//! Options that take one of a few names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// One of `all`, by its `name`; the help shows what each is `about`.
pub(super) fn of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
    about: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let values = all.map(|one| PossibleValue::new(name(one)).help(about(one)));
    let find = move |text: String| all.into_iter().find(|one| name(*one) == text);
    PossibleValuesParser::new(values).map(move |text| find(text).expect("one of the names"))
}
