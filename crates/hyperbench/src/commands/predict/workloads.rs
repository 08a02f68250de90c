//! The workloads that are predicted: of files, the user's own, those that ship, or a program.

use std::collections::HashMap;

use super::costs::Costs;
use super::{apart, program};
use crate::cli::PredictArgs;
use crate::commands::contents;
use crate::workloads::Workloads;
use ground::Trouble;
use prediction::{Origin, Shipped, Usage, Workload};
use results::Unit;

/// Workloads, and which of them are asked for.
pub(super) struct Chosen {
    /// All of them. Those that are not asked for tell the models' errors, where they were measured.
    pub(super) workloads: Vec<Workload>,
    /// The names of those that are asked for.
    pub(super) names: Vec<String>,
    /// Where they come from.
    pub(super) origins: Vec<(String, Origin)>,
    unit: Unit,
}

impl Chosen {
    /// What `args` ask for; a program is counted in the lab first, unless that has been done.
    pub(super) fn of(args: &PredictArgs, costs: &Costs) -> Result<Self, Trouble> {
        let unit = costs.signature.unit;
        let mut chosen =
            Self { workloads: Vec::new(), names: Vec::new(), origins: Vec::new(), unit };
        let mut names = args.workloads.clone();
        if !args.program.command.is_empty() {
            names.push(program::counted(&args.program, costs)?);
        }
        for path in &args.usages {
            let name = path.display().to_string();
            chosen.take(Usage::parse(contents(path)?, &name)?, format!("counts in {name}"))?;
        }
        chosen.drop_all_but_last();
        let shipped = Shipped::read().usage;
        let shipped = if shipped.unit == unit { shipped.workloads } else { Vec::new() };
        let is_any = names.is_empty() && args.usages.is_empty();
        if is_any {
            names = Workloads::open().map(|own| own.names()).unwrap_or_default();
        }
        for name in &names {
            chosen.find(name, &shipped)?;
        }
        if is_any && names.is_empty() {
            return Err(nothing(&shipped));
        }
        let all = || chosen.workloads.iter().map(|workload| workload.name.clone()).collect();
        chosen.names = if names.is_empty() { all() } else { names };
        if costs.shipped_arch.is_some() {
            let others = shipped.into_iter().filter(|one| !chosen.has(&one.name));
            chosen.workloads.extend(others.collect::<Vec<_>>());
        }
        Ok(chosen)
    }

    /// Takes the workload `name`, unless a file has it, from those that ship or else from the user's.
    fn find(&mut self, name: &str, shipped: &[Workload]) -> Result<(), Trouble> {
        if self.has(name) {
            return Ok(());
        }
        if let Some(workload) = shipped.iter().find(|workload| workload.name == name) {
            self.workloads.push(workload.clone());
            return Ok(());
        }
        match Workloads::open().ok().filter(|own| own.has(name)) {
            Some(own) => self.take(own.usage(name)?, format!("counts of {name}")),
            None => Err(self.unknown(name, shipped)),
        }
    }

    fn take(&mut self, usage: Usage, what: String) -> Result<(), Trouble> {
        if usage.unit != self.unit {
            return Err(apart(&what));
        }
        self.workloads.extend(usage.workloads);
        self.origins.extend(usage.origin.map(|origin| (what, origin)));
        Ok(())
    }

    /// Of what is there twice, what comes last counts.
    fn drop_all_but_last(&mut self) {
        let places = self.workloads.iter().enumerate();
        let last: HashMap<String, usize> = places.map(|(at, one)| (one.name.clone(), at)).collect();
        let mut place = 0..;
        self.workloads.retain(|one| place.next() == last.get(&one.name).copied());
    }

    fn has(&self, name: &str) -> bool {
        self.workloads.iter().any(|workload| workload.name == name)
    }

    fn unknown(&self, name: &str, shipped: &[Workload]) -> Trouble {
        let own = Workloads::open().map(|own| own.names()).unwrap_or_default();
        let files = self.workloads.iter().map(|workload| workload.name.clone());
        let ship = (!shipped.is_empty()).then(|| format!("{} (these ship)", names(shipped)));
        let known: Vec<String> = files.chain(own).chain(ship).collect();
        let next = match known.is_empty() {
            true => format!("add it: hyperbench workload add {name} -- COMMAND"),
            false => format!("there are: {}", known.join(", ")),
        };
        Trouble::usage(format!("there is no workload {name:?}"), next)
    }
}

/// Nothing is asked for, and the user has added nothing.
fn nothing(shipped: &[Workload]) -> Trouble {
    let next = match shipped {
        [] => {
            "name a file with --usage, or add a workload: hyperbench workload add NAME -- COMMAND"
                .to_owned()
        }
        shipped => format!(
            "name some with --workload NAMES, of those that ship ({}); or a program of yours, which the \
             lab counts: hyperbench predict -- gzip -9 FILE",
            names(shipped)
        ),
    };
    Trouble::usage("this does not say what to predict", next)
}

fn names(workloads: &[Workload]) -> String {
    workloads.iter().map(|workload| workload.name.as_str()).collect::<Vec<_>>().join(", ")
}
