//! A terminal with a program in it, driven by typed keys.

use crate::support::command::{Ran, gokata_command, run, words};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::waiting::{PATIENCE, obey_signals};

pub(crate) struct Terminal {
    child: Child,
    keyboard: Option<File>,
    screen: Receiver<Vec<u8>>,
    open: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
    /// All output so far.
    pub(crate) seen: String,
    /// The beginning of a character whose end has not come yet.
    rest: Vec<u8>,
    /// The length of the part of `seen` that `wait_for` has searched.
    looked: usize,
}

impl Terminal {
    /// Runs the command in a window of this size, with `folder` as working directory.
    pub(crate) fn open(columns: u16, lines: u16, folder: &Path, arguments: &[&str]) -> Terminal {
        let mut command = gokata_command();
        command.args(arguments).current_dir(folder);
        Terminal::run(columns, lines, command)
    }

    /// Runs the command with the words of this line, in a window of usual size.
    pub(crate) fn window(folder: &Path, line: &str) -> Terminal {
        Terminal::open(80, 24, folder, &words(line))
    }

    /// Like [`Terminal::open`], with these variables instead of `TERM=xterm` and of those that turn colors on or off:
    /// `CI`, for one, turns them on in any terminal.
    pub(crate) fn open_as(
        variables: &[(&str, &str)],
        columns: u16,
        lines: u16,
        folder: &Path,
        arguments: &[&str],
    ) -> Terminal {
        let mut command = gokata_command();
        command.args(arguments).current_dir(folder);
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
            command.env_remove(variable);
        }
        command.envs(variables.iter().copied());
        Terminal::start(columns, lines, command)
    }

    /// Runs the command in a window of this size.
    pub(crate) fn run(columns: u16, lines: u16, mut command: Command) -> Terminal {
        command.env("NO_COLOR", "1").env("TERM", "xterm");
        Terminal::start(columns, lines, command)
    }

    fn start(columns: u16, lines: u16, mut command: Command) -> Terminal {
        let size = Winsize {
            ws_row: lines,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let pty = openpty(&size, None).expect("a terminal");
        // Otherwise the programs of other tests would inherit the window and keep it open.
        for fd in [&pty.master, &pty.slave] {
            fcntl(fd, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).expect("marked");
        }
        obey_signals();
        let end = || Stdio::from(pty.slave.try_clone().expect("another end"));
        let child = command
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("it runs");
        // The command holds ends of the window, too.
        drop(command);
        drop(pty.slave);
        let master: OwnedFd = pty.master;
        let mut screen = File::from(master.try_clone().expect("another end"));
        let (send, receive) = channel();
        let open = Arc::new(AtomicBool::new(true));
        let still_open = Arc::clone(&open);
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while still_open.load(Ordering::Relaxed) {
                let mut fds = [PollFd::new(screen.as_fd(), PollFlags::POLLIN)];
                if poll(&mut fds, PollTimeout::from(20u8)) == Ok(0) {
                    continue;
                }
                // Reading fails when the program has ended.
                let Ok(count @ 1..) = screen.read(&mut buffer) else {
                    break;
                };
                if send.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            child,
            keyboard: Some(File::from(master)),
            screen: receive,
            open,
            reader: Some(reader),
            seen: String::new(),
            rest: Vec::new(),
            looked: 0,
        }
    }

    /// Waits until this text is shown, after the text that the previous call waited for.
    pub(crate) fn wait_for(&mut self, text: &str) {
        let start = Instant::now();
        loop {
            if let Some(at) = self.seen[self.looked..].find(text) {
                self.looked += at + text.len();
                return;
            }
            let left = PATIENCE.saturating_sub(start.elapsed());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.show(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("waited in vain for {text:?}; seen:\n{}", self.seen)
                }
            }
        }
    }

    fn show(&mut self, bytes: &[u8]) {
        self.rest.extend(bytes);
        let whole = match str::from_utf8(&self.rest) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.rest.len(),
        };
        let whole: Vec<u8> = self.rest.drain(..whole).collect();
        self.seen += &String::from_utf8_lossy(&whole).replace('\r', "");
    }

    /// Waits until this text is shown, and types a line.
    pub(crate) fn answer(&mut self, text: &str, line: &str) {
        self.wait_for(text);
        self.line(line);
    }

    /// Types a line.
    pub(crate) fn line(&mut self, line: &str) {
        self.keys(format!("{line}\n").as_bytes());
    }

    /// Types these bytes.
    pub(crate) fn keys(&mut self, keys: &[u8]) {
        let keyboard = self.keyboard.as_mut().expect("the window is open");
        keyboard.write_all(keys).expect("typed");
    }

    /// Waits for the end of the program. Returns its exit status and all its output.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        while let Ok(bytes) = self.screen.recv_timeout(PATIENCE) {
            self.show(&bytes);
        }
        let status = self.status();
        (status, self.seen)
    }

    /// The process id of the program.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal, such as SIGINT (as Ctrl-C does), SIGHUP (a closing shell) or SIGTERM (a shutdown).
    pub(crate) fn signal(&self, signal: Signal) {
        let child = Pid::from_raw(self.child.id().try_into().expect("a number"));
        kill(child, signal).expect("sent");
    }

    /// Closes the window, and returns the exit status of the program.
    pub(crate) fn close(mut self) -> Option<i32> {
        self.keyboard = None;
        self.open.store(false, Ordering::Relaxed);
        let _ = self.reader.take().map(JoinHandle::join);
        self.status()
    }

    fn status(&mut self) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        panic!("the program does not end; seen:\n{}", self.seen);
    }
}

/// An empty folder for one test of `play`.
pub(crate) fn folder(name: &str) -> PathBuf {
    super::folder::empty(&format!("play/{name}"))
}

/// Runs `gokata play` in this folder with these arguments and typed lines.
pub(crate) fn play(folder: &Path, arguments: &[&str], lines: &str) -> Ran {
    let mut play = gokata_command();
    play.current_dir(folder).arg("play").args(arguments);
    run(&mut play, lines.as_bytes())
}

/// Returns the game record that was saved under this name.
pub(crate) fn saved(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
