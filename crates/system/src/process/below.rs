//! The processes that a process has started, and those that these have.

use std::fs;

/// More than any monitor is made of.
const MOST: usize = 256;

/// All below `process`. One that ends meanwhile may be missing, with what it has started.
pub(super) fn below(process: u32) -> Vec<u32> {
    let mut found = children(process);
    let mut next = 0;
    while next < found.len() && found.len() < MOST {
        found.extend(children(found[next]));
        next += 1;
    }
    found.truncate(MOST);
    found
}

/// What the threads of `process` have started.
fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let numbers =
        |list: String| list.split_whitespace().filter_map(|it| it.parse().ok()).collect::<Vec<_>>();
    lists.flat_map(numbers).collect()
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use crate::process::Program;

    #[test]
    fn a_program_and_what_it_starts_are_found_and_gone_with_it() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000 & sleep 1000 & wait"]);
        let mut program = Program::start(command).unwrap();
        let found = || program.processes().len();
        let mut tries = 0;
        while found() < 3 && tries < 6000 {
            std::thread::sleep(Duration::from_millis(10));
            tries += 1;
        }
        assert_eq!(found(), 3);
        program.end();
        assert!(program.processes().is_empty());
    }
}
