//! What one event is of what operations do together.

use std::collections::BTreeMap;

use ground::GuestKind;
use results::Quantity;

use crate::signature::OperationCost;

/// A share below this is a rounding error of the elimination.
const NOTHING: f64 = 1e-9;

/// The operations that are measures of events, and what they do taken apart.
///
/// Operation o of event e does n(o, f) of each event f, and n(o, e) is 1 where that was not counted.
/// What v(o) is measured of the operations is M · x with M = (n(o, f)) and x of the single events, so
/// that x = M⁻¹ · v. Errors of operations are independent, those of events are not: each row of M⁻¹
/// is used at once. What Linux' operations alone measure is Linux' own doing: an operation of the bare
/// guest has none of it, whatever its instructions are. Where events always come together, the first of them takes all.
pub(crate) struct Apart<'a> {
    operations: Vec<(&'a str, &'a OperationCost)>,
    inverse: Vec<Vec<f64>>,
}

impl<'a> Apart<'a> {
    /// Of the operation of each event.
    pub(crate) fn new(operations: &BTreeMap<&'a str, &'a OperationCost>) -> Self {
        let operations: Vec<_> = operations.iter().map(|(event, one)| (*event, *one)).collect();
        let row = |(own, operation): &(&str, &OperationCost)| {
            let count = |(event, measure): &(&str, &OperationCost)| {
                let is_own = event == own;
                let has_price = operation.guest == GuestKind::Linux || measure.guest.is_bare();
                match operation.parts.get(*event).copied() {
                    Some(count) if !is_own && has_price || is_own && count > 0.0 => count,
                    _ => f64::from(u8::from(is_own)),
                }
            };
            operations.iter().map(count).collect()
        };
        let inverse = inverted(operations.iter().map(row).collect());
        Self { operations, inverse }
    }

    /// What `measured` of the operations comes to for each event.
    pub(crate) fn each(
        &self,
        measured: impl Fn(&OperationCost) -> Quantity,
    ) -> impl Iterator<Item = (&'a str, &'a OperationCost, Quantity)> {
        let measured: Vec<_> = self.operations.iter().map(|(_, one)| measured(one)).collect();
        self.operations.iter().zip(&self.inverse).map(move |((event, operation), shares)| {
            let parts = measured.iter().zip(shares).filter(|(_, share)| share.abs() > NOTHING);
            let sum = |sum: Quantity, (all, share): (&Quantity, &f64)| sum.plus(all.scaled(*share));
            (*event, *operation, parts.fold(Quantity::exact(0.0), sum))
        })
    }
}

/// The inverse of `rows`, by Gauss' and Jordan's elimination with the greatest pivot of a column; of a
/// column that depends on those before it, a row of zeros.
fn inverted(mut rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = rows.len();
    for (at, row) in rows.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == at))));
    }
    let mut places = vec![None; size];
    let mut used = 0;
    for (column, place) in places.iter_mut().enumerate() {
        let greatest = (used..size).max_by(|a, b| {
            let [a, b] = [a, b].map(|row| rows[*row][column].abs());
            a.total_cmp(&b)
        });
        let Some(pivot) = greatest.filter(|row| rows[*row][column].abs() > NOTHING) else {
            continue;
        };
        rows.swap(used, pivot);
        let by = rows[used][column];
        rows[used].iter_mut().for_each(|value| *value /= by);
        let pivot_row = rows[used].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != used) {
            let factor = row[column];
            row.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
        *place = Some(used);
        used += 1;
    }
    let row_of = |place: &Option<usize>| match place {
        Some(at) => rows[*at][size..].to_vec(),
        None => vec![0.0; size],
    };
    places.iter().map(row_of).collect()
}
