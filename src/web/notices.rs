//! Which notices become mails, and when they are due.

use super::store::{NewMail, Seat};
use gokata::agreement::{Notice, Unless};

/// Seconds that a mail waits: a player who opens the game within them gets none.
const MAIL_WAITS: u64 = 120;

/// The mails to send for these notices, to players who want them.
pub(super) fn mails(notices: &[Notice], seats: &[Seat; 2], at: u64) -> Vec<NewMail> {
    let wanted = notices.iter().filter(|notice| {
        let seat = &seats[notice.to as usize];
        seat.wants_mail && seat.email.is_some()
    });
    let mail = |notice: &Notice| NewMail {
        key: notice.key(),
        due: if notice.unless == Unless::Never {
            at
        } else {
            at + MAIL_WAITS
        },
        unless_seen: notice.unless == Unless::Watching,
        only_after: match notice.unless {
            Unless::NotSent(key) => Some(key),
            Unless::Never | Unless::Watching => None,
        },
    };
    wanted.map(mail).collect()
}
