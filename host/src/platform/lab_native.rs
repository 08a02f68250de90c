//! The lab's machine itself, without a hypervisor.

use super::Platform;
use crate::lab::LabNative;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabNative;
