//! The colours of pages and figures.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The colours of both themes, by name. They can be told apart with each of the common kinds of
/// colour blindness, and nothing is told by colour alone.
const PALETTE: &str = include_str!("../../assets/report/palette.json");

/// The looks of charts, by their elements' classes.
pub(crate) const CHART_STYLE: &str = include_str!("../../assets/report/chart.css");

/// Whether dark on light or light on dark.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, clap::ValueEnum, Deserialize,
)]
#[serde(rename_all = "lowercase")]
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
    /// Its colours by their names: `text`, `series-0` …
    fn colours(self) -> Vec<(String, String)> {
        let mut themes: BTreeMap<Self, BTreeMap<String, Colour>> =
            serde_json::from_str(PALETTE).expect("the palette is part of the program");
        let named = |(name, colour): (String, Colour)| match colour {
            Colour::One(colour) => vec![(name, colour)],
            Colour::Many(colours) => {
                let numbered = colours.into_iter().enumerate();
                numbered.map(|(index, colour)| (format!("{name}-{index}"), colour)).collect()
            }
        };
        themes.remove(&self).unwrap_or_default().into_iter().flat_map(named).collect()
    }

    /// Its colours as CSS variables.
    pub(crate) fn variables(self) -> String {
        self.colours().iter().map(|(name, colour)| format!("--{name}:{colour};")).collect()
    }

    /// `style` with the colours instead of the variables, which not every program knows that shows
    /// SVG files.
    pub(super) fn resolved(self, style: &str) -> String {
        let replace = |style: String, (name, colour): &(String, String)| {
            style.replace(&format!("var(--{name})"), colour)
        };
        self.colours().iter().fold(style.to_owned(), replace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{LEVELS, TOGETHER};

    const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

    #[test]
    fn both_themes_have_the_same_colours_and_enough_of_them() {
        let [light, dark] = THEMES
            .map(|theme| theme.colours().into_iter().map(|(name, _)| name).collect::<Vec<_>>());
        assert_eq!(light, dark);
        let count = |prefix: &str| light.iter().filter(|name| name.starts_with(prefix)).count();
        assert_eq!([count("series-"), count("onSeries-")], [TOGETHER; 2]);
        assert_eq!([count("heat-"), count("onHeat-")], [LEVELS.len(); 2]);
    }

    #[test]
    fn files_have_no_variables() {
        assert!(THEMES.iter().all(|theme| !theme.resolved(CHART_STYLE).contains("var(")));
    }

    /// The contrast of two colours, as the Web Content Accessibility Guidelines define it.
    fn contrast(a: &str, b: &str) -> f64 {
        let luminance = |colour: &str| {
            let channel = |at: usize| {
                let value = u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
                let share = f64::from(value) / 255.0;
                if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
        };
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn texts_can_be_read_on_their_grounds() {
        for theme in THEMES {
            let colours: BTreeMap<String, String> = theme.colours().into_iter().collect();
            let mut pairs: Vec<(String, String)> = Vec::new();
            for ground in ["surface", "ground", "none"] {
                pairs.extend(["text", "muted", "bad"].map(|it| (it.into(), ground.into())));
            }
            pairs.extend(["surface", "ground"].map(|ground| ("accent".into(), ground.into())));
            let on = |text: &str, ground: &str, count| {
                let pair = |index| (format!("{text}-{index}"), format!("{ground}-{index}"));
                (0..count).map(pair).collect::<Vec<_>>()
            };
            pairs.extend(on("onSeries", "series", TOGETHER));
            pairs.extend(on("onHeat", "heat", LEVELS.len()));
            for (text, ground) in pairs {
                let found = contrast(&colours[&text], &colours[&ground]);
                assert!(found >= 4.5, "{theme:?}: {text} on {ground} has {found:.2}");
            }
        }
    }
}
