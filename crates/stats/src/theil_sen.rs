//! A straight line through points of which some may be wild.

use super::sorted::Sorted;

/// y = `intercept` + `slope`·x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Unit of y.
    pub intercept: f64,
    /// Unit of y per unit of x.
    pub slope: f64,
    /// Coefficient of determination 1 − Σ(y − ŷ)²/Σ(y − ȳ)², at most 1, without unit; negative
    /// where the line, which does not minimise squares, does worse than the mean. 1 for an exact
    /// fit, also of a level line.
    pub r_squared: f64,
}

impl Line {
    /// The line's y at `x`.
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}

/// Theil and Sen's line through `points` (x, y): its slope is the median of the slopes of all
/// pairs of points with different x, its intercept the median of y − slope·x. Up to 29 % of the
/// points may be arbitrarily wrong. `None` without two different x, or with a value that is not
/// finite. (Theil, Proc. Kon. Ned. Akad. Wet. 53, 1950; Sen, JASA 63, 1968.)
pub fn theil_sen(points: &[(f64, f64)]) -> Option<Line> {
    let slopes = points.iter().enumerate().flat_map(|(i, (x0, y0))| {
        let later = points[i + 1..].iter().filter(move |(x, _)| x != x0);
        later.map(move |(x, y)| (y - y0) / (x - x0))
    });
    let slope = Sorted::new(slopes.collect())?.median();
    let rests = points.iter().map(|(x, y)| y - slope * x).collect();
    let mut line = Line { intercept: Sorted::new(rests)?.median(), slope, r_squared: 1.0 };
    line.r_squared = r_squared(&line, points);
    Some(line)
}

fn r_squared(line: &Line, points: &[(f64, f64)]) -> f64 {
    let mean = points.iter().map(|(_, y)| y).sum::<f64>() / points.len() as f64;
    let left: f64 = points.iter().map(|(x, y)| (y - line.at(*x)).powi(2)).sum();
    let total: f64 = points.iter().map(|(_, y)| (y - mean).powi(2)).sum();
    if left == 0.0 { 1.0 } else { 1.0 - left / total }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Rng, close};

    #[test]
    fn an_exact_line_is_found_exactly() {
        let points: Vec<_> =
            (0..8).map(|i| f64::from(1 << i)).map(|x| (x, 7.0 + 3.0 * x)).collect();
        let line = theil_sen(&points).unwrap();
        assert_eq!((line.intercept, line.slope, line.r_squared), (7.0, 3.0, 1.0));
    }

    #[test]
    fn agrees_with_another_implementation() {
        let y = [1.1, 3.9, 6.2, 7.7, 10.4, 30.0];
        let points: Vec<_> = y.iter().enumerate().map(|(i, &y)| (i as f64 + 1.0, y)).collect();
        let line = theil_sen(&points).unwrap();
        close(line.slope, 2.55, 1e-12); // SciPy's theilslopes
        close(line.intercept, -1.45, 1e-9); // by hand: −2.5 −2.35 −1.45 −1.45 −1.2 14.7
        // Squares by hand: 262.7975 about the line, 1122.31 − 59.3²/6 about the mean.
        close(line.r_squared, 1.0 - 262.7975 / (1122.31 - 59.3 * 59.3 / 6.0), 1e-9);
    }

    #[test]
    fn a_quarter_of_wild_points_does_not_move_it() {
        let mut rng = Rng::new(2);
        let points: Vec<_> = (0..40)
            .map(|i| {
                let x = 10f64.powf(1.0 + 0.1 * f64::from(i));
                let wild = if i % 4 == 0 { 5.0 * x } else { 0.0 };
                (x, 50.0 + 12.0 * x * (1.0 + 0.001 * rng.normal()) + wild)
            })
            .collect();
        let line = theil_sen(&points).unwrap();
        close(line.slope, 12.0, 0.4);
    }

    #[test]
    fn level_lines_and_impossible_input() {
        let level = theil_sen(&[(1.0, 4.0), (2.0, 4.0), (3.0, 4.0)]).unwrap();
        assert_eq!((level.slope, level.r_squared), (0.0, 1.0));
        assert_eq!(theil_sen(&[(1.0, 4.0), (1.0, 5.0)]), None);
        assert_eq!(theil_sen(&[(1.0, f64::NAN), (2.0, 5.0)]), None);
        assert_eq!(theil_sen(&[]), None);
    }
}
