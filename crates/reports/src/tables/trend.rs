//! Results over time for people.

use std::io;

use super::style;
use crate::Format;
use crate::data;
use crate::digits::{count_text, figure, percent};
use analysis::trend::{Course, Differs, Step, Trend};

/// Characters of a chart.
const WIDTH: usize = 40;

/// Heights of its columns.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Differences of the environment that are named.
const NAMED: usize = 2;

/// Prints how costs change over time.
///
/// # Errors
/// When `out` cannot be written.
pub fn trend(trend: &Trend, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
    match format {
        Format::Table => out.write_all(text(trend).as_bytes()),
        Format::Csv => rows(trend, out),
        Format::Json => data::write(trend, out),
    }
}

/// The trend as text: a chart of each benchmark, then the steps.
fn text(trend: &Trend) -> String {
    let header = ["platform", "benchmark", "runs", "first", "last", "steps", "over time"];
    let mut table = style::new_table(&header, crate::wants_colour());
    for course in &trend.series {
        let ends = [course.points.first(), course.points.last()];
        let mut cells = vec![course.platform.clone(), course.benchmark.clone()];
        cells.push(count_text(course.points.len() as u64));
        cells.extend(ends.map(|point| point.map(|p| figure(p.value)).unwrap_or_default()));
        cells.push(course.steps.len().to_string());
        cells.push(chart(&course.points.iter().map(|point| point.value).collect::<Vec<_>>()));
        table.add_row(cells);
    }
    style::align_right_from(&mut table, 2);
    if let Some(column) = table.column_mut(header.len() - 1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    let title = "HyperBench: costs over time, the oldest first".to_owned();
    [title, style::text(&table), steps(trend)].join("\n")
}

/// `values` as columns, from the least to the greatest; where there are more than columns, medians of
/// neighbours.
fn chart(values: &[f64]) -> String {
    let each = values.len().div_ceil(WIDTH).max(1);
    let middles: Vec<f64> = values.chunks(each).filter_map(stats::median).collect();
    let least = middles.iter().copied().fold(f64::INFINITY, f64::min);
    let range = middles.iter().copied().fold(f64::NEG_INFINITY, f64::max) - least;
    let bar = |value: &f64| {
        let share = if range > 0.0 { (value - least) / range } else { 0.0 };
        let (top, heights) = (BARS.len() - 1, BARS.iter().enumerate());
        let is_high_enough = |(index, _): &(usize, &char)| *index as f64 + 0.5 > share * top as f64;
        heights.into_iter().find(is_high_enough).map_or(BARS[top], |(_, bar)| *bar)
    };
    middles.iter().map(bar).collect()
}

fn steps(trend: &Trend) -> String {
    let all = trend.series.iter().flat_map(|course| course.steps.iter().map(move |s| (course, s)));
    let lines: String = all.map(|(course, step)| line(course, step)).collect();
    if lines.is_empty() {
        return format!(" no cost has stepped by {} or more\n", percent(trend.threshold));
    }
    lines
}

fn line(course: &Course, step: &Step) -> String {
    let Step { before, after, share, at, .. } = step;
    let sign = if *share < 0.0 { "−" } else { "+" };
    let (size, since) = (percent(share.abs()), course.points.get(*at));
    let since = since.map(|p| format!("{}, {}", p.file, p.started)).unwrap_or_default();
    let what = format!("{} {}: {sign}{size}", course.platform, course.benchmark);
    let [before, after] = [before, after].map(|value| figure(*value));
    format!(" {what}, from {before} to {after}, since {since}{}\n", with(&step.differs))
}

/// What changed together with the cost.
fn with(differs: &[Differs]) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "unknown".to_owned());
    let one =
        |d: &Differs| format!("\n   with {}: {} → {}", d.field, text(&d.before), text(&d.after));
    let more = match differs.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("\n   and {more} more differences: --json shows all"),
    };
    differs.iter().take(NAMED).map(one).collect::<String>() + &more
}

/// Writes one row a result and benchmark; `step` is by how much the cost stepped there, as a share.
fn rows(trend: &Trend, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["platform", "benchmark", "started", "file", "value", "step"])?;
    for course in &trend.series {
        for (index, point) in course.points.iter().enumerate() {
            let step = course.steps.iter().find(|step| step.at == index).map(|step| step.share);
            let (platform, benchmark) = (&course.platform, &course.benchmark);
            let what = (platform, benchmark, &point.started, &point.file);
            writer.serialize((what, point.value, step))?;
        }
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::chart;

    #[test]
    fn charts_rise_and_fall_with_the_figures() {
        assert_eq!(chart(&[1.0, 8.0, 4.4]), "▁█▄");
        assert_eq!(chart(&[3.0, 3.0]), "▁▁");
        assert_eq!(chart(&[]), "");
        assert_eq!(chart(&[2.0; 1000]).chars().count(), 40);
    }
}
