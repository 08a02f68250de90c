//! What the doctor looks at for all platforms that run on KVM.

mod backend;
mod interface;
mod polling;

pub use backend::CHECK as BACKEND;
pub use interface::CHECK as INTERFACE;
pub use polling::CHECK as POLLING;
