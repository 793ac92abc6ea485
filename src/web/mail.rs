//! Mails: taken from the store, sent, and noted there. A mail is sent at least once, and carries the same name each time,
//! so that a repeated one can be recognized.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, header::ContentType};
use lettre::transport::smtp::authentication::Credentials;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::watch;

use super::data::{create_private, make_private_folder};
use super::errors::{At, OperatorError, ServeError};
use super::games::Live;
use super::link::StopLink;
use super::mail_texts::{Text, text};
use super::name::Email;
use super::operator;
use super::routes::{HOUR, Server};
use super::store::statements::role;
use super::store::{Mail, MailFate, NOT_WANTED, SeatChange, StoreError};

/// Where mails go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailTo {
    /// Into a folder, one file a mail.
    Folder(PathBuf),
    /// To standard output.
    Stdout,
    /// To a server: `smtps://user:password@host`, or `smtp://user:password@host:587`, which must offer TLS unless it is
    /// on this machine.
    Smtp(String),
    /// Nowhere.
    Nowhere,
}

impl FromStr for MailTo {
    type Err = ServeError;

    /// `dir:FOLDER`, `stdout:`, `smtp://…`, `smtps://…` or `none`.
    fn from_str(text: &str) -> Result<MailTo, ServeError> {
        match text.split_once(':') {
            Some(("dir", folder)) if !folder.is_empty() => Ok(MailTo::Folder(folder.into())),
            Some(("stdout", "")) => Ok(MailTo::Stdout),
            Some(("smtp" | "smtps", _)) => Ok(MailTo::Smtp(text.to_owned())),
            None if text == "none" => Ok(MailTo::Nowhere),
            _ => Err(OperatorError::MailTo.into()),
        }
    }
}

/// Mails that are looked at in one round.
const ROUND: usize = 50;
/// A server that takes a mail answers within this time.
const SENDING: Duration = Duration::from_secs(60);
/// Seconds to wait after each failure. After the last one, the mail is dropped.
const AGAIN: [u64; 6] = [60, 5 * 60, 30 * 60, 2 * HOUR, 6 * HOUR, 24 * HOUR];
/// So many mails are sent in all, then one each time so many seconds have passed; and to one mailbox.
const IN_ALL: (u64, u32) = (HOUR / 300, 300);
const TO_ONE: (u64, u32) = (24 * HOUR / 10, 10);

/// Sends mails.
pub(super) struct Postman {
    server: Arc<Server>,
    transport: Transport,
    from: Address,
}

type Smtp = AsyncSmtpTransport<Tokio1Executor>;

enum Transport {
    Folder(PathBuf),
    Stdout,
    Smtp(Box<Smtp>),
    Nowhere,
}

/// Why a mail was not taken.
struct SendError {
    why: String,
    /// True if trying again is useless.
    is_final: bool,
}

impl Postman {
    /// `password` is that of the user in an SMTP address that has none.
    pub(super) fn new(
        server: Arc<Server>,
        to: &MailTo,
        from: Option<&str>,
        password: Option<String>,
    ) -> Result<Postman, OperatorError> {
        let base_url = server.base_url.as_str();
        let host = base_url.split("://").nth(1).unwrap_or(base_url);
        let host = host.split(['/', ':']).next().unwrap_or_default();
        let usual = Address::new("go", host).or_else(|_| Address::new("go", "localhost"));
        let bad = |error| OperatorError::MailFrom(from.unwrap_or_default().to_owned(), error);
        let from = from.map_or(usual, str::parse).map_err(bad)?;
        let transport = match to {
            MailTo::Folder(folder) => {
                make_private_folder(folder).at(folder.display())?;
                Transport::Folder(folder.clone())
            }
            MailTo::Stdout => Transport::Stdout,
            MailTo::Smtp(url) => Transport::Smtp(Box::new(smtp(url, password)?)),
            MailTo::Nowhere => Transport::Nowhere,
        };
        Ok(Postman {
            server,
            transport,
            from,
        })
    }

    /// Sends mails until the server stops.
    pub(super) async fn run(self, interval: Duration, mut closing: watch::Receiver<bool>) {
        let mut reminded_at = None;
        loop {
            let now = self.server.games.now();
            // The clock may be set back, too.
            if reminded_at.is_none_or(|at| now.abs_diff(at) >= HOUR) {
                reminded_at = Some(now);
                let _ = logged("reminders", self.server.store.remind(now).await);
            }
            let mails = logged("mails", self.server.store.due_mails(now, ROUND).await);
            // Once a mail has been sent, the player's next one waits until the store can say so.
            let mut notified = HashSet::new();
            for mail in mails.unwrap_or_default() {
                if *closing.borrow() {
                    return;
                }
                let player = (mail.game, mail.to);
                if !notified.contains(&player) && self.deliver(&mail).await {
                    notified.insert(player);
                }
            }
            tokio::select! {
                () = tokio::time::sleep(interval) => (),
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }

    /// Sends a mail or drops it; false if it was dropped.
    async fn deliver(&self, mail: &Mail) -> bool {
        let may_send = logged("mails", self.server.store.may_send(mail.id).await);
        if may_send != Some(true) {
            return true;
        }
        let fate = self.fate(mail).await;
        let is_kept = !matches!(fate, MailFate::Dropped { .. });
        if let MailFate::Dropped { why } = &fate
            && mail.tries > 0
        {
            let game = mail.game.text();
            operator::log(&format!("a mail of game {game} was given up: {why}"));
        }
        let _ = logged("mails", self.server.store.mail_done(mail.id, fate).await);
        is_kept
    }

    async fn fate(&self, mail: &Mail) -> MailFate {
        let SendError { why, is_final } = match self.try_to_send(mail).await {
            Ok(fate) => return fate,
            Err(error) => error,
        };
        if !is_final {
            return self.again(mail, why);
        }
        let game = mail.game.text();
        operator::log(&format!(
            "mails to a player of game {game} are refused: {why}"
        ));
        let change = SeatChange::wants_mail(false);
        let changed = self.server.games.change_seat(mail.game, mail.to, change);
        let _ = changed.await;
        MailFate::Dropped { why }
    }

    /// Sends a mail, unless there is no need to.
    async fn try_to_send(&self, mail: &Mail) -> Result<MailFate, SendError> {
        let drop = |why: &str| {
            Ok(MailFate::Dropped {
                why: why.to_owned(),
            })
        };
        for (is_so, why) in [
            (mail.is_seen, "seen"),
            (mail.is_notified, "one mail a visit"),
            (mail.is_pointless, "taken back before it was sent"),
        ] {
            if is_so {
                return drop(why);
            }
        }
        let server = &*self.server;
        let live = server.games.current(mail.game).await.map_err(not_now)?;
        let seat = live.seat(mail.to);
        let email = seat.email.as_deref().filter(|_| seat.wants_mail);
        let Some(email) = email.and_then(|email| Email::new(email).ok()) else {
            return drop(NOT_WANTED[0]);
        };
        let mailbox = server.secret.mailbox(&email.mailbox());
        let is_stopped = server.store.is_stopped(mailbox.clone());
        if is_stopped.await.map_err(not_now)? {
            return drop(NOT_WANTED[1]);
        }
        if matches!(self.transport, Transport::Nowhere) {
            return drop("this server sends no mail");
        }
        let Some(text) = self.text(mail, &live, mailbox.clone()) else {
            return drop("nothing to say");
        };
        let at = server.games.now();
        if !self.is_within(mailbox).await? {
            return Ok(MailFate::Again { due: at + HOUR });
        }
        let message = match self.message(mail, &live, &email, text) {
            Ok(message) => message,
            Err(error) => return drop(&error.to_string()),
        };
        self.send(mail, message).await?;
        Ok(MailFate::Sent { at })
    }

    /// The mailbox first: mails to one that has had enough must not use up what others may get.
    async fn is_within(&self, mailbox: String) -> Result<bool, SendError> {
        let (store, now) = (&self.server.store, self.server.games.now());
        let to_one = store.spend(format!("to {mailbox}"), TO_ONE, now);
        if !to_one.await.map_err(not_now)? {
            return Ok(false);
        }
        let in_all = store.spend("mails".to_owned(), IN_ALL, now);
        in_all.await.map_err(not_now)
    }

    fn again(&self, mail: &Mail, why: String) -> MailFate {
        let tries = usize::try_from(mail.tries).unwrap_or(usize::MAX);
        match AGAIN.get(tries) {
            Some(wait) => {
                operator::log(&format!("a mail of game {} waits: {why}", mail.game.text()));
                MailFate::Again {
                    due: self.server.games.now() + wait,
                }
            }
            None => MailFate::Dropped { why },
        }
    }

    fn text(&self, mail: &Mail, live: &Live, mailbox: String) -> Option<Text> {
        let page = self.server.url(live.link(mail.game, mail.to));
        let stop = self.server.stop_url(&StopLink {
            game: mail.game,
            color: mail.to,
            mailbox,
        });
        let names = live.seats.each_ref().map(|seat| seat.name.as_str());
        text(&live.game, &names, mail, &page, stop)
    }

    fn message(
        &self,
        mail: &Mail,
        live: &Live,
        to: &Email,
        text: Text,
    ) -> Result<Message, lettre::error::Error> {
        let Text {
            subject,
            body,
            stop,
        } = text;
        let domain = self.from.domain();
        let (role, game) = (role(mail.to), mail.game.text());
        // Games have public names, which say nothing about their links.
        let thread = format!("<game.{role}.{game}@{domain}>");
        let name = format!("<{}.{}.{role}.{game}@{domain}>", mail.kind, mail.seq);
        let recipient = Mailbox::new(Some(live.seat(mail.to).name.clone()), to.address().clone());
        let message = Message::builder()
            .from(Mailbox::new(Some("Go".to_owned()), self.from.clone()))
            .to(recipient)
            .subject(subject)
            .message_id(Some(name))
            .in_reply_to(thread.clone())
            .references(thread)
            .header(ContentType::TEXT_PLAIN);
        let headers = [
            ("Auto-Submitted", "auto-generated".to_owned()),
            ("List-Unsubscribe", format!("<{stop}>")),
            (
                "List-Unsubscribe-Post",
                "List-Unsubscribe=One-Click".to_owned(),
            ),
        ];
        let message = headers.into_iter().fold(message, |message, (name, value)| {
            message.raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str(name),
                value,
            ))
        });
        message.body(body)
    }

    async fn send(&self, mail: &Mail, message: Message) -> Result<(), SendError> {
        match &self.transport {
            Transport::Nowhere => Ok(()),
            Transport::Stdout => {
                let text = String::from_utf8_lossy(&message.formatted()).into_owned();
                if operator::print(text) {
                    Ok(())
                } else {
                    Err(not_now("nobody reads the output"))
                }
            }
            Transport::Folder(folder) => {
                let (role, game) = (role(mail.to), mail.game.text());
                let file = format!("{game}-{role}-{:05}-{}.eml", mail.seq, mail.kind);
                let (draft, file) = (folder.join(format!("{file}.part")), folder.join(file));
                let written = write_private(&draft, &message.formatted())
                    .and_then(|()| std::fs::rename(&draft, &file));
                written.map_err(not_now)
            }
            Transport::Smtp(server) => {
                match tokio::time::timeout(SENDING, server.send(message)).await {
                    Ok(Ok(_)) => Ok(()),
                    Ok(Err(error)) => Err(SendError {
                        is_final: refuses_recipient(&error),
                        why: error.to_string(),
                    }),
                    Err(late) => Err(not_now(late)),
                }
            }
        }
    }
}

/// The result, unless it is an error, which is logged.
fn logged<T>(what: &str, result: Result<T, StoreError>) -> Option<T> {
    let log = |error: &StoreError| operator::log(&format!("{what}: {error}"));
    result.inspect_err(log).ok()
}

/// True if the mail server reports that the address does not exist or takes no mail from here. Other permanent errors, such
/// as a wrong password, are this server's own, and an operator can correct them.
fn refuses_recipient(error: &lettre::transport::smtp::Error) -> bool {
    let code = error.status().map(|code| code.to_string());
    code.is_some_and(|code| ["550", "551", "553"].contains(&code.as_str()))
}

fn write_private(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    create_private(file, false)?.write_all(bytes)
}

fn not_now(error: impl std::fmt::Display) -> SendError {
    SendError {
        why: error.to_string(),
        is_final: false,
    }
}

fn smtp(url: &str, password: Option<String>) -> Result<Smtp, OperatorError> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (user, host) = rest
        .rsplit_once('@')
        .map_or((None, rest), |(user, host)| (Some(user), host));
    let is_here = ["localhost", "127.0.0.1", "[::1]"]
        .iter()
        .any(|here| host.starts_with(here));
    let url = if url.starts_with("smtp://") && !is_here && !url.contains("tls=") {
        let join = if url.contains('?') { '&' } else { '?' };
        format!("{url}{join}tls=required")
    } else {
        url.to_owned()
    };
    // The address may hold a password, so it is not repeated.
    let builder = Smtp::from_url(&url).map_err(OperatorError::MailServer)?;
    let builder = match user.filter(|user| !user.contains(':')) {
        Some(user) => {
            let password = password.ok_or(OperatorError::NoMailPassword)?;
            builder.credentials(Credentials::new(user.to_owned(), password))
        }
        None => builder,
    };
    Ok(builder.timeout(Some(SENDING)).build())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;

    #[test]
    fn a_user_of_a_mail_server_has_a_password() {
        for (url, password, is_right) in [
            ("smtp://ann@localhost", None, false),
            ("smtp://ann@localhost", Some("x"), true),
            ("smtps://ann@example.org:x@localhost", None, true),
            ("smtp://localhost", None, true),
        ] {
            let made = smtp(url, password.map(str::to_owned));
            assert_eq!(made.is_ok(), is_right, "{url} {password:?}");
        }
    }
}
