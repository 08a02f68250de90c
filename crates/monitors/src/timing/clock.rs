//! The host's own counter.

/// Reads the host's fastest steady counter: the processor's own where it runs at one rate
/// in every power state, else the operating system's monotonic clock.
#[derive(Debug, Clone)]
pub struct Clock {
    counter: quanta::Clock,
    ns_per_tick: f64,
}

/// Ticks over which the scale is read: enough for nine digits, far from an overflow.
const SCALE_SPAN: u64 = 1 << 40;

impl Clock {
    /// Finds the counter and learns its rate. The first call in a process takes up to 0.2 s.
    pub fn new() -> Self {
        let counter = quanta::Clock::new();
        let ns = counter.delta_as_nanos(1, 1 + SCALE_SPAN);
        Self { counter, ns_per_tick: ns as f64 / SCALE_SPAN as f64 }
    }

    /// The counter's value, in ticks since some moment in the past.
    #[inline]
    pub fn now(&self) -> u64 {
        self.counter.raw()
    }

    /// The same, read after all that has been loaded before. Otherwise a processor that has
    /// guessed the outcome of a comparison reads its counter ahead of the load that decides it.
    #[inline]
    pub fn now_after_loads(&self) -> u64 {
        // SAFETY: a barrier changes neither registers nor memory.
        #[expect(unsafe_code, reason = "no library orders a counter's read after loads")]
        unsafe {
            std::arch::asm!(env!("LOAD_FENCE"), options(nostack, preserves_flags));
        }
        self.now()
    }

    /// Nanoseconds that a tick takes.
    pub fn ns_per_tick(&self) -> f64 {
        self.ns_per_tick
    }

    /// The ticks in `ns` nanoseconds, to the nearest one.
    pub fn ticks(&self, ns: u32) -> u64 {
        let ticks = f64::from(ns) / self.ns_per_tick;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "4 s at most")]
        let ticks = ticks.round() as u64;
        ticks
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_advances_at_the_rate_that_it_claims() {
        let clock = Clock::new();
        let (start, began) = (clock.now(), std::time::Instant::now());
        std::thread::sleep(std::time::Duration::from_millis(20));
        let (ticks, elapsed) = (clock.now() - start, began.elapsed());
        let ns = ticks as f64 * clock.ns_per_tick();
        // The two are not read at the same moment: only the order of magnitude is certain.
        assert!(ns > 10e6 && ns < 10.0 * elapsed.as_nanos() as f64, "{ns}");
        assert!(clock.ticks(1000) > 0);
    }
}
