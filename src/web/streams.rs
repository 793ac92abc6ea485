//! Streams that notify pages of changes of their game. They carry numbers, and who is there: the page then asks for the
//! rest, so that a lost message can never be a lost move.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::{oneshot, watch};

use super::games::Watch;
use super::link::Link;
use super::lock::locked;
use super::pages::words;
use super::presence::News;
use gokata::agreement::Viewer;

/// Open streams of a player's link; the oldest goes when there are more.
const MOST: usize = 4;

/// Open streams of the link that all spectators of a game share.
const MOST_OF_SPECTATORS: usize = 400;

/// After this time a stream says the same again, so that no proxy closes it.
const AGAIN: Duration = Duration::from_secs(15);

/// All open streams, by link.
#[derive(Default)]
pub(super) struct Streams {
    open: Mutex<HashMap<Link, VecDeque<Open>>>,
}

struct Open {
    number: u64,
    /// Dropped to end the stream.
    _end: oneshot::Sender<Infallible>,
}

/// The place of one stream; dropped when the stream ends.
struct Place {
    streams: Arc<Streams>,
    link: Link,
    number: u64,
    ended: oneshot::Receiver<Infallible>,
}

impl Streams {
    fn enter(self: &Arc<Streams>, link: Link) -> Place {
        let (end, ended) = oneshot::channel();
        let mut open = locked(&self.open);
        let of_link = open.entry(link).or_default();
        let number = of_link.back().map_or(0, |latest| latest.number + 1);
        of_link.push_back(Open { number, _end: end });
        let most = match link.viewer {
            Viewer::Player(_) => MOST,
            Viewer::Spectator => MOST_OF_SPECTATORS,
        };
        if of_link.len() > most {
            of_link.pop_front();
        }
        drop(open);
        Place {
            streams: Arc::clone(self),
            link,
            number,
            ended,
        }
    }

    /// Ends the streams of a link that has been replaced.
    pub(super) fn end(&self, link: Link) {
        locked(&self.open).remove(&link);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = locked(&self.streams.open);
        if let Some(of_link) = open.get_mut(&self.link) {
            of_link.retain(|open| open.number != self.number);
            if of_link.is_empty() {
                open.remove(&self.link);
            }
        }
    }
}

/// A stream as `text/event-stream`: the latest event's number and who is there, now and whenever one is new.
pub(super) fn events(
    streams: &Arc<Streams>,
    link: Link,
    watch: Watch,
    closing: watch::Receiver<bool>,
) -> Body {
    let state = (streams.enter(link), watch, closing, String::new());
    Body::from_stream(stream::unfold(
        state,
        |(mut place, mut watch, mut closing, mut said)| async move {
            let mut text = news(&mut watch);
            while text == said {
                tokio::select! {
                    () = watch.changed() => text = news(&mut watch),
                    () = tokio::time::sleep(AGAIN) => (text, said) = (news(&mut watch), String::new()),
                    _ = &mut place.ended => return None,
                    _ = closing.wait_for(|closing| *closing) => return None,
                }
            }
            let bytes = Ok::<_, Infallible>(Bytes::from(text.clone()));
            Some((bytes, (place, watch, closing, text)))
        },
    ))
}

fn news(watch: &mut Watch) -> String {
    let (News { seq, people, .. }, presence) = watch.latest();
    let [black, white] = presence.map(words::presence);
    format!(
        "retry: 1000\nid: {seq}\ndata: {seq}\n\nevent: people\ndata: {people}\ndata: {black}\ndata: {white}\n\n"
    )
}
