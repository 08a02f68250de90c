//! A request is carried out: the platforms boot in turn, A B A B, so that what changes on the host
//! meanwhile meets them all.

use crate::decision::{self, Decision};
use crate::floors::{Floors, Setup};
use crate::keeper::Keeper;
use crate::plan::Plan;
use crate::request::Request;
use crate::session::{Job, Session, Watcher, measure_series, run_together};
use crate::verification::{Witness, agreements, differences};
use ground::Trouble;
use results::Document;
use system::interrupt::Interrupt;

/// What came of a request.
#[derive(Debug)]
pub struct Outcome {
    /// The results, whole or as far as they came.
    pub document: Document,
    /// What could not be written of them.
    pub unwritten: Vec<Trouble>,
    /// The platforms whose guests said the same twice, where everything was run twice, each with how many lines.
    pub verified: Vec<(String, usize)>,
    /// Whether the user ended it.
    pub is_interrupted: bool,
}

/// Measures what `request` asks for; `watcher` learns of its progress.
///
/// # Errors
/// What can be found wrong beforehand is found before the first guest is started.
pub fn measure(request: &Request, watcher: &mut dyn Watcher) -> Result<Outcome, Trouble> {
    let mut plan = Plan::new(request)?;
    let mut keeper = Keeper::new(request, &plan, watcher)?;
    let mut floors = Floors::open();
    let processor = keeper.host().cpu.clone();
    for job in &mut plan.jobs {
        job.floor = floors.find(setup(job, &processor, request));
    }
    let interrupt = Interrupt::catch()?;
    let mut verified = Vec::new();
    if request.verify {
        verified = take_turns_twice(&plan.jobs, &interrupt, &mut keeper);
    } else {
        let decision = Decision::planned(keeper.document(), request.threshold);
        take_turns(&plan.jobs, decision.as_ref(), &interrupt, &mut keeper);
    }
    if request.scaling {
        for job in &plan.jobs {
            let series = measure_series(job, &interrupt, &mut keeper);
            keeper.add_series(job.spec.label(), series);
        }
    }
    for job in &plan.jobs {
        if let Some(together) = run_together(job, &interrupt, &mut keeper) {
            keeper.add_together(job.spec.label(), together);
        }
    }
    let judgement = decision::judgement(keeper.document(), &request.gate, request.threshold);
    keeper.set_judgement(judgement.filter(|_| request.variants));
    let (document, unwritten) = keeper.finish();
    for run in &document.platforms {
        let job = plan.jobs.iter().find(|job| job.spec.label() == run.label);
        if let Some(job) = job.filter(|job| job.platform.about().is_live) {
            floors.learn(setup(job, &processor, request), run);
        }
    }
    floors.keep();
    Ok(Outcome { document, unwritten, verified, is_interrupted: interrupt.is_requested() })
}

/// What the speed of the reference in the guests of `job` depends on.
fn setup<'a>(job: &'a Job, processor: &'a str, request: &'a Request) -> Setup<'a> {
    let (spec, version) = (job.spec.text(), job.detected.version.as_str());
    Setup { processor, spec, version, kernel: request.image_of(job.config.kind).bytes() }
}

/// Boots the platforms in turn. Ends before the boots do where the comparison of two is decided.
fn take_turns(
    jobs: &[Job],
    decision: Option<&Decision>,
    interrupt: &Interrupt,
    watcher: &mut dyn Watcher,
) {
    let mut sessions: Vec<_> = jobs.iter().map(Session::new).collect();
    while !sessions.is_empty() {
        for index in 0..sessions.len() {
            start_two(&mut sessions[index..]);
            sessions[index].round(interrupt, watcher);
        }
        sessions.retain(|session| !session.is_over());
        if let (Some(decision), [a, b]) = (decision, sessions.as_slice())
            && decision.is_settled(a.boots_made(), a.run(), b.run())
        {
            return;
        }
    }
}

/// Where it makes no difference, the next platform's guest runs beside this one's.
fn start_two(sessions: &mut [Session]) {
    if let [this, next, ..] = sessions
        && this.is_exact()
        && next.is_exact()
    {
        this.start_ahead();
        next.start_ahead();
    }
}

/// The same twice. The results are those of the first time; platforms whose guests said
/// something else the second time have failed, and the others are returned.
fn take_turns_twice(
    jobs: &[Job],
    interrupt: &Interrupt,
    keeper: &mut Keeper,
) -> Vec<(String, usize)> {
    let mut first = Witness::beside(keeper);
    take_turns(jobs, None, interrupt, &mut first);
    let first = first.into_consoles();
    let mut second = Witness::default();
    take_turns(jobs, None, interrupt, &mut second);
    if interrupt.is_requested() {
        return Vec::new();
    }
    let second = second.into_consoles();
    for (label, why) in differences(&first, &second) {
        keeper.fail(&label, why);
    }
    agreements(&first, &second)
}
