//! The keys of a specification that are about the Linux that a guest boots.

use crate::Key;

/// What it is told besides.
pub const OPTION: Key =
    Key { name: "linux", help: "an option more for a guest's Linux, such as mitigations=off" };

/// Which it is.
pub const KERNEL: Key = Key {
    name: "guest-kernel",
    help: "a guest's Linux: Debian's of a version, such as 6.12, or its file [hyperbench guest]",
};

/// All of them.
pub const ALL: [Key; 2] = [OPTION, KERNEL];
