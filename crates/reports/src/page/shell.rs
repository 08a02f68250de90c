//! What all pages have in common: their head, contents and foot.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::assets;
use super::part::Part;
use crate::count_text;
use crate::digits::noun;

/// A page but for its parts.
pub(super) struct Shell {
    /// What windows and bookmarks call it.
    pub(super) title: String,
    /// What it begins with: its finding.
    pub(super) heading: String,
    /// What it is about, in one line.
    pub(super) subject: String,
    /// What it shows, in a sentence or two.
    pub(super) opening: Option<Markup>,
    /// Numbers, and what they count, several of it.
    pub(super) facts: Vec<(u64, &'static str)>,
    /// When and where.
    pub(super) circumstances: Markup,
    /// The programs that run in it.
    pub(super) programs: &'static [&'static str],
}

impl Shell {
    /// The page with its `parts`.
    pub(super) fn around(&self, parts: &[Part]) -> String {
        html! {
            (DOCTYPE)
            html lang="en" {
                (self.head())
                body {
                    a.skip href="#main" { "Skip to the figures" }
                    (self.header())
                    (contents(parts))
                    main id="main" {
                        @for part in parts { (part.section()) }
                    }
                    (footer())
                    (assets::elements(self.programs))
                }
            }
        }
        .into_string()
    }

    fn head(&self) -> Markup {
        html! {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(assets::policy(self.programs));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(format!("HyperBench {}", env!("CARGO_PKG_VERSION")));
                meta name="color-scheme" content="light dark";
                title { (self.title) }
                style { (PreEscaped(assets::style())) }
            }
        }
    }

    fn header(&self) -> Markup {
        html! {
            header {
                div.bar {
                    p.brand { "HyperBench" }
                    @if !self.programs.is_empty() { button #theme type="button" hidden { "Dark theme" } }
                }
                h1 { (self.heading) }
                p.subject { (self.subject) }
                @if let Some(words) = &self.opening { p.opening { (words) } }
                ul.facts {
                    @for (number, what) in &self.facts {
                        li { b { (count_text(*number)) } " " (noun(*number, what)) }
                    }
                }
                (self.circumstances)
                @if !self.programs.is_empty() {
                    noscript { p.warning { "Without JavaScript nothing can be sorted, searched or set." } }
                }
            }
        }
    }
}

fn footer() -> Markup {
    html! {
        footer {
            p {
                "Made by HyperBench " (env!("CARGO_PKG_VERSION")) ". This page holds all that it \
                 shows and asks nothing of the network."
            }
        }
    }
}

fn contents(parts: &[Part]) -> Markup {
    html! {
        nav aria-label="Contents" {
            ul {
                @for part in parts { li { a href=(format!("#{}", part.id)) { (part.short) } } }
            }
        }
    }
}
