//! Whatever a signature, a usage or another program's counts hold: they are refused with a reason, or
//! predictions can be made of them and shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use prediction::{Foreign, Signature, Usage, levers, predict, ranking};
use reports::{Format, PredictionReport};
use results::Unit;

fuzz_target!(|bytes: &[u8]| {
    let _ = Foreign::parse(bytes, "report.txt");
    let cut = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (one, other) = bytes.split_at(cut);
    let Ok(signature) = Signature::parse(one.to_vec(), "signature.json") else { return };
    let usage = Usage::parse(other.get(1..).unwrap_or_default().to_vec(), "usage.json");
    let Ok(usage) = usage else { return };
    let predictions = predict(&signature, &usage.workloads, &[], &[]);
    let (ranking, levers) = (Some(ranking(&predictions)), Some(levers(&predictions)));
    let origins = signature.origin.map(|origin| ("costs".to_owned(), origin));
    let mut report = PredictionReport {
        unit: Unit::Cycles,
        predictions,
        ranking,
        levers,
        has_shipped_costs: true,
        origins: origins.into_iter().collect(),
    };
    let out = &mut Vec::new();
    for _ in 0..3 {
        for format in [Format::Table, Format::Csv] {
            reports::prediction(&report, format, out).expect("memory can be written to");
        }
        if report.ranking.take().is_none() {
            report.levers = None;
        }
    }
});
