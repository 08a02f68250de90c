//! The colours of pages and figures.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

/// The colours of both themes, by name, as the page's program takes them. They can be told apart
/// with each of the common kinds of colour blindness, and nothing is told by colour alone.
pub const PALETTE: &str = include_str!("../../assets/report/palette.json");

/// Whether dark on light or light on dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Theme {
    /// Dark on light, for print.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Colour {
    One(String),
    Many(Vec<String>),
}

impl Theme {
    /// Its name in [`PALETTE`].
    pub fn key(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Its colours as CSS variables: `--text`, `--series-0` …
    pub fn variables(self) -> String {
        let mut themes: BTreeMap<String, BTreeMap<String, Colour>> =
            serde_json::from_str(PALETTE).expect("the palette is part of the program");
        let mut text = String::new();
        for (name, colour) in themes.remove(self.key()).unwrap_or_default() {
            match colour {
                Colour::One(colour) => {
                    let _ = write!(text, "--{name}:{colour};");
                }
                Colour::Many(colours) => {
                    for (index, colour) in colours.iter().enumerate() {
                        let _ = write!(text, "--{name}-{index}:{colour};");
                    }
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::LEVELS;

    #[test]
    fn both_themes_have_the_same_colours_and_enough_of_them() {
        let names = |theme: Theme| {
            let variables = theme.variables();
            let names =
                variables.split(';').map(|v| v.split(':').next().unwrap_or_default().to_owned());
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(Theme::Light), names(Theme::Dark));
        let count =
            |prefix: &str| names(Theme::Light).iter().filter(|n| n.starts_with(prefix)).count();
        assert_eq!(count("--series-"), crate::figures::TOGETHER);
        assert_eq!(count("--onSeries-"), crate::figures::TOGETHER);
        assert_eq!([count("--heat-"), count("--onHeat-")], [LEVELS.len(); 2]);
    }
}
