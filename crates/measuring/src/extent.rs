//! How much a request measures on a platform: one whose figures are the same in every run needs one
//! boot and few batches. This is where that is decided, once for each platform.

use std::time::Duration;

use crate::request::Request;
use crate::session::{Boots, Iterations, KernelOptions};
use crate::suite::{Limits, Suite};

/// Where two variants are compared and nothing is decided before: boots of each however long they
/// take, and at most.
const VARIANT_BOOTS: u32 = 20;
const MOST_VARIANT_BOOTS: u32 = 120;

/// Beyond [`VARIANT_BOOTS`], none of a variant begins that would end later than this.
const VARIANT_TIME: Duration = Duration::from_secs(100);

/// Where there are so many boots, intervals come of their medians, and so few batches do for one.
const ENOUGH_BOOTS: u32 = 3;
const LEAST_BATCHES: u32 = 3;

/// The most boots that a precision is worth.
const PRECISE_BOOTS: u32 = 200;

/// What guests measure, in milliseconds, whose costs as a whole are wanted: their memory is looked at
/// meanwhile.
const COSTS_MS: u32 = 500;

/// How long a benchmark may take that takes minutes at best, in milliseconds, and a platform with all
/// its boots: compiling a kernel takes an emulator an hour.
const LONG_MS: u32 = 3 * 3_600_000;
const LONG_BUDGET: Duration = Duration::from_secs(12 * 3600);

/// How much is measured on a platform.
#[derive(Debug, Clone)]
pub struct Extent {
    /// Whole boots.
    pub boots: Boots,
    /// Boots of each of two variants at most, where their comparison ends them.
    pub until_decided: Option<u32>,
    /// Wall time for all of them.
    pub time_budget: Duration,
    /// The kernel's options.
    pub options: KernelOptions,
}

impl Extent {
    /// What `request` takes on a platform whose figures are the same in every run, if it is `exact`;
    /// with benchmarks that take minutes, if it `has_long` ones.
    pub fn of(request: &Request, exact: bool, has_long: bool) -> Self {
        let limits = limits(request, exact);
        // Percentiles and counted instructions come of one boot.
        let counts_boots = request.boots.is_some() || request.precision_ppm.is_some();
        let decides = request.variants && !exact && !request.deterministic && !counts_boots;
        let until_decided = decides.then_some(MOST_VARIANT_BOOTS);
        let usual = limits.time_budget * if request.variants && !exact { 2 } else { 1 };
        let time_budget = request.time_budget.unwrap_or(if has_long { LONG_BUDGET } else { usual });
        let boots = boots(request, exact, &limits, until_decided, time_budget);
        let options = options(request, exact, &limits, boots, has_long);
        Self { boots, until_decided, time_budget, options }
    }
}

fn limits(request: &Request, exact: bool) -> Limits {
    if !request.beside.is_empty() {
        return Suite::limits_beside_others(exact);
    }
    match exact {
        true => request.suite.limits_of_exact_platforms(),
        false if request.deterministic || request.latency.is_some() => {
            request.suite.limits_of_one_boot()
        }
        false => request.suite.limits(),
    }
}

fn boots(
    request: &Request,
    exact: bool,
    limits: &Limits,
    until_decided: Option<u32>,
    time_budget: Duration,
) -> Boots {
    if let Some(costs) = request.costs {
        return Boots::exactly(if exact || request.deterministic { 1 } else { costs.boots });
    }
    match (request.boots, request.precision_ppm, until_decided) {
        (Some(boots), ..) => Boots::exactly(boots),
        (None, Some(ppm), _) => Boots {
            least: limits.boots.least,
            most: PRECISE_BOOTS,
            within: time_budget,
            precision: Some(f64::from(ppm) / 1e6),
        },
        (None, None, Some(most)) => {
            Boots { least: VARIANT_BOOTS, most, within: VARIANT_TIME, precision: None }
        }
        (None, None, None) => limits.boots,
    }
}

fn options(
    request: &Request,
    exact: bool,
    limits: &Limits,
    boots: Boots,
    has_long: bool,
) -> KernelOptions {
    let is_shared = !request.beside.is_empty();
    let costs_by_the_clock = request.costs.is_some() && !exact;
    let is_seen_for_long = is_shared || costs_by_the_clock;
    KernelOptions {
        iterations: match request.iterations {
            Iterations::Auto if is_seen_for_long => Iterations::Long,
            asked => asked,
        },
        batches: request.batches.unwrap_or(limits.batches),
        // It would have the moments sought out in which the neighbours leave room.
        reference: !exact && !request.deterministic && !is_shared && request.costs.is_none(),
        quiet: None,
        latency: request.latency,
        budget_ms: match costs_by_the_clock {
            true => COSTS_MS,
            false => request.budget_ms.unwrap_or(limits.budget_ms),
        },
        least: (boots.least >= ENOUGH_BOOTS).then_some(LEAST_BATCHES),
        timeout_ms: request.timeout_ms.unwrap_or(if has_long {
            LONG_MS
        } else {
            limits.timeout_ms
        }),
        working_set: request.working_set,
        count: request.events,
        danger: false,
        reversed: request.reversed,
        page_size: request.page_size.clone(),
        timing: request.timing,
    }
}
