//! Draws a figure without a browser: the same programs as in the page, in a small engine.

use miette::Diagnostic;
use rquickjs::{CatchResultExt, Context, Function, Object, Runtime};
use thiserror::Error;

use super::{Drawing, PALETTE, Theme};

/// The chart library; `assets/echarts/README.md` says where it is from.
pub(crate) const ECHARTS: &str = include_str!("../../assets/echarts/echarts.min.js");

/// What turns figures into the library's terms.
pub(crate) const FIGURES: &str = include_str!("../../assets/report/figures.js");

/// What the library expects of a browser and does not need to draw once: timers.
const TIMERS: &str = "globalThis.setTimeout = () => 0; globalThis.clearTimeout = () => {};";

/// Bytes that a drawing may take.
const MEMORY: usize = 1 << 30;

/// A figure cannot be drawn.
#[derive(Debug, Error, Diagnostic)]
#[error("the figure {name:?} cannot be drawn: {why}")]
#[diagnostic(help("please report it, with the results file"))]
pub struct SvgError {
    name: String,
    why: String,
}

/// How a drawing is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Width in pixels.
    pub width: u32,
    /// Its colours.
    pub theme: Theme,
}

/// The figure as the content of an SVG file.
///
/// # Errors
/// When the chart library fails: a bug.
pub fn svg(drawing: &Drawing, size: Size) -> Result<String, SvgError> {
    let text = draw(drawing, size).map_err(|why| SvgError { name: drawing.name.clone(), why })?;
    Ok(titled(&text, drawing))
}

fn draw(drawing: &Drawing, size: Size) -> Result<String, String> {
    let runtime = Runtime::new().map_err(|error| error.to_string())?;
    runtime.set_memory_limit(MEMORY);
    let context = Context::full(&runtime).map_err(|error| error.to_string())?;
    context.with(|js| {
        for program in [TIMERS, ECHARTS, FIGURES] {
            js.eval::<(), _>(program).catch(&js).map_err(|error| error.to_string())?;
        }
        let palettes = js.json_parse(PALETTE).catch(&js).map_err(|error| error.to_string())?;
        let option = js
            .json_parse(drawing.option.to_string())
            .catch(&js)
            .map_err(|error| error.to_string())?;
        let call = || {
            let palettes: Object = palettes.get()?;
            let palette: Object = palettes.get(size.theme.key())?;
            let figures: Object = js.globals().get("figures")?;
            let svg: Function = figures.get("svg")?;
            svg.call((option, palette, size.width, drawing.height))
        };
        call().catch(&js).map_err(|error| error.to_string())
    })
}

/// Puts the title and the description in, for those who cannot see the drawing.
fn titled(svg: &str, drawing: &Drawing) -> String {
    let end = svg.find('>').map_or(0, |end| end + 1);
    let (start, rest) = svg.split_at(end);
    let start = start.replacen("<svg ", "<svg role=\"img\" ", 1);
    let (title, description) = (escaped(&drawing.title), escaped(&drawing.description));
    format!("{start}\n<title>{title}</title>\n<desc>{description}</desc>{rest}\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
