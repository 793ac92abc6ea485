//! Mails: who gets one, when, what it says, and what happens if nobody takes it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use gokata_web::{MailTo, Running, serve};
use pretty_assertions::assert_eq;

use crate::client::{PATIENCE, form, get, page, post, until};
use crate::served::{Folder, GameLinks, config, is_over, make};

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
        Clocked {
            running: serve(config).unwrap(),
            folder,
            time,
        }
    }

    /// A server that writes mails into its folder, and a game on it.
    pub(crate) fn with_game() -> (Clocked, GameLinks) {
        let served = Clocked::new(None);
        let game = served.game();
        (served, game)
    }

    /// A game of Ann, who has Black, and Bob, both with an address.
    pub(crate) fn game(&self) -> GameLinks {
        GameLinks::of_two(&self.folder, self.running.address(), &[("size", "5")])
    }

    /// A game under Chinese rules whose result can be claimed after this number of days; Bob, who has White, has an
    /// address.
    fn game_with_claim(&self, days: &str) -> GameLinks {
        let fields = [("size", "5"), ("claim", days), ("rules", "chinese")];
        let bob = ("opponent_email", "bob@example.org");
        let fields = [&fields[..], &[bob]].concat();
        GameLinks::make(&self.folder, self.running.address(), &fields)
    }

    pub(crate) fn wait(&self, seconds: u64) {
        self.time.fetch_add(seconds, Ordering::Relaxed);
    }

    /// The names of all mails in the folder, without those of their games.
    pub(crate) fn mails(&self) -> Vec<String> {
        let names = self.folder.mails("mail").into_iter();
        let mut names: Vec<String> = names.map(|name| name[12..].to_owned()).collect();
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

    /// The mails two minutes later.
    pub(crate) fn later(&self) -> Vec<String> {
        self.wait(121);
        self.settled()
    }

    /// Waits until this many reminders have gone out. The postman looks for them once an hour of the clock.
    fn reminded(&self, count: usize) {
        let is_reminder = |mail: &&String| mail.contains("reminder");
        until("reminders", || {
            self.settled().iter().filter(is_reminder).count() >= count
        });
    }

    /// The mail whose name has this part.
    pub(crate) fn mail(&self, part: &str) -> String {
        let names = self.folder.mails("mail");
        let name = names.iter().find(|name| name.contains(part)).unwrap();
        fs::read_to_string(self.folder.path().join("mail").join(name)).unwrap()
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
    let (served, game) = Clocked::with_game();
    // Only the opponent learns of the game: the other has just made it.
    assert_eq!(served.settled(), ["w-00001-game_made.eml"]);
    game.play(&game.black, "C3");
    assert_eq!(served.settled().len(), 1, "it waits for two minutes");
    let mails = ["w-00001-game_made.eml", "w-00002-your_turn.eml"];
    assert_eq!(served.later(), mails);
    // White plays, so has been there; Black plays at once, and White sees it before two minutes are over.
    game.play(&game.white, "A1");
    game.play(&game.black, "C4");
    game.post(&game.white, "seen", "seq=4");
    assert_eq!(served.later().len(), 2, "both have seen everything");
    // Two things happen while Black is away: one mail.
    game.say(&game.white, "pass", &[]);
    let mails = ["b-00005-opponent_passed.eml", mails[0], mails[1]];
    assert_eq!(served.later(), mails);
    game.say(&game.white, "void", &[]);
    assert_eq!(served.later(), mails);
    // The end is always worth a mail.
    game.say(&game.white, "resign", &[]);
    let mails = served.settled();
    assert_eq!(mails.len(), 4);
    assert!(mails[1].ends_with("game_over.eml"), "{mails:?}");
}

#[test]
fn a_mail_says_what_happened_and_how_to_stop() {
    let (served, game) = Clocked::with_game();
    game.play(&game.black, "C4");
    served.later();
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
}

#[test]
fn a_correction_is_sent_only_after_what_it_corrects_and_neither_if_both_wait() {
    let served = Clocked::new(None);
    for waits in [false, true] {
        let game = served.game();
        game.pass_out();
        game.say(&game.black, "done", &[]);
        if waits {
            served.later();
        }
        game.say(&game.black, "undone", &[]);
        let mails = served.later();
        let count = |kind: &str| mails.iter().filter(|mail| mail.contains(kind)).count();
        let sent = ["opponent_done", "took_back_done"].map(count);
        assert_eq!(sent, [usize::from(waits); 2]);
    }
}

#[test]
fn a_result_can_be_claimed_from_a_player_who_is_silent_for_long() {
    let served = Clocked::new(None);
    let game = served.game_with_claim("30");
    game.play(&game.black, "C3");
    game.say(&game.white, "pass", &[]);
    game.say(&game.black, "pass", &[]);
    game.say(&game.black, "done", &[]);
    for week in 1..=5 {
        let early = game.say(&game.black, "claim", &[]);
        early.is_error("claim_too_soon");
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
    let game = served.game_with_claim("7");
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
fn a_clock_that_was_set_back_changes_no_order_and_delays_no_mail() {
    let (served, game) = Clocked::with_game();
    served.settled();
    served.time.fetch_sub(365 * DAY, Ordering::Relaxed);
    game.play(&game.black, "C3");
    assert_eq!(served.later().len(), 2);
    let log = game.get(&game.black, "/log.jsonl").body;
    assert_eq!(log.matches(&format!("\"at\":{START},")).count(), 2, "{log}");
}

/// What was noted by a clock that was a year ahead holds up no mail once it is set right, even if it first goes wrong the
/// other way.
#[test]
fn a_clock_that_was_ahead_delays_no_mail() {
    let (served, game) = Clocked::with_game();
    served.wait(365 * DAY);
    game.play(&game.black, "C3");
    assert_eq!(served.later().len(), 2);
    let other = served.game();
    other.play(&other.black, "C3");
    assert_eq!(served.settled().len(), 3);
    for now in [0, START] {
        served.time.store(now, Ordering::Relaxed);
        for path in ["/", "/healthz", &game.black, &game.white] {
            assert_eq!(get(game.address, path).status, 200);
        }
        // The mail about the other game does not wait for a year.
        until("a mail", || served.mails().len() == 4);
    }
    // White is there, so Black's next move is worth a mail.
    game.play(&game.white, "A1");
    game.play(&game.black, "D4");
    assert_eq!(served.later().len(), 5);
    let new = served.game();
    new.play(&new.black, "C3");
    served.wait(7 * DAY);
    served.reminded(1);
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_what_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let served = Clocked::new(None);
    served.game();
    served.settled();
    let [mail] = &served.folder.mails("mail")[..] else {
        panic!("one mail")
    };
    let mail = format!("mail/{mail}");
    for (file, mode) in [
        ("secret", 0o600),
        ("games.sqlite", 0o600),
        ("games.sqlite-wal", 0o600),
        ("lock", 0o600),
        ("mail", 0o700),
        (&mail, 0o600),
    ] {
        let about = fs::metadata(served.folder.path().join(file)).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, mode, "{file}");
    }
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

/// A wrong password is no player's fault, either.
#[test]
fn a_mail_that_is_refused_for_now_is_sent_again() {
    for (answer, waits) in [
        ("535 wrong password", &[60][..]),
        ("450 try later", &[60, 300]),
    ] {
        let (url, taken) = sink(waits.len(), answer);
        let served = Clocked::new(Some(MailTo::Smtp(url)));
        served.game();
        for wait in waits {
            served.settled();
            assert_eq!(taken.lock().unwrap().len(), 0);
            served.wait(*wait);
        }
        served.settled();
        let taken = taken.lock().unwrap();
        assert_eq!(taken.len(), 1, "{taken:?}");
        let subject = taken[0].matches("Subject: Ann plays Go with you: Ann");
        assert_eq!(subject.count(), 1, "{taken:?}");
    }
}

#[test]
fn an_address_that_is_refused_for_good_gets_no_more() {
    let (url, taken) = sink(1, "550 no such user");
    let served = Clocked::new(Some(MailTo::Smtp(url)));
    let game = served.game();
    served.settled();
    game.play(&game.black, "C3");
    served.later();
    assert_eq!(taken.lock().unwrap().len(), 0);
    // Black's address works.
    game.play(&game.white, "A1");
    served.later();
    assert_eq!(taken.lock().unwrap().len(), 1);
}

/// Mails that go out, and those that lie in a folder where the opponent will never look.
#[test]
fn the_maker_has_the_link_and_can_mail_it_again() {
    let (url, taken) = sink(0, "");
    let served = Clocked::new(Some(MailTo::Smtp(url)));
    let address = served.running.address();
    let fields = [("name", "Ann"), ("opponent_email", "bbo@example.org")];
    let made = make(address, &fields).json();
    assert_eq!(made["opponent"], "mailed");
    let game = GameLinks::of(address, &made);
    let sent = || {
        served.settled();
        let taken = taken.lock().unwrap();
        let is_to = |line: &&str| line.starts_with("To:");
        let to = taken.iter().map(|mail| mail.lines().find(is_to).unwrap());
        to.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(sent(), ["To: White <bbo@example.org>"]);
    let shown = |link: &str| page(address, link).body;
    for path in [&game.black, &format!("{}?made", game.black)] {
        let html = shown(path);
        assert!(html.contains(&game.white) && html.contains("at bbo@example.org"));
    }
    let invite = |link: &str, email: &str| game.post(link, "invite", &form(&[("email", email)]));
    for wrong in [
        "",
        "bob",
        "a@b.org,c@d.org",
        "bob@localhost",
        "-bob@example.org",
    ] {
        invite(&game.black, wrong).is_refused(422, "wrong_field");
    }
    invite(&game.white, "eve@example.org").is_refused(409, "not_inviting");
    assert_eq!(invite(&game.black, "bob@example.org").status, 303);
    let corrected = ["To: White <bbo@example.org>", "To: White <bob@example.org>"];
    assert_eq!(sent(), corrected);
    assert!(taken.lock().unwrap()[1].contains(&game.white[3..14]));
    // A mailbox that has stopped all mails is not invited; its owner may be sent the link in another way.
    let stop = stop_path(&taken.lock().unwrap()[1].replace('\n', "\r\n"));
    assert_eq!(post(address, &stop, "what=server").status, 200);
    invite(&game.black, "Bob+2@example.org").is_refused(422, "wrong_field");
    let unreached = make(address, &[("opponent_email", "bob@example.org")]).json();
    assert_eq!(unreached["opponent"], "needs_link");
    // Once the opponent has come, nobody invites anybody.
    assert_eq!(game.post(&game.white, "seen", "seq=1").status, 204);
    invite(&game.black, "eve@example.org").is_refused(409, "not_inviting");
    assert!(!shown(&game.black).contains(&game.white));
    assert_eq!(sent(), corrected);

    // What is written to a folder reaches nobody: no such address is asked for, and the maker has the link.
    let folder = Clocked::new(None);
    let address = folder.running.address();
    let made = make(address, &fields).json();
    assert_eq!(made["opponent"], "needs_link");
    let game = GameLinks::of(address, &made);
    game.post(&game.black, "invite", "email=bob%40example.org")
        .is_refused(422, "wrong_field");
    let html = page(address, &format!("{}?made", game.black)).body;
    assert!(html.contains(&game.white) && !html.contains("bbo@"));
    for path in ["/", &game.black] {
        assert!(!page(address, path).body.contains("type=\"email\""));
    }
}

/// Mail programs make links of such names, and the mails go to strangers.
#[test]
fn a_name_in_a_mail_is_no_advertisement() {
    let (url, _) = sink(0, "");
    for (mail, refused) in [(Some(MailTo::Smtp(url)), true), (None, false)] {
        let served = Clocked::new(mail);
        let address = served.running.address();
        let game = served.game();
        for name in ["Prize: https://evil.example", "WWW.evil.example"] {
            let status = |made, refusal| if refused { refusal } else { made };
            for field in ["name", "opponent_name"] {
                assert_eq!(make(address, &[(field, name)]).status, status(201, 422));
            }
            let renamed = game.post(&game.black, "seat", &form(&[("name", name)]));
            assert_eq!(renamed.status, status(200, 422));
        }
    }
}

#[test]
fn where_mails_go_is_read_from_words() {
    for (text, to) in [
        ("dir:a/b", MailTo::Folder("a/b".into())),
        ("stdout:", MailTo::Stdout),
        ("none", MailTo::Nowhere),
        ("smtps://a@b", MailTo::Smtp("smtps://a@b".to_owned())),
    ] {
        assert_eq!(text.parse::<MailTo>().unwrap(), to);
    }
    for text in ["", "dir:", "dir", "stdout", "http://x", "none:"] {
        assert!(text.parse::<MailTo>().is_err(), "{text}");
    }
}
