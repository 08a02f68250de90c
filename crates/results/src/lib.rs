//! The result of a run: one versioned document with every raw sample, from which all
//! tables are made.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "what is computed by hand comes out exactly"))]

mod batch;
mod benchmark;
mod beside;
mod boot;
mod boot_figure;
pub mod channels;
mod costs;
mod disarm;
mod document;
mod estimate;
mod events;
mod external;
mod finding;
mod footprint;
mod guest;
mod host;
mod image;
mod inner_build;
pub mod interference;
mod latency;
mod linux_build;
mod migration;
mod older;
mod placement;
mod profile;
mod quantity;
mod read;
mod runs;
mod schema;
mod series;
mod shard;
mod share;
mod speed;
mod stages;
mod status;
mod store;
mod summary;
mod taken;
mod time_series;
mod worlds;

pub use batch::{Plan, Sample};
pub use benchmark::{Fault, Measured};
pub use beside::{Beside, Eta};
pub use boot::{Boot, ConsoleHealth, Ending, GuestEnvironment};
pub use boot_figure::BootFigure;
pub use costs::Levels;
pub use disarm::disarm;
pub use document::{
    CLOCK_TOLERANCE, Document, Judgement, PlatformRun, SCHEMA_VERSION, Settings, Tool, Violation,
};
pub use estimate::{ConfidenceInterval, Estimate, LEVEL, Method, Normality, OutlierCounts};
pub use events::{EXITS, Event, Events, Snapshot, USER_EXITS};
pub use external::{Disagreement, External, ExternalBatch, MOST_FLAGGED, WindowTime};
pub use finding::{Finding, Level};
pub use footprint::{Footprint, Together, together};
pub use guest::{Console, Cpu, Hello, Hypervisor, Idle, Memory, Panic, Reference, System, Timer};
pub use host::{Frequency, HostActivity, HostEnvironment, Isolation};
pub use image::ImageBuild;
pub use inner_build::InnerBuild;
pub use latency::Latency;
pub use linux_build::{LinuxBuild, Package};
pub use migration::{BatchOf, Migration, MigrationReport, SavedGuest};
pub use placement::{Pinned, Placement};
pub use profile::{Answer, Change, Exits, Function, Left, Profile, Stack, Turn, place};
pub use quantity::Quantity;
pub use read::{parse, read};
pub use runs::{KeptRun, MOST as MOST_RUNS, Runs};
pub use schema::schema;
pub use series::{Fit, Series, Total};
pub use shard::Shard;
pub use share::Share;
pub use speed::Speed;
pub use stages::{Stages, StartTimes};
pub use status::{Status, Stop, Unit};
pub use store::{Store, unwritable};
pub use summary::{Resolution, Spread, Summary};
pub use taken::{Rest, Taken, Train};
pub use time_series::{MOST_POINTS, TimeSeries, Window};
pub use worlds::{Parts, Worlds};
