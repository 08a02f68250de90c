//! What operations cost: what the user's signatures say, else what ships.

use std::path::PathBuf;

use super::apart;
use crate::cli::PredictArgs;
use crate::commands::contents;
use ground::Trouble;
use prediction::{Origin, Shipped, Signature};
use results::{Document, read};

/// Costs, and what was measured beside them.
pub(super) struct Costs {
    /// What operations cost.
    pub(super) signature: Signature,
    /// What predictions are held against.
    pub(super) measured: Vec<Document>,
    /// The architecture of those that ship; `None` of the user's own.
    pub(super) shipped_arch: Option<String>,
    /// Where they come from.
    pub(super) origins: Vec<(String, Origin)>,
}

impl Costs {
    /// What `args` ask for. What ships says also what its workloads take, which tells the models' errors as long
    /// as nobody says that something costs otherwise.
    pub(super) fn of(args: &PredictArgs) -> Result<Self, Trouble> {
        let mut costs = if args.signatures.is_empty() { shipped() } else { own(&args.signatures)? };
        if !args.costs.is_empty() {
            costs.measured.clear();
        }
        for path in &args.measured {
            costs.measured.push(read(path)?);
        }
        for (name, cost) in &args.costs {
            if !costs.signature.set(name, *cost) {
                return Err(unknown(name, &costs.signature));
            }
        }
        Ok(costs)
    }
}

fn shipped() -> Costs {
    let shipped = Shipped::read();
    let arch = shipped.arch().to_owned();
    let Shipped { signature, measured, .. } = shipped;
    let origin =
        signature.origin.clone().map(|it| ("costs that ship with hyperbench".to_owned(), it));
    Costs {
        signature,
        measured: vec![measured],
        shipped_arch: Some(arch),
        origins: origin.into_iter().collect(),
    }
}

/// All signatures in `paths` together.
fn own(paths: &[PathBuf]) -> Result<Costs, Trouble> {
    let mut all: Option<Signature> = None;
    let mut origins = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        let one = Signature::parse(contents(path)?, &name)?;
        origins.extend(one.origin.clone().map(|it| (format!("costs in {name}"), it)));
        match &mut all {
            None => all = Some(one),
            Some(all) if all.unit != one.unit => return Err(apart(&name)),
            Some(all) => all.extend(one),
        }
    }
    let signature = all.unwrap_or_else(|| unreachable!("there is a path"));
    Ok(Costs { signature, measured: Vec::new(), shipped_arch: None, origins })
}

fn unknown(name: &str, signature: &Signature) -> Trouble {
    let known = signature.events().into_iter().collect::<Vec<_>>().join(", ");
    Trouble::usage(
        format!("the signatures have no operation or event {name:?}"),
        format!("there are the events {known}, and operations by their names"),
    )
}
