//! Mails: who gets one, when, what it says, and what happens if nobody takes it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use gokata_web::{MailTo, Running, serve};
use pretty_assertions::assert_eq;

use crate::client::{FORM, PATIENCE, ask, get, post, until};
use crate::served::{Folder, GameLinks, config, is_over, name};

/// A server whose clock the test sets.
pub(crate) struct Clocked {
    pub(crate) running: Running,
    pub(crate) folder: Folder,
    time: Arc<AtomicU64>,
}

const START: u64 = 1_800_000_000;
const DAY: u64 = 24 * 60 * 60;

impl Clocked {
    pub(crate) fn new(mail: Option<MailTo>) -> Clocked {
        let folder = Folder::new();
        let time = Arc::new(AtomicU64::new(START));
        let clock = Arc::clone(&time);
        let mut config = config(folder.path()).with_clock(move || clock.load(Ordering::Relaxed));
        config.mail = mail;
        config.base_url = Some("https://go.example.org".to_owned());
        let running = serve(config).unwrap();
        Clocked {
            running,
            folder,
            time,
        }
    }

    /// A game of Ann, who has Black, and Bob, both with an address.
    pub(crate) fn game(&self) -> GameLinks {
        let name = name();
        let form = format!(
            "req={name}&size=5&name=Ann&opponent_name=Bob&email=ann%40example.org&opponent_email=bob%40example.org"
        );
        self.links(&form)
    }

    /// The game that this form makes.
    pub(crate) fn links(&self, form: &str) -> GameLinks {
        let address = self.running.address();
        let made = post(address, "/games", form).json();
        GameLinks::of_folder(&self.folder, address, &made)
    }

    pub(crate) fn wait(&self, seconds: u64) {
        self.time.fetch_add(seconds, Ordering::Relaxed);
    }

    /// The names of all mails in the folder, without those of their games.
    pub(crate) fn mails(&self) -> Vec<String> {
        let Ok(files) = fs::read_dir(self.folder.path().join("mail")) else {
            return Vec::new();
        };
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names
            .filter(|name| !name.contains(".part"))
            .map(|name| name[12..].to_owned())
            .collect();
        names.sort();
        names
    }

    /// Waits until all mails that are due have been seen to, and returns those in the folder.
    pub(crate) fn settled(&self) -> Vec<String> {
        let base = self.folder.base();
        base.busy_timeout(PATIENCE).unwrap();
        let now = self.time.load(Ordering::Relaxed);
        let open =
            "SELECT count(*) FROM outbox WHERE sent_at IS NULL AND dropped IS NULL AND due <= ?";
        let count = || base.query_row(open, [now], |row| row.get::<_, i64>(0));
        until("all mails are seen to", || count().unwrap() == 0);
        self.mails()
    }

    /// Waits until this many reminders have gone out. The postman looks for them once an hour of the clock, and asks for
    /// the time every two seconds.
    fn reminded(&self, count: usize) {
        let is_reminder = |mail: &&String| mail.contains("reminder");
        until("reminders", || {
            self.settled().iter().filter(is_reminder).count() >= count
        });
    }

    pub(crate) fn mail(&self, end: &str) -> String {
        self.mail_of("", end)
    }

    pub(crate) fn mail_of(&self, game: &str, end: &str) -> String {
        let files = fs::read_dir(self.folder.path().join("mail")).unwrap();
        let mut paths = files.map(|file| file.unwrap().path().into_os_string());
        let is_it = |path: &str| path.contains(game) && path.ends_with(end);
        let path = paths.find(|path| path.to_str().is_some_and(is_it));
        fs::read_to_string(path.unwrap()).unwrap()
    }
}

/// The path of the link in a mail that stops mails.
pub(crate) fn stop_path(mail: &str) -> String {
    let text = mail.replace("=\r\n", "");
    let start = text.rfind("/m/").unwrap();
    let end = start + text[start..].find("/stop").unwrap();
    format!("{}/stop", &text[start..end])
}

#[test]
fn a_player_who_is_away_gets_one_mail_a_visit() {
    let served = Clocked::new(None);
    let game = served.game();
    // Only the opponent learns of the game: the other has just made it.
    assert_eq!(served.settled(), ["w-00001-game_made.eml"]);
    game.play(&game.black, "C3");
    assert_eq!(served.settled().len(), 1, "it waits for two minutes");
    served.wait(121);
    let mails = ["w-00001-game_made.eml", "w-00002-your_turn.eml"];
    assert_eq!(served.settled(), mails);
    // White plays, so has been there; Black plays at once, and White sees it before two minutes are over.
    game.play(&game.white, "A1");
    game.play(&game.black, "C4");
    game.post(&game.white, "seen", "seq=4");
    served.wait(121);
    assert_eq!(served.settled().len(), 2, "both have seen everything");
    // Two things happen while Black is away: one mail.
    game.say(&game.white, "pass", &[]);
    served.wait(121);
    assert_eq!(served.settled().last().unwrap(), "w-00002-your_turn.eml");
    assert_eq!(served.mails()[0], "b-00005-opponent_passed.eml");
    game.say(&game.white, "void", &[]);
    served.wait(121);
    assert_eq!(served.settled().len(), 3);
    // The end is always worth a mail.
    game.say(&game.white, "resign", &[]);
    let mails = served.settled();
    assert_eq!(mails.len(), 4);
    assert!(mails[1].ends_with("game_over.eml"), "{mails:?}");
}

#[test]
fn a_mail_says_what_happened_and_how_to_stop() {
    let served = Clocked::new(None);
    let game = served.game();
    game.play(&game.black, "C4");
    served.wait(121);
    served.settled();
    let mail = served.mail("w-00002-your_turn.eml");
    let (head, body) = mail.split_once("\r\n\r\n").unwrap();
    let link = format!("https://go.example.org{}", game.white);
    let stop = stop_path(&mail);
    for line in [
        "From: Go <go@go.example.org>",
        "To: Bob <bob@example.org>",
        "Auto-Submitted: auto-generated",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        "Message-ID: <your_turn.2.w.",
    ] {
        assert!(head.contains(line), "{line}\n{head}");
    }
    let unfolded = head.replace("\r\n ", "").replace("\r\n", "");
    let address = format!("<https://go.example.org{stop}>");
    assert!(unfolded.contains(&address), "{head}");
    let text = body.replace("=\r\n", "").replace("\r\n", "\n");
    let text = text.replace("=3D", "=");
    let board = "   A B C D E\n 5 . . . . . 5\n 4 . . X . . 4\n";
    let start = format!("Your turn (move 2).\n\n{board}");
    assert!(text.starts_with(&start), "{text}");
    assert!(text.contains(&format!("The game: {link}\n")), "{text}");
    assert!(text.contains(&stop), "{text}");
    assert!(!mail.contains(&game.black[3..]));
    // Asking changes nothing, because programs follow links in mails; the button does.
    assert_eq!(get(game.address, &stop).status, 200);
    game.play(&game.white, "A1");
    game.play(&game.black, "B1");
    served.wait(121);
    assert_eq!(served.settled().len(), 3);
    let click = "List-Unsubscribe=One-Click";
    let stopped = ask(game.address, "POST", &stop, FORM, click);
    assert_eq!(stopped.status, 200);
    game.play(&game.white, "A5");
    game.play(&game.black, "B5");
    served.wait(121);
    let mails = served.settled();
    let whites = mails.iter().filter(|mail| mail.starts_with('w'));
    assert_eq!(whites.count(), 3, "{mails:?}");
}

#[test]
fn a_correction_is_sent_only_after_what_it_corrects_and_neither_if_both_wait() {
    let served = Clocked::new(None);
    for waits in [false, true] {
        let game = served.game();
        game.pass_out();
        game.say(&game.black, "done", &[]);
        if waits {
            served.wait(121);
            served.settled();
        }
        game.say(&game.black, "undone", &[]);
        served.wait(121);
        let mails = served.settled();
        let count = |kind: &str| mails.iter().filter(|mail| mail.contains(kind)).count();
        let sent = ["opponent_done", "took_back_done"].map(count);
        assert_eq!(sent, [usize::from(waits); 2]);
    }
}

#[test]
fn a_silent_player_is_reminded_eight_times_and_then_left_alone() {
    let served = Clocked::new(None);
    let game = served.game();
    game.play(&game.black, "C3");
    for week in 1..=10 {
        served.wait(7 * DAY);
        served.reminded(week.min(8));
    }
    let mails = served.settled();
    let mut reminders = mails.iter().filter(|mail| mail.contains("reminder"));
    assert_eq!(reminders.clone().count(), 8, "{mails:?}");
    assert!(reminders.all(|mail| mail.starts_with("w-00002-")));
}

#[test]
fn a_result_can_be_claimed_from_a_player_who_is_silent_for_long() {
    let served = Clocked::new(None);
    let form = "req=claim-a-result&size=5&claim=30&rules=chinese&opponent_email=bob%40example.org";
    let game = served.links(form);
    game.play(&game.black, "C3");
    game.say(&game.white, "pass", &[]);
    game.say(&game.black, "pass", &[]);
    game.say(&game.black, "done", &[]);
    for week in 1..=5 {
        game.say(&game.black, "claim", &[])
            .is_error("claim_too_soon");
        served.wait(7 * DAY);
        served.reminded(week);
    }
    let over = game.say(&game.black, "claim", &[]).view();
    is_over(&over, "B+17.5", "claim");
}

/// A player who looks at the game and does not move is not silent.
#[test]
fn a_result_cannot_be_claimed_from_a_player_who_is_there() {
    let served = Clocked::new(None);
    let form = "req=claim-too-soon&size=5&claim=7&rules=chinese&opponent_email=bob%40example.org";
    let game = served.links(form);
    game.pass_out();
    game.say(&game.black, "done", &[]);
    for week in 1..=5 {
        served.wait(7 * DAY);
        served.reminded(week);
        game.post(&game.white, "seen", "seq=9");
        let claim = game.say(&game.black, "claim", &[]);
        claim.is_error("claim_too_soon");
    }
}

/// Events stay in order, so their times may be ahead of the clock; a mail does not wait until then.
#[test]
fn a_clock_that_was_set_back_delays_no_mail() {
    let served = Clocked::new(None);
    let game = served.game();
    served.settled();
    served.time.fetch_sub(365 * DAY, Ordering::Relaxed);
    game.play(&game.black, "C3");
    served.wait(121);
    assert_eq!(served.settled().len(), 2);
}

#[test]
fn a_wrong_password_is_no_players_fault() {
    let (url, taken) = sink(1, "535 wrong password");
    let served = Clocked::new(Some(MailTo::Smtp(url)));
    served.game();
    served.settled();
    assert_eq!(taken.lock().unwrap().len(), 0);
    served.wait(60);
    served.settled();
    assert_eq!(taken.lock().unwrap().len(), 1);
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_mails() {
    use std::os::unix::fs::PermissionsExt;
    let served = Clocked::new(None);
    served.game();
    served.settled();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = served.folder.path().join("mail");
    let mut files = fs::read_dir(&folder).unwrap();
    let file = files.next().unwrap().unwrap().path();
    assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
}

/// A mail server that refuses this often with this answer, then takes; returns what it took.
fn sink(refusals: usize, answer: &'static str) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let taken = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&taken);
    let mut refused = 0;
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let mut lines = lines.map_while(Result::ok);
            let mut say = |text: &str| {
                let _ = stream.write_all(format!("{text}\r\n").as_bytes());
            };
            say("220 here");
            while let Some(line) = lines.next() {
                let word = line.split([' ', ':']).next().unwrap_or_default();
                match word.to_ascii_uppercase().as_str() {
                    "RCPT" if refused < refusals => {
                        refused += 1;
                        say(answer);
                    }
                    "DATA" => {
                        say("354 go on");
                        let mail = lines.by_ref().take_while(|line| line != ".");
                        let mail: Vec<String> = mail.collect();
                        all.lock().unwrap().push(mail.join("\n"));
                        say("250 taken");
                    }
                    "QUIT" => {
                        say("221 bye");
                        break;
                    }
                    _ => say("250 fine"),
                }
            }
        }
    });
    (url, taken)
}

#[test]
fn a_mail_that_is_refused_for_now_is_sent_again() {
    let (url, taken) = sink(2, "450 try later");
    let served = Clocked::new(Some(MailTo::Smtp(url)));
    served.game();
    served.settled();
    assert_eq!(taken.lock().unwrap().len(), 0);
    served.wait(60);
    served.settled();
    assert_eq!(taken.lock().unwrap().len(), 0);
    served.wait(300);
    served.settled();
    let taken = taken.lock().unwrap().clone();
    assert_eq!(taken.len(), 1, "{taken:?}");
    let subject = taken[0].matches("Subject: Ann plays Go with you: Ann");
    assert_eq!(subject.count(), 1, "{taken:?}");
}

#[test]
fn an_address_that_is_refused_for_good_gets_no_more() {
    let (url, taken) = sink(1, "550 no such user");
    let served = Clocked::new(Some(MailTo::Smtp(url)));
    let game = served.game();
    served.settled();
    game.play(&game.black, "C3");
    served.wait(121);
    served.settled();
    assert_eq!(taken.lock().unwrap().len(), 0);
    // Black's address works.
    game.play(&game.white, "A1");
    served.wait(121);
    served.settled();
    assert_eq!(taken.lock().unwrap().len(), 1);
}

#[test]
fn where_mails_go_is_read_from_words() {
    for (text, to) in [
        ("dir:a/b", MailTo::Folder("a/b".into())),
        ("stdout:", MailTo::Stdout),
        ("none", MailTo::Nowhere),
        ("smtps://a@b", MailTo::Smtp("smtps://a@b".to_owned())),
    ] {
        assert_eq!(text.parse(), Ok(to));
    }
    for text in ["", "dir:", "dir", "stdout", "http://x", "none:"] {
        assert!(text.parse::<MailTo>().is_err(), "{text}");
    }
}
