//! A small HTTP client that can also send what no client should.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The view in an answer to a request, or the whole body.
    pub(crate) fn view(&self) -> Value {
        let mut json = self.json();
        let view = match json.get_mut("view") {
            Some(view) => view.take(),
            None => json,
        };
        crate::schema::check(&view);
        view
    }

    /// Checks that it refuses, for this reason.
    pub(crate) fn is_error(&self, error: &str) {
        assert_eq!(self.json()["error"], error, "{self:?}");
    }

    pub(crate) fn is_refused(&self, status: u16, error: &str) {
        self.is_error(error);
        assert_eq!(self.status, status, "{self:?}");
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(found, _)| found.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

/// No answer to a request is worth waiting for longer; a busy machine is not that slow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(100);

/// Waits until this is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "never: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Sends these bytes and returns the answer; `None` if the connection ends without one.
pub(crate) fn send(address: SocketAddr, bytes: &[u8]) -> Option<Answer> {
    let mut stream = connect(address)?;
    // The server may have closed already; it may have answered all the same.
    let _ = stream.write_all(bytes);
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    answer(&all)
}

pub(crate) fn connect(address: SocketAddr) -> Option<TcpStream> {
    let stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    Some(stream)
}

fn answer(bytes: &[u8]) -> Option<Answer> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    // A body that broke off is no answer.
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    let is_whole = length.is_none_or(|length| length.parse() == Ok(body.len()));
    is_whole.then(|| Answer {
        status,
        head: head.to_owned(),
        body: body.to_owned(),
    })
}

/// A request with these header lines, each ending in CR LF.
pub(crate) fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> Option<Answer> {
    let lengths = match method {
        "GET" | "HEAD" => String::new(),
        _ => format!("Content-Length: {}\r\n", body.len()),
    };
    let text = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{lengths}{headers}\r\n{body}"
    );
    send(address, text.as_bytes())
}

pub(crate) const JSON: &str = "Accept: application/json\r\n";
pub(crate) const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

pub(crate) fn get(address: SocketAddr, path: &str) -> Answer {
    ask(address, "GET", path, JSON, "")
}

/// A request that is answered.
pub(crate) fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> Answer {
    request(address, method, path, headers, body).unwrap()
}

/// Asks as a browser does.
pub(crate) fn page(address: SocketAddr, path: &str) -> Answer {
    ask(address, "GET", path, "", "")
}

/// Sends forms to servers, all at the same time.
pub(crate) fn at_once(requests: Vec<(SocketAddr, String, String)>) -> Vec<Answer> {
    let start = &Barrier::new(requests.len());
    thread::scope(|scope| {
        let send = |(address, path, form): (SocketAddr, String, String)| {
            scope.spawn(move || {
                start.wait();
                post(address, &path, &form)
            })
        };
        let sent: Vec<_> = requests.into_iter().map(send).collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    })
}

/// Posts a form; the answer is JSON.
pub(crate) fn post(address: SocketAddr, path: &str, form: &str) -> Answer {
    try_post(address, path, form).unwrap()
}

pub(crate) fn try_post(address: SocketAddr, path: &str, form: &str) -> Option<Answer> {
    request(address, "POST", path, &format!("{JSON}{FORM}"), form)
}

/// `a=b&c=d` of these pairs, escaped.
pub(crate) fn form(fields: &[(&str, &str)]) -> String {
    let escaped = |text: &str| -> String {
        let escape = |byte: u8| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                char::from(byte).to_string()
            }
            byte => format!("%{byte:02X}"),
        };
        text.bytes().map(escape).collect()
    };
    let pairs = fields
        .iter()
        .map(|(name, value)| format!("{name}={}", escaped(value)));
    pairs.collect::<Vec<_>>().join("&")
}
