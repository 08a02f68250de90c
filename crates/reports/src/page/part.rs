//! A part of the page.

use maud::{Markup, PreEscaped, html};

/// A part of the page with its heading.
pub(super) struct Part {
    /// Its anchor.
    pub(super) id: &'static str,
    /// Its name in the contents.
    pub(super) short: &'static str,
    /// Its heading.
    pub(super) title: &'static str,
    /// What it shows and how to read it.
    pub(super) lead: Markup,
    /// All else.
    pub(super) body: Markup,
}

impl Part {
    pub(super) fn section(&self) -> Markup {
        html! {
            section id=(self.id) aria-labelledby=(format!("{}-title", self.id)) {
                h2 id=(format!("{}-title", self.id)) { (self.title) }
                div.lead { (self.lead) }
                (self.body)
            }
        }
    }
}

/// A table of a class: `numbers` stand to the right, and what is `sortable` has a search, too. Where
/// there is no room for its columns each row is a card, whose cells have the columns' names.
pub(super) fn table(
    class: &str,
    id: &str,
    caption: &str,
    header: &[&str],
    rows: &Markup,
) -> Markup {
    html! {
        style { (PreEscaped(labels(id, header))) }
        table class=(class) id=(id) {
            caption { (caption) }
            thead { tr { @for name in header { th scope="col" { (name) } } } }
            tbody { (rows) }
        }
    }
}

/// The names of columns before the cells of cards. Names are the tool's own, and have no quotes.
fn labels(id: &str, header: &[&str]) -> String {
    let label = |(column, name): (usize, &&str)| {
        format!("#{id} td:nth-child({})::before{{--name:\"{name}\"}}", column + 1)
    };
    header.iter().enumerate().map(label).collect()
}

/// A table whose rows the reader can sort and search.
pub(super) fn sortable(id: &str, caption: &str, header: &[&str], rows: &Markup) -> Markup {
    html! {
        div.search hidden {
            label for=(format!("{id}-search")) { "Show only rows with" }
            input id=(format!("{id}-search")) type="search" data-table=(id) autocomplete="off";
            output for=(format!("{id}-search")) {}
        }
        (table("sortable", id, caption, header, rows))
    }
}

/// What is folded on screens, not on paper: it is long, and the page says the same elsewhere in short.
pub(super) fn folded(summary: &str, body: &Markup) -> Markup {
    html! { details.folded { summary { (summary) } (body) } }
}

/// A raw figure with seven significant digits; empty without one.
pub(super) fn raw(value: Option<f64>) -> String {
    let round = |value: f64| format!("{value:.6e}").parse::<f64>().unwrap_or(value);
    match value.map(round) {
        None => String::new(),
        Some(tiny) if tiny != 0.0 && tiny.abs() < 1e-4 => format!("{tiny:e}"),
        // Adding zero turns minus zero, which would be shown with its sign, into zero.
        Some(usual) => (usual + 0.0).to_string(),
    }
}

/// A probability, of which two digits say enough.
pub(super) fn chance(p: f64) -> String {
    if p < 0.001 { format!("{p:.1e}") } else { raw(Some((p * 1e4).round() / 1e4)) }
}

#[cfg(test)]
mod tests {
    use super::{chance, raw};

    #[test]
    fn chances_have_few_digits_and_are_numbers() {
        assert_eq!(
            [0.0005, 2.161_177e-31, 0.012_345, 1.0].map(chance),
            ["5.0e-4", "2.2e-31", "0.0123", "1"]
        );
    }

    #[test]
    fn raw_figures_keep_seven_digits() {
        let texts = [12_345.678_912, 2.0, -0.0, 141_254_312.4, 2.5e-9].map(|v| raw(Some(v)));
        assert_eq!(texts, ["12345.68", "2", "0", "141254300", "2.5e-9"]);
        assert_eq!(raw(None), "");
    }
}
