//! Where in the guest what the user names is put.

use std::path::{Component, Path};

use super::{OWN, Refusal, WORK};

/// What the guest puts something else over, and what is its own.
const TAKEN: [&str; 7] = ["dev", "init", "proc", "sys", "tmp", "wait", OWN];

/// The place of a file that is to be at `named` in the guest, else where it is here: paths that do
/// not begin at the root are those from the folder that the program is started in.
pub(super) fn of_file(path: &Path, named: Option<&str>) -> Result<String, Refusal> {
    let wanted = named.map_or(path, Path::new);
    free(wanted).ok_or_else(|| {
        Refusal::new(
            format!("{} has no place in the guest under this path", wanted.display()),
            format!(
                "name another one, from the program's folder or from the root, outside of /{}: \
                 --file {}:NAME",
                TAKEN.join(", /"),
                path.display()
            ),
        )
    })
}

/// The place of the program, which finds one in any case.
pub(super) fn of_program(path: &Path) -> String {
    let name = || path.file_name().unwrap_or_default().to_string_lossy();
    free(path).unwrap_or_else(|| format!("{WORK}/{}", name()))
}

fn free(path: &Path) -> Option<String> {
    let mut parts = Vec::new();
    for component in path.components() {
        match component {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::RootDir | Component::CurDir => {}
            Component::ParentDir | Component::Prefix(_) => return None,
        }
    }
    if path.is_absolute() {
        let is_taken = TAKEN.contains(parts.first()?);
        return (!is_taken).then(|| parts.join("/"));
    }
    (!parts.is_empty()).then(|| format!("{WORK}/{}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_own_path_or_the_one_that_is_named() {
        let place = |path: &str, named| of_file(Path::new(path), named);
        assert_eq!(place("/usr/bin/sort", None).unwrap(), "usr/bin/sort");
        assert_eq!(place("./a/b", None).unwrap(), "workload/a/b");
        assert_eq!(place("/tmp/x", Some("y")).unwrap(), "workload/y");
        assert_eq!(place("../x", Some("/etc/y")).unwrap(), "etc/y");
        for (path, named) in [("/tmp/x", None), ("../x", None), ("a", Some("/proc/a")), ("/", None)]
        {
            let refusal = place(path, named).unwrap_err();
            assert!(refusal.next.contains(&format!("--file {path}:NAME")), "{refusal:?}");
        }
    }

    #[test]
    fn a_program_always_has_a_place() {
        assert_eq!(of_program(Path::new("/usr/bin/gzip")), "usr/bin/gzip");
        assert_eq!(of_program(Path::new("/tmp/mine")), "workload/mine");
        assert_eq!(of_program(Path::new("../build/mine")), "workload/mine");
        assert_eq!(of_program(Path::new("build/mine")), "workload/build/mine");
    }
}
