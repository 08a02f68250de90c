//! The lab's machine itself, without a hypervisor.

use monitors::Platform;

use crate::native::LabNative;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &LabNative;
