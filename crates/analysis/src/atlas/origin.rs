//! The results that the figures of a build come from.

use super::release::places;
use results::{Document, PlatformRun};

/// The run of `document` that has the figures of the build called `name` on `platform`.
pub fn origin<'a>(document: &'a Document, platform: &str, name: &str) -> Option<&'a PlatformRun> {
    let is_it = |run: &&PlatformRun| {
        places(run).iter().any(|it| it.column == platform && it.release.name == name)
    };
    document.platforms.iter().filter(|run| run.failure.is_none()).find(is_it)
}
