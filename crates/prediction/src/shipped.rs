//! What ships with the tool, so that a first prediction needs no lab: `tools/ship-predictions.sh` measures it.

use results::Document;

use crate::signature::Signature;
use crate::usage::Usage;

/// Figures of the lab's: everything in them counts instructions.
#[derive(Debug, Clone)]
pub struct Shipped {
    /// What operations cost on the lab's platforms.
    pub signature: Signature,
    /// What the lab's workloads do.
    pub usage: Usage,
    /// What these workloads take on the platforms, which tells the models' own errors.
    pub measured: Document,
}

impl Shipped {
    /// The architecture of the guests that they are of.
    pub fn arch(&self) -> &str {
        &self.measured.host.arch
    }

    /// All of it.
    ///
    /// # Panics
    /// Never: a test reads the same bytes.
    pub fn read() -> Self {
        let signature = include_bytes!("../data/lab.signature.json");
        let usage = include_bytes!("../data/lab.usage.json");
        let measured = include_bytes!("../data/lab.measured.json");
        Self {
            signature: Signature::parse(signature.to_vec(), "lab.signature.json")
                .expect(WELL_FORMED),
            usage: Usage::parse(usage.to_vec(), "lab.usage.json").expect(WELL_FORMED),
            measured: results::parse(measured.to_vec(), "lab.measured.json").expect(WELL_FORMED),
        }
    }
}

const WELL_FORMED: &str = "what ships is well-formed";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predict::{predict, select};
    use crate::prediction::Prediction;
    use results::Unit;

    #[test]
    fn what_ships_says_where_it_is_from_and_counts_instructions() {
        let Shipped { signature, usage, measured } = Shipped::read();
        assert_eq!((signature.unit, usage.unit), (Unit::Instructions, Unit::Instructions));
        let origins = [signature.origin.clone().unwrap(), usage.origin.clone().unwrap()];
        for origin in &origins {
            assert!(origin.tool.starts_with("hyperbench ") && !origin.machine.is_empty());
            assert!(origin.platforms.values().all(|version| version.contains("lock")), "{origin}");
        }
        for platform in &signature.platforms {
            let known = origins[0].platforms.contains_key(&platform.platform);
            assert!(known, "{}", platform.platform);
            let is_there = measured.platforms.iter().any(|run| run.label == platform.platform);
            assert!(is_there, "{}", platform.platform);
        }
    }

    /// A kind that is lost would let programs tell each other's errors.
    #[test]
    fn what_ships_are_the_programs_of_the_list() {
        let shipped = Shipped::read();
        let mut shipped: Vec<&str> =
            shipped.usage.workloads.iter().map(|workload| workload.name.as_str()).collect();
        let mut listed: Vec<&str> = crate::programs().map(|(name, _)| name).collect();
        shipped.sort_unstable();
        listed.sort_unstable();
        assert_eq!(shipped, listed);
    }

    #[test]
    fn what_ships_is_of_an_architecture_that_the_tool_knows() {
        let shipped = Shipped::read();
        assert!(ground::Arch::named(shipped.arch()).is_some(), "{:?}", shipped.arch());
    }

    /// All three are of one run of the script: parts of another would not fit.
    #[test]
    fn what_ships_predicts_what_was_measured_with_it() {
        let Shipped { signature, usage, measured } = Shipped::read();
        let all = predict(&signature, &usage.workloads, &[measured], &[]);
        let chosen = select(all, &[], &[], &[]);
        assert_eq!(chosen.len(), signature.platforms.len() * usage.workloads.len());
        assert!(
            chosen.iter().all(|one| one.unpriced.is_empty()),
            "an event that ships has no price"
        );
        let errors: Vec<f64> = chosen.iter().filter_map(Prediction::error).collect();
        assert!(errors.len() * 10 >= chosen.len() * 9, "{} of {}", errors.len(), chosen.len());
        let is_near = |error: &&f64| error.abs() < 0.05;
        assert!(errors.iter().filter(is_near).count() * 10 >= errors.len() * 9, "{errors:?}");
    }
}
