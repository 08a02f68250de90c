//! How cost grows with the number of operations, where one instruction is one tick.

use results::{Document, Fit};
use stats::scaling::Relation;

use crate::common::{only, run, test_image};

/// The fit of a benchmark's series.
fn fit(document: &Document, name: &str) -> Fit {
    let series = only(document).scaling.iter().find(|series| series.benchmark == name);
    series.and_then(|series| series.fit).unwrap_or_else(|| panic!("{name}: {series:?}"))
}

#[test]
fn instructions_are_linear_a_fixed_cost_is_affine_and_a_quadratic_one_neither() {
    let benches = ["--bench", "{sgdt,in,lgdt,test-fixed-cost,test-quadratic}"];
    let platform = ["--platform", "qemu-tcg", "--deterministic", "--kernel", test_image()];
    let (document, code) =
        run(&[&platform[..], &benches, &["--scaling", "--batches", "5"]].concat());
    assert_eq!(code, 0);
    for name in ["sgdt", "in", "lgdt"] {
        let fit = fit(&document, name);
        assert_eq!((fit.relation, fit.enough), (Relation::Linear, Some(1)), "{name}: {fit:?}");
        let exact = [fit.per_operation, fit.fixed, fit.r_squared].map(f64::to_bits);
        assert_eq!(exact, [1.0, 0.0, 1.0].map(f64::to_bits), "{name}: {fit:?}");
    }
    let fixed = fit(&document, "test-fixed-cost");
    assert_eq!(fixed.relation, Relation::Affine);
    // A thousand turns before the first operation, each of which is one more turn.
    assert!((fixed.fixed / fixed.per_operation - 1000.0).abs() < 10.0, "{fixed:?}");
    assert_eq!(fit(&document, "test-quadratic").relation, Relation::NotLinear);
}
