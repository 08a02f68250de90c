//! Statistics: pure functions from numbers to numbers.
//!
//! Nothing here reads a file, a clock or an unseeded random source, so the same samples always
//! give the same figures. The unit of a result is the unit of the samples that went in (cycles per
//! operation, as a rule); what has another unit or none says so. Every formula is cited where it is
//! implemented, and each module's tests check it against published values or a known truth.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positions in a sample and ranks are small and not negative"
)]
#![allow(clippy::float_cmp, reason = "ties and exact zeros are what is meant")]

pub mod change_points; // steps in a series
mod cost; //           from a batch's two times to the cost of one operation
pub mod crowd; //        where equal things lie, and how far off one is that is not
pub mod false_discovery; // how many findings of many tests are false
pub mod figure; //       a positive figure and how far it is known: costs, ratios, changes
pub mod format; //       value ± margin with the digits that mean something
pub mod histogram; //    log-linear latency histogram, cheap for a kernel to fill
pub mod holm; //         p-values of many tests at once
pub mod hpt; //          reliability of 'A is better than B' over many benchmarks
pub mod interval; //     a confidence interval and its coverage
pub mod levels; //       does an operation have two levels of its own?
pub mod lilliefors; //   normality test
pub mod looks; //        when to look at a growing sample, and what each look may err
pub mod median_ci; //    distribution-free interval of the median
pub mod outliers; //     Tukey's fences
pub mod rank_sum; //     Wilcoxon rank-sum (Mann-Whitney) test
pub mod ranks; //        midranks and the exact distribution of rank sums
pub mod scaling; //      is cost proportional to count?
pub mod sorted; //       a checked, sorted sample and its summary figures
pub mod theil_sen; //    robust straight line
pub mod trains; //       events that come again and again after the same time
pub mod undisturbed; //  the cost where nobody disturbs the machine

#[doc(hidden)]
pub mod testing;

pub use cost::{cost, median};
