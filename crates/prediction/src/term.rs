//! A part of a predicted time.

use results::Quantity;

/// What one kind of event adds to the native time.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Term {
    /// The event.
    pub event: String,
    /// The operation that its price was measured by.
    pub operation: String,
    /// How often it happens.
    pub count: Quantity,
    /// What one adds.
    pub price: Quantity,
    /// What all of them add.
    pub adds: Quantity,
}

impl Term {
    /// `count` events that cost `price` each.
    pub fn new(event: &str, operation: &str, count: Quantity, price: Quantity) -> Self {
        let (event, operation) = (event.to_owned(), operation.to_owned());
        Self { event, operation, count, price, adds: count.times(price) }
    }
}
