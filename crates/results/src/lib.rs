//! The result of a run: one versioned document with every raw sample, from which all
//! tables are made.

mod benchmark;
mod boot;
pub mod compare;
mod disarm;
mod document;
mod estimate;
mod events;
mod external;
mod finding;
mod host;
mod latency;
pub mod model;
mod older;
mod placement;
mod read;
pub mod reference;
mod schema;
mod series;
mod side_by_side;
mod status;
mod store;
pub mod study;
mod summary;
mod time;
pub mod timing;

pub use benchmark::{Fault, Measured, Stop};
pub use boot::{Boot, ConsoleHealth, Ending, GuestEnvironment, StartTimes};
pub use document::{Document, PlatformRun, SCHEMA_VERSION, Settings, Tool};
pub use estimate::{ConfidenceInterval, Estimate, LEVEL, Method, Normality, OutlierCounts};
pub use events::{EXITS, Event, Events, Snapshot, USER_EXITS};
pub use external::{Disagreement, External, ExternalBatch, MOST_FLAGGED, WindowTime};
pub use finding::{Finding, Level};
pub use host::{Frequency, HostActivity, HostEnvironment, Isolation};
pub use latency::Latency;
pub use placement::{Pinned, Placement};
pub use read::{ReadError, parse, read};
pub use schema::schema;
pub use series::{Fit, Series, Total};
pub use side_by_side::{SideBySide, Source};
pub use status::{Status, Unit};
pub use store::{Store, StoreError};
pub use summary::{BootFigure, Resolution, Spread, Summary};
pub use time::now;
