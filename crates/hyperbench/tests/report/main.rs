//! `hyperbench report`: what it writes, and how browsers show it.
#![allow(unreachable_pub, reason = "a test program has no outside")]

mod browser;
mod command;
mod flame;
mod overviews;
mod page;
mod prediction;
mod sizes;
mod synthetic;
