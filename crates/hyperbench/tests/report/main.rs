//! `hyperbench report`: what it writes, and how browsers show it.
#![allow(unreachable_pub, reason = "a test program has no outside")]

mod browser;
mod command;
mod flame;
mod page;
mod sizes;
mod synthetic;
