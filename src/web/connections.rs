//! Accepts connections: limits their number, closes those of slow clients, and ends all when the server stops.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutWriter;

use super::lock::locked;
use super::routes::Peer;

/// Connections at once. Each needs an open file.
pub const MOST_CONNECTIONS: usize = 12_000;
/// Connections of one client.
const OF_ONE: usize = 1_000;
/// The head of a request, and the pause between two requests, may take this long.
const HEAD: Duration = Duration::from_secs(10);
/// A client that takes nothing of an answer for this long is cut off.
const STUCK: Duration = Duration::from_secs(10);
/// After the streams have ended, connections have this long to finish.
const FINISH: Duration = Duration::from_secs(8);
/// Bytes that a connection may keep for reading; the head of a request must fit.
const BUFFER: usize = 16 * 1024;

/// Serves connections until `closing` says so, then until all are finished. With `is_shared`, one address may have all
/// connections.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    is_shared: bool,
    mut closing: watch::Receiver<bool>,
) {
    let free = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let peers = Arc::new(Peers {
        most: if is_shared { MOST_CONNECTIONS } else { OF_ONE },
        open: Mutex::default(),
    });
    let open = GracefulShutdown::new();
    loop {
        let connected = async {
            let free = Arc::clone(&free).acquire_owned().await;
            (free, listener.accept().await)
        };
        let (free, connected) = tokio::select! {
            connected = connected => connected,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        // The connection broke off, or too many files are open: the next attempt may succeed.
        let Ok((stream, address)) = connected else {
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let peer = Peer::of(address.ip());
        let Some(place) = Peers::enter(&peers, peer) else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |mut request| {
            hyper::Request::extensions_mut(&mut request).insert(peer);
            TowerToHyperService::new(router.clone()).call(request)
        });
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(STUCK));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(BUFFER)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // An error: the client has disconnected, or has sent something other than a request.
            let _ = connection.await;
            drop((free, place));
        });
    }
    drop(listener);
    let _ = timeout(FINISH, open.shutdown()).await;
}

/// How many connections each peer has.
struct Peers {
    most: usize,
    open: Mutex<HashMap<Peer, usize>>,
}

/// The place of one connection; dropped when the connection ends.
struct Place {
    peers: Arc<Peers>,
    peer: Peer,
}

impl Peers {
    /// A place for one more connection, if the peer may have one.
    fn enter(peers: &Arc<Peers>, peer: Peer) -> Option<Place> {
        let mut open = locked(&peers.open);
        let count = open.entry(peer).or_default();
        if *count == peers.most {
            return None;
        }
        *count += 1;
        let peers = Arc::clone(peers);
        Some(Place { peers, peer })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = locked(&self.peers.open);
        if let Entry::Occupied(mut count) = open.entry(self.peer) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}
