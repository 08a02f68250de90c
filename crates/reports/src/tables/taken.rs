//! Who takes the processor from a guest: how much, how long, how often.

use super::lines::wrapped;
use crate::digits::{count_text, counted, percent, short, time};
use results::{Document, PlatformRun, Summary, Taken, Train};

/// Trains that are said one by one.
const MOST: usize = 4;

/// Rates of ticks that systems are built with, in Hz.
const TICKS: [u32; 5] = [100, 250, 300, 1000, 1024];

/// A period is a tick's if it is no farther from it than this share: clocks differ by some parts in a
/// million, and guests measure their counter's rate in a few ms.
const LIKE: f64 = 0.005;

/// A period is said with so many digits, unless it is known less well than this share.
const DIGITS: u32 = 4;
const WELL: f64 = 0.0005;

/// Less than this share is not said in digits.
const LITTLE: f64 = 0.0001;

/// What was taken from each guest that watched, a paragraph each; empty where none did.
pub(crate) fn render(document: &Document, width: usize) -> String {
    let all =
        document.platforms.iter().flat_map(|run| run.benchmarks.iter().map(move |b| (run, b)));
    let taken = all.filter_map(|(run, summary)| Some((run, summary, summary.taken.as_ref()?)));
    let texts = taken.map(|(run, summary, taken)| paragraph(run, summary, taken, width));
    texts.collect()
}

fn paragraph(run: &PlatformRun, summary: &Summary, taken: &Taken, width: usize) -> String {
    let text = format!("{}, {}: {}", run.label, summary.name, sentence(taken));
    let rest: String = points(taken).iter().map(|point| wrapped("   - ", point, width)).collect();
    wrapped(" ", &text, width) + &rest
}

/// How much was taken.
pub(crate) fn sentence(taken: &Taken) -> String {
    let watched = length(taken, taken.watched as f64, 3);
    if taken.gaps == 0 {
        let least = length(taken, taken.least as f64, 2);
        return format!(
            "nothing was taken of {watched}; what is shorter than {least} is not seen."
        );
    }
    format!(
        "{} of {watched} was taken, in {}: half of them of at most {}, the longest of {}.",
        share(taken.share),
        counted(taken.gaps, "gaps"),
        length(taken, taken.median as f64, 2),
        length(taken, taken.longest as f64, 2),
    )
}

/// By what: each train, the rest, and what is not known.
pub(crate) fn points(taken: &Taken) -> Vec<String> {
    let mut points: Vec<String> =
        taken.trains.iter().take(MOST).map(|train| point(taken, train)).collect();
    let others = taken.trains.get(MOST..).unwrap_or_default();
    if !others.is_empty() {
        let together: f64 = others.iter().map(|train| train.share).sum();
        let count = counted(others.len() as u64, "periods");
        points.push(format!("{count} more, {} together", share(together)));
    }
    let rest = &taken.irregular;
    if rest.gaps > 0 {
        let longest = length(taken, rest.longest as f64, 2);
        let count = counted(rest.gaps, "gaps");
        points.push(format!("irregular: {}, {count} of up to {longest}", share(rest.share)));
    }
    if taken.missing > 0 {
        let (missing, gaps) = (count_text(taken.missing), count_text(taken.gaps));
        points.push(format!("{missing} of {gaps} gaps were not kept: they are in the share alone"));
    }
    points
}

fn point(taken: &Taken, train: &Train) -> String {
    let height = length(taken, train.median as f64, 2);
    let longest = match train.longest > train.median.saturating_mul(2) {
        true => format!(", up to {}", length(taken, train.longest as f64, 2)),
        false => String::new(),
    };
    let came = match train.gaps < train.due {
        true => format!(", {} of {} times", count_text(train.gaps), count_text(train.due)),
        false => String::new(),
    };
    let tick = tick(taken, train).map(|hz| format!(", as a tick of {hz} Hz comes"));
    let period = period(taken, train);
    let share = share(train.share);
    format!("every {period} for {height}{longest}: {share}{came}{}", tick.unwrap_or_default())
}

/// A share, of which there is something however little it is.
fn share(of: f64) -> String {
    if of > 0.0 && of < LITTLE { format!("< {}", percent(LITTLE)) } else { percent(of) }
}

/// A period, with its margin where that is telling.
fn period(taken: &Taken, train: &Train) -> String {
    if train.error < WELL * train.period {
        return length(taken, train.period, DIGITS);
    }
    format!("{} ± {}", length(taken, train.period, DIGITS), length(taken, train.error, 2))
}

/// The rate of the tick that the train is like.
fn tick(taken: &Taken, train: &Train) -> Option<u32> {
    let rate = taken.hz? as f64 / train.period;
    TICKS.into_iter().find(|hz| (rate / f64::from(*hz) - 1.0).abs() <= LIKE)
}

/// Ticks of the guest's counter as a time, where its rate is known.
pub(crate) fn length(taken: &Taken, ticks: f64, digits: u32) -> String {
    match taken.hz {
        Some(hz) => time(ticks / hz as f64 * 1e9, digits),
        None => format!("{} ticks", short(ticks, digits)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Rest, Status};

    fn taken() -> Taken {
        let tick = Train {
            period: 4e6,
            error: 0.02,
            gaps: 7_400,
            due: 7_500,
            median: 8_000,
            shortest: 7_900,
            longest: 30_000,
            share: 0.002,
        };
        let thief = Train {
            period: 1e8,
            error: 2e5,
            gaps: 300,
            due: 300,
            median: 2_000_000,
            shortest: 2_000_000,
            longest: 2_100_000,
            share: 0.02,
        };
        Taken {
            hz: Some(1_000_000_000),
            watched: 30_000_000_000,
            ticks: 663_000_000,
            share: 0.0221,
            gaps: 7_712,
            missing: 0,
            least: 120,
            median: 8_000,
            longest: 3_000_000,
            trains: vec![thief, tick],
            irregular: Rest { gaps: 12, longest: 3_000_000, share: 0.0001 },
        }
    }

    #[test]
    fn what_is_taken_is_said_first_and_then_by_what() {
        let mut run = PlatformRun { label: "kvm".into(), ..PlatformRun::default() };
        let summary = Summary::without_value("gaps", "idle", Status::Ok, String::new());
        run.benchmarks.push(Summary { taken: Some(taken()), ..summary });
        let mut document = Document::default();
        document.platforms.push(run);
        let expected = " kvm, gaps: 2.2 % of 30.0 s was taken, in 7,712 gaps: half of them of at\n most \
                        8.0 µs, the longest of 3.0 ms.\n   \
                        - every 100.0 ms ± 200 µs for 2.0 ms: 2.0 %\n   \
                        - every 4.000 ms for 8.0 µs, up to 30 µs: 0.2 %, 7,400 of 7,500 times, as\n     \
                        a tick of 250 Hz comes\n   \
                        - irregular: 0.01 %, 12 gaps of up to 3.0 ms\n";
        assert_eq!(render(&document, 76), expected);
        assert_eq!(render(&Document::default(), 76), "");
    }

    #[test]
    fn a_guest_from_which_nothing_was_taken_is_told_what_could_not_be_seen() {
        let none = Taken { gaps: 0, share: 0.0, ..taken() };
        let expected = "nothing was taken of 30.0 s; what is shorter than 120 ns is not seen.";
        assert_eq!(sentence(&none), expected);
    }

    #[test]
    fn what_was_not_kept_and_what_has_no_room_is_said() {
        let mut many = Taken { missing: 12, hz: None, ..taken() };
        let tick = many.trains[1].clone();
        many.trains.extend(vec![tick; 4]);
        let points = points(&many);
        assert_eq!(points[4], "2 periods more, 0.4 % together");
        assert_eq!(points[6], "12 of 7,712 gaps were not kept: they are in the share alone");
        assert!(points[1].starts_with("every 4,000,000 ticks for 8,000 ticks"), "{}", points[1]);
    }
}
