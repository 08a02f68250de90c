//! Chromium without a window, steered over its debugging pipe.
//!
//! The crates for this fetch the protocol's description while they are built, which fails without a
//! network. Of the protocol a page's test needs little.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long an answer is waited for before the test fails.
const PATIENCE: Duration = Duration::from_secs(120);

/// The pipe's ends become the file descriptors 3 and 4, where Chromium expects them.
const START: &str = "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null";

/// A browser with one page.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    last_id: u64,
    events: Vec<Value>,
    _profile: TempDir,
}

/// How a page is looked at.
#[derive(Clone, Copy)]
pub struct View {
    pub width: u32,
    pub dark: bool,
}

pub const DESKTOP: View = View { width: 1280, dark: false };

impl Browser {
    pub fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let mut child = Command::new("sh")
            .args(["-c", START, "sh", "--headless", "--disable-gpu", "--remote-debugging-pipe"])
            .args(["--disable-background-networking", "--no-first-run", "--disable-dev-shm-usage"])
            // Only the tests' own pages are opened, and neither root nor a container has a sandbox.
            .arg("--no-sandbox")
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()
            .expect("there is a shell");
        let input = child.stdin.take().unwrap();
        let messages = listen(BufReader::new(child.stdout.take().unwrap()));
        let (session, last_id, events) = (None, 0, Vec::new());
        let mut browser =
            Self { child, input, messages, session, last_id, events, _profile: profile };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", &target);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Opens a file and waits until it is loaded.
    pub fn open(&mut self, file: &str, view: View) {
        let size = json!({ "width": view.width, "height": 900, "deviceScaleFactor": 1,
            "mobile": view.width < 500 });
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let scheme = if view.dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", &features);
        self.events.clear();
        self.call("Page.navigate", &json!({ "url": format!("file://{file}") }));
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let message = self.message();
            self.events.push(message);
        }
    }

    /// What `expression` is in the page, once it is settled.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", &asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Presses and releases a key.
    pub fn press(&mut self, key: &str, code: u32, text: &str) {
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
            if kind == "keyDown" {
                event["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Whatever the page's programs and the browser complained about since it was opened.
    pub fn complaints(&self) -> Vec<&Value> {
        let kinds = ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"];
        let is_one = |event: &&Value| kinds.iter().any(|kind| event["method"] == *kind);
        self.events.iter().filter(is_one).collect()
    }

    /// The addresses that the page has asked for since it was opened.
    pub fn requests(&self) -> Vec<&str> {
        let requests = self.events.iter().filter(|e| e["method"] == "Network.requestWillBeSent");
        requests.filter_map(|event| event["params"]["request"]["url"].as_str()).collect()
    }

    pub fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect(INSTALL);
        loop {
            let message = self.message();
            if message["id"] == self.last_id {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    fn message(&self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect(INSTALL)
    }
}

const INSTALL: &str = "Chromium runs and answers; tools/setup.sh test installs it";

fn listen(mut output: impl BufRead + Send + 'static) -> Receiver<Value> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        while output.read_until(0, &mut bytes).is_ok_and(|count| count > 0) {
            let message = serde_json::from_slice(bytes.strip_suffix(&[0]).unwrap_or(&bytes));
            if sender.send(message.unwrap_or_default()).is_err() {
                break;
            }
            bytes.clear();
        }
    });
    receiver
}

impl Drop for Browser {
    fn drop(&mut self) {
        let close = json!({ "id": self.last_id + 1, "method": "Browser.close" });
        let asked = self.input.write_all(format!("{close}\0").as_bytes()).is_ok();
        for _ in 0..if asked { 100 } else { 0 } {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                break;
            }
            thread::sleep(Duration::from_millis(100));
        }
        // Helpers that outlive the browser are in its group.
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}
