//! On Windows, a program and all its descendants are a job. Jobs are listed, so that a handler of Ctrl-C can end them: it
//! has only the numbers of the programs, and not every program ends at Ctrl-C by itself.

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::{Arc, Mutex};

use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};

use crate::terminal::workers::lock;

type Pipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);
type Job = Arc<Mutex<Box<dyn ChildWrapper>>>;

static JOBS: Mutex<Vec<Job>> = Mutex::new(Vec::new());

pub(super) struct Started(Job);

pub(super) fn start(command: Command) -> io::Result<(Started, Pipes)> {
    let mut child = CommandWrap::from(command).wrap(JobObject).spawn()?;
    let (stdin, stdout) = (child.stdin().take(), child.stdout().take());
    let pipes = (stdin, stdout, child.stderr().take());
    let job = Arc::new(Mutex::new(child));
    lock(&JOBS).push(Arc::clone(&job));
    Ok((Started(job), pipes))
}

impl Started {
    pub(super) fn id(&self) -> u32 {
        lock(&self.0).id()
    }

    pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        lock(&self.0).try_wait()
    }

    pub(super) fn kill(&mut self) -> io::Result<()> {
        lock(&self.0).kill()
    }
}

/// Ends the job of this program.
pub(super) fn end(program: u32) {
    lock(&JOBS).retain(|job| {
        let mut job = lock(job);
        let is_it = job.id() == program;
        if is_it {
            let _ = job.start_kill();
        }
        !is_it
    });
}
