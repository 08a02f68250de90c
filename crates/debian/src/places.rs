//! Where packages are taken from.

/// Names the places, with spaces between.
const VARIABLE: &str = "HYPERBENCH_DEBIAN";

/// Where they are taken from otherwise: whoever sends them, their hashes tell whether they are Debian's.
const DEBIAN: [&str; 2] =
    ["http://deb.debian.org/{archive}", "http://snapshot.debian.org/archive/{archive}/{date}"];

/// Where the index is that has no hash in a lock: Debian's server shows a certificate.
const INDEX: &str = "https://deb.debian.org/{archive}";

/// Addresses in which `{archive}` stands for `debian` or `debian-security`, and `{date}` for a time at
/// which a package was there.
#[derive(Debug)]
pub(crate) struct Places {
    /// Where packages are, the best place first.
    pub(crate) all: Vec<String>,
    /// Where the index of a release is.
    pub(crate) index: String,
}

impl Places {
    /// Those that the environment names, or Debian's.
    pub(crate) fn of_user() -> Self {
        let own = std::env::var(VARIABLE).unwrap_or_default();
        let own: Vec<_> = own.split_whitespace().map(str::to_owned).collect();
        match own.first().cloned() {
            Some(index) => Self { all: own, index },
            None => Self { all: DEBIAN.map(str::to_owned).to_vec(), index: INDEX.to_owned() },
        }
    }
}
