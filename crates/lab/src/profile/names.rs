//! What functions are called in their sources.

/// The name of a function in Rust without what tells builds of its crate apart; any other stays.
pub(super) fn plain(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_rust_have_the_names_of_their_sources() {
        assert_eq!(plain("_ZN4vcpu4turn17h0123456789abcdefE"), "vcpu::turn");
        assert_eq!(plain("_RNvCs1234_4vcpu4turn"), "vcpu::turn");
        assert_eq!(plain("svm_vcpu_run"), "svm_vcpu_run");
    }
}
