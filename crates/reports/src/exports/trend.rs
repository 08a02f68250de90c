//! Results over time for scripts. The columns are a contract: new ones are only appended.

use std::io;

use analysis::trend::Trend;

/// Writes one row a result and benchmark; `step` is by how much the cost stepped there, as a share.
pub(crate) fn write(trend: &Trend, out: &mut dyn io::Write) -> io::Result<()> {
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
