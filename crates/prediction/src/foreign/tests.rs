use proptest::prelude::*;

use super::*;

const PERF: &str = "\
Analyze events for all VMs, all VCPUs:

             VM-EXIT    Samples  Samples%     Time%    Min Time    Max Time         Avg time

           MSR_WRITE       8123    45.01%     3.20%      0.60us    120.00us      1.20us ( +-   0.53% )
                 HLT       4000    22.16%    96.50%      0.50us   4000.00us   1000.20us ( +-   1.53% )
             PF excp         12     0.07%     0.10%      1.00us      9.00us      2.00us ( +-   9.53% )
  EXTERNAL_INTERRUPT        500     2.77%     0.20%      0.60us     20.00us      1.20us ( +-   0.53% )

Total Samples:12635, Total events handled time:4100000.00us.
";

const HISTOGRAM: &str = "\
# event histogram
#
# trigger info: hist:keys=exit_reason:vals=hitcount:sort=hitcount:size=2048 [active]
#

{ exit_reason: cpuid                } hitcount:         35
{ exit_reason:         96, isa:  2 } hitcount:        134

Totals:
    Hits: 169
";

const STATISTICS: &str = "\
/sys/kernel/debug/kvm/halt_exits:17
/sys/kernel/debug/kvm/1234-11/vcpu0/halt_exits:3
exits: 900
invlpg 5
mmio_exits=0
not a line
";

fn counts(text: &str) -> Vec<(String, u64)> {
    Foreign::parse(text.as_bytes(), "a.txt").unwrap().counts.into_iter().collect()
}

fn named(counts: &[(&str, u64)]) -> Vec<(String, u64)> {
    counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

#[test]
fn a_report_of_perf_is_read() {
    let expected =
        [("external_interrupt", 500), ("halt", 4000), ("msr_write", 8123), ("page_fault", 12)];
    assert_eq!(counts(PERF), named(&expected));
}

#[test]
fn a_histogram_is_read() {
    assert_eq!(counts(HISTOGRAM), named(&[("96", 134), ("cpuid", 35)]));
}

#[test]
fn statistics_of_kvm_are_read_and_sums_are_left_out() {
    assert_eq!(counts(STATISTICS), named(&[("halt", 20), ("page_flush", 5)]));
    let noted = "Samples taken at noon\nhalt_exits 17\n";
    assert_eq!(counts(noted), named(&[("halt", 17)]), "a word of perf's makes no report of it");
}

#[test]
fn what_has_no_counts_is_refused_with_a_reason() {
    let why = |text: &str| Foreign::parse(text.as_bytes(), "a.txt").unwrap_err().to_string();
    assert_eq!(why(" \n"), "a.txt has no exits of a guest: it is empty");
    for text in ["hello\n", "\u{1b}[2J: x\n", &HISTOGRAM[..60], "VM-EXIT Samples\n a b c\n"] {
        assert!(why(text).ends_with("no line of it is a reason with a count"), "{text}");
    }
}

proptest! {
    #[test]
    fn whatever_is_read_has_names_that_can_be_shown(
        text in prop_oneof![
            "\\PC{0,200}",
            Just(PERF.to_owned()),
            "(\\{ exit_reason: [^}]{0,90} \\} hitcount: [0-9]{0,25}\n){1,9}",
            "([a-z_/\u{1b}]{0,90}[:= ]+[0-9]{0,25}\n){1,9}",
        ],
        at in 0usize..200,
        byte: u8,
    ) {
        let mut bytes = text.into_bytes();
        if let Some(place) = bytes.get_mut(at) {
            *place = byte;
        }
        if let Ok(foreign) = Foreign::parse(&bytes, "a.txt") {
            for name in foreign.counts.keys() {
                prop_assert!(name.len() <= LONGEST_NAME, "{name:?}");
                prop_assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
            }
        }
    }
}
