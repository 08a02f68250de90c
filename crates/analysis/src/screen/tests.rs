use proptest::prelude::*;

use super::*;

/// A screen of QEMU's, in VGA's text.
const SHOWN: &str = include_str!("data/shown.txt");

fn document(text: &str) -> Document {
    let category = |name: &str| (name == "sgdt").then(|| "unprivileged".to_owned());
    Screen::read(text).unwrap().document("desk", Unit::Cycles, category)
}

fn mistakes(text: &str) -> Vec<usize> {
    Screen::read(text).unwrap_err().iter().map(|mistake| mistake.line).collect()
}

#[test]
fn what_was_shown_is_read_back() {
    let document = document(SHOWN);
    let run = &document.platforms[0];
    let sgdt = run.find("sgdt").unwrap();
    assert_eq!(sgdt.category, "unprivileged");
    assert_eq!((sgdt.value, sgdt.low, sgdt.high), (Some(3.26), Some(3.25), Some(3.27)));
    let hypercall = run.find("hypercall").unwrap();
    assert_eq!(hypercall.status, Status::Skipped);
    assert!(hypercall.reason.starts_with("no hypercall"), "{}", hypercall.reason);
    let guest = &run.boots[0].guest;
    assert_eq!(guest.kernel.as_ref().unwrap().boot, "multiboot1");
    assert_eq!(guest.hypervisor.as_ref().unwrap().name, "tcg");
    assert!(document.complete && run.incomplete.is_none());
}

/// A screen that is read becomes a document like any other, which says where it is from.
#[test]
fn a_screen_is_a_platform_of_a_document() {
    let document = document(SHOWN);
    let run = &document.platforms[0];
    assert_eq!(document.baseline().unwrap(), run);
    assert_eq!((&*run.label, &*run.platform, &*run.spec), ("desk", "screen", "desk"));
    assert!(run.caveat.starts_with("from a screen"));
    assert_eq!(document.schema_version, SCHEMA_VERSION);
    assert!(document.host.cpu.starts_with("unknown"));
    assert_eq!(document.settings.suite, "screen");
    let kernel = run.boots[0].guest.kernel.as_ref().unwrap();
    assert_eq!(Screen::read(SHOWN).unwrap().arch(), kernel.arch);
    assert!(SHOWN.contains(&format!(" {} ", kernel.arch)));
}

#[test]
fn a_cost_whose_interval_reaches_zero_is_at_most_its_upper_end() {
    let of = |line: &str| {
        let title = "HyperBench 0.1.0 any efi, page 1 of 1";
        let machine = "4 CPUs, hypervisor none, Model, 3 GHz";
        let text = shown(&[title, machine, "250 ticks a second; medians", line]);
        let run = document(&text).platforms.remove(0);
        let guest = &run.boots[0].guest;
        assert_eq!(guest.cpu.as_ref().unwrap().count, Some(4));
        assert_eq!(guest.timer.as_ref().unwrap().hz, Some(250));
        let it = &run.benchmarks[0];
        (it.value, it.low, it.high, it.resolution)
    };
    let below = Some(Resolution::Below);
    assert_eq!(of("a 0.50 ticks 0.00 to 1.00"), (None, Some(0.0), Some(1.0), below));
    assert_eq!(of("a -2.00 ticks -3.00 to -1.00"), (None, Some(0.0), Some(0.0), below));
    assert_eq!(of("a 0.00 ticks"), (None, None, None, below));
    let known = (Some(0.5), Some(0.1), Some(1.0), Some(Resolution::Resolved));
    assert_eq!(of("a 0.50 ticks 0.10 to 1.00"), known);
}

/// A character is another; a line is missing, twice, or behind its neighbour; the sum is not there.
#[test]
fn what_was_misread_is_named() {
    let lines: Vec<&str> = SHOWN.lines().collect();
    let last = lines.len();
    let with =
        |order: &[usize]| order.iter().map(|at| lines[*at].to_owned() + "\n").collect::<String>();
    let all: Vec<usize> = (0..last).collect();
    assert_eq!(mistakes(&SHOWN.replace("sgdt", "sqdt")), [6]);
    assert_eq!(mistakes(&SHOWN.replace("1 of 1", "1 of I")), [1]);
    assert_eq!(mistakes(&with(&[&all[..4], &all[5..]].concat())), [last - 1]);
    assert_eq!(mistakes(&with(&[&all[..5], &all[4..]].concat())), [last + 1]);
    assert_eq!(mistakes(&with(&[&all[..4], &[5, 4], &all[6..]].concat())), [last]);
    assert_eq!(mistakes(&with(&all[..last - 1])), [last - 1]);
    assert_eq!(mistakes(&SHOWN.replace("3.26 ticks", "3.26ticks")), [6]);
    assert_eq!(mistakes("a photograph\n"), [1]);
    assert_eq!(mistakes(""), [1]);
}

#[test]
fn blanks_other_lines_and_the_case_of_checks_do_not_matter() {
    let typed: String = SHOWN
        .lines()
        .map(|line| format!(" {}\n~~\n", line.split_whitespace().collect::<Vec<_>>().join("  ")))
        .collect();
    assert_eq!(document(&typed.replace(" *", "* ").replace("* ", " *  ")), document(SHOWN));
}

/// Texts with right checks, as the kernel makes them.
fn shown(lines: &[&str]) -> String {
    let check =
        |line: &&str| format!("{line} *{:04x}\n", crc32fast::hash(line.as_bytes()) & 0xffff);
    let sum = crc32fast::hash(lines.concat().as_bytes());
    lines.iter().map(check).collect::<String>()
        + &format!("sum of {} lines *{sum:08x}\n", lines.len())
}

#[test]
fn pages_come_in_any_order_and_missing_ones_are_named() {
    let page = |number: u32, hz: u32, line: &str| {
        let title = format!("HyperBench 0.1.0 any efi, page {number} of 3");
        let counter = format!("{hz} ticks a second; medians of batches, 95 % intervals");
        shown(&[&title, "4 CPUs, hypervisor none, Model, 3 GHz", &counter, line])
    };
    let (first, second) =
        (page(1, 100, "a 100 ticks"), page(2, 100, "b -0.50 ticks -1.00 to 0.50"));
    let third = page(3, 100, "panic #GP at 0x10");
    let both = Screen::read(&(second.clone() + &first + &first)).unwrap();
    assert_eq!(both.missing(), [3]);
    let all = document(&[third, second, first.clone()].concat());
    let run = &all.platforms[0];
    assert_eq!(run.boots[0].guest.cpu.as_ref().unwrap().model, "Model, 3 GHz");
    assert_eq!((run.benchmarks[0].value, run.benchmarks[0].low), (Some(100.0), None));
    assert_eq!((run.benchmarks[1].value, run.benchmarks[1].high), (None, Some(0.5)));
    assert!(all.complete && run.incomplete.as_ref().unwrap().contains("#GP at 0x10"));
    assert_eq!(mistakes(&(first + &page(2, 101, "b 1.00 ticks"))), [10]);
}

proptest! {
    #[test]
    fn no_text_panics(text in "([ -~]{0,40}\\*[0-9a-f]{4,8}\n|HyperBench 1 2 3, page [0-9]{1,9} of [0-9]\n){0,9}") {
        drop(Screen::read(&text));
    }

    #[test]
    fn no_line_with_right_checks_panics(lines in prop::collection::vec("[ -~&&[^*]]{0,70}", 0..9)) {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        if let Ok(screen) = Screen::read(&shown(&lines)) {
            screen.document("any", Unit::Cycles, |_| None);
        }
    }
}

#[test]
fn an_asterisk_alone_makes_no_check_and_a_mistake_names_its_line() {
    assert_eq!(document(&format!("stars *zzzz\nand *ab\n{SHOWN}")), document(SHOWN));
    let mistake = Screen::read("a photograph\n").unwrap_err().remove(0);
    assert_eq!(mistake.to_string(), "line 1: there is no line with the sum behind it");
}
