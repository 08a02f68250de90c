//! Which versions of Linux there are.

use super::style;

/// A row each: release, version of its packages, flavours, and the suite that it was found in.
pub fn kernels(rows: &[[String; 4]]) -> String {
    let mut table =
        style::new_table(&["release", "package", "flavours", "suite"], style::wants_colour());
    for row in rows {
        table.add_row(row.each_ref().map(|text| ground::brief(text, 60)));
    }
    style::text(&table)
}
