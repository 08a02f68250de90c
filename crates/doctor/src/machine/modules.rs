//! The kernel's modules.

use std::collections::BTreeMap;

use super::Machine;

/// The parameters of kernel modules, by module and name.
pub(super) type Modules = BTreeMap<String, BTreeMap<String, String>>;

impl Machine {
    /// The modules whose names begin with one of `prefixes`, and those of their parameters
    /// that can be read.
    pub fn modules(&self, prefixes: &[&str]) -> Modules {
        let wanted = |name: &String| prefixes.iter().any(|prefix| name.starts_with(prefix));
        let modules = self.names("/sys/module").into_iter().filter(wanted);
        modules.map(|name| (name.clone(), self.parameters(&name))).collect()
    }

    fn parameters(&self, module: &str) -> BTreeMap<String, String> {
        let folder = format!("/sys/module/{module}/parameters");
        let read = |name: String| {
            let value = self.line(&format!("{folder}/{name}"))?;
            Some((name, value))
        };
        self.names(&folder).into_iter().filter_map(read).collect()
    }

    /// Whether a process of this name is running.
    pub fn runs(&self, process: &str) -> bool {
        let is_number = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
        let mut processes = self.names("/proc").into_iter().filter(is_number);
        processes.any(|id| self.line(&format!("/proc/{id}/comm")).as_deref() == Some(process))
    }
}
