//! Programs that need no more rights than they are started with.

use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::thread::set_no_new_privs;

/// Has the program of `command`, and all that it starts, gain no rights by set-user-ID bits or file
/// capabilities (prctl(2), `PR_SET_NO_NEW_PRIVS`): what breaks out of a guest is as far as the user.
pub fn confine(command: &mut Command) {
    // SAFETY: the closure makes one system call and allocates nothing, as is necessary between fork and exec.
    #[expect(unsafe_code, reason = "the standard library offers no other way")]
    unsafe {
        command.pre_exec(|| Ok(set_no_new_privs(true)?));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::process::run;

    #[test]
    fn a_confined_program_cannot_gain_rights_and_others_can() {
        let ask = |is_confined: bool| {
            let mut command = Command::new("grep");
            command.args(["NoNewPrivs", "/proc/self/status"]);
            if is_confined {
                confine(&mut command);
            }
            run(command, Duration::from_secs(60)).unwrap().stdout
        };
        let own = std::fs::read_to_string("/proc/self/status").unwrap();
        let own = own.lines().find(|line| line.starts_with("NoNewPrivs")).unwrap();
        assert_eq!(ask(true).trim().chars().last(), Some('1'));
        assert_eq!(ask(false).trim().chars().last(), own.chars().last());
    }
}
