//! `hyperbench bisect-step --kernels`: which of Debian's builds of Linux made an operation cost what it costs.

use std::io::Write;

use super::{run, tool};
use crate::cli::BisectStepArgs;
use crate::exit::Exit;
use crate::workloads::with_programs;
use analysis::atlas::having;
use ground::{Arch, Trouble};
use lab::{Inside, Kernel, USUAL_FLAVOUR};
use results::Unit;
use system::interrupt::Interrupt;
use system::output::{stdout, tell};

/// Measures the builds of `range`, as few as it takes, and prints the two between which the cost steps.
pub(super) fn bisect(args: &BisectStepArgs, range: &str) -> Result<Exit, Trouble> {
    let [platform] = &args.run.platforms[..] else {
        return Err(Trouble::usage(
            format!(
                "builds are measured on one platform, and here are {}",
                args.run.platforms.len()
            ),
            "name one, such as --platform lab-kvm-npt",
        ));
    };
    let mut builds = between(range)?;
    let (benchmark, first) = measured(args, platform, &builds[0])?;
    let (_, last) = measured(args, platform, &builds[builds.len() - 1])?;
    let mut costs = [first, last];
    let is_step = first.to_bits() != last.to_bits();
    while is_step && builds.len() > 2 {
        let middle = builds.len() / 2;
        match measured(args, platform, &builds[middle]) {
            Ok((_, cost)) if (cost - first).abs() < (cost - last).abs() => {
                builds.drain(..middle);
                costs[0] = cost;
            }
            Ok((_, cost)) => {
                builds.truncate(middle + 1);
                costs[1] = cost;
            }
            Err(trouble) if Interrupt::is_caught() => return Err(trouble),
            Err(trouble) => {
                let Kernel { release, .. } = builds.remove(middle);
                tell(format_args!("left out: {release}: {}; {}", trouble.why, trouble.next));
            }
        }
    }
    let [old, new] = [&builds[0].release, &builds[builds.len() - 1].release];
    let spec = |release: &str| having(platform, &format!("kernel={release}"));
    let of = format!("{benchmark} on {platform}");
    write!(stdout(), "{}", reports::build_step(&of, [(old, costs[0]), (new, costs[1])]))?;
    if is_step {
        let (old, new) = (spec(old), spec(new));
        tell(format_args!("next: hyperbench profile '{old}' {benchmark} --diff '{new}'"));
    }
    Ok(Exit::Success)
}

/// Debian's builds of the range `A..B`, the oldest first, at least two.
fn between(range: &str) -> Result<Vec<Kernel>, Trouble> {
    let refused = |why: &str| {
        let why = format!("--kernels {range}: {why}");
        Trouble::usage(why, "name two versions, the older one first: --kernels 6.1..7.3")
    };
    let (from, to) = range.split_once("..").ok_or_else(|| refused("this is no range"))?;
    let say = |step: &str| tell(format_args!("lab: {step}"));
    let arch = Arch::native();
    let ends = [lab::kernel(arch, from, None, &say)?, lab::kernel(arch, to, None, &say)?];
    let mut builds = lab::kernels(arch, false, &say)?;
    builds.retain(|build| build.flavour == USUAL_FLAVOUR);
    let place = |end: &Kernel| builds.iter().position(|build| build == end);
    let (Some(first), Some(last)) = (place(&ends[0]), place(&ends[1])) else {
        return Err(refused("the list of Debian's builds has changed"));
    };
    if first >= last {
        return Err(refused("the second is not newer than the first"));
    }
    let mut builds = builds[first..=last].to_vec();
    builds.dedup_by(|a, b| a.release == b.release);
    Ok(builds)
}

/// The name of the benchmark, and what it costs on `platform` with this `build`, whose image goes again unless it was
/// there.
fn measured(
    args: &BisectStepArgs,
    platform: &str,
    build: &Kernel,
) -> Result<(String, f64), Trouble> {
    let mut args = args.run.clone();
    args.platforms = vec![having(platform, &format!("kernel={}", build.release))];
    let request = with_programs(args.request(tool())?)?;
    let (document, _) = lab::without_images(&Inside::Linux(build), || run::measure(&request))?;
    let [run] = &document.platforms[..] else {
        return Err(Trouble::usage("a pattern names several platforms", "name one platform"));
    };
    let failed = |why: &str| {
        Trouble::unavailable(
            format!("nothing is known of {}: {why}", run.label),
            format!("see what a run says: hyperbench run --platform {}", run.spec),
        )
    };
    if let Some(why) = &run.failure {
        return Err(failed(why));
    }
    let [summary] = &run.benchmarks[..] else {
        let why = format!("one operation is followed, and here are {}", run.benchmarks.len());
        return Err(Trouble::usage(why, "name one with --bench"));
    };
    if run.unit != Unit::Instructions {
        let why = format!("{} counts no instructions, so its figures are not exact", run.label);
        return Err(Trouble::usage(why, "name one of the lab: hyperbench list platforms"));
    }
    let cost = summary.value.ok_or_else(|| failed(&summary.reason))?;
    tell(reports::build_cost(&build.release, cost));
    Ok((summary.name.clone(), cost))
}
