//! Searches for life and death, apart from the threads that answer: one board at a time, with a short queue. The latest
//! results are remembered, so that both players and each reload get the same suggestion from one search.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::sync::Semaphore;

use super::errors::GameError;
use super::lock::locked;
use gokata::agreement::Suggestion;
use gokata::scoring::Standing;

/// The most boards that wait. A board takes some 50 ms.
const MOST_WAITING: usize = 40;

/// The number of boards whose suggestions are remembered, each in some 2 KB.
const REMEMBERED: usize = 200;

pub(super) struct Suggester {
    /// The right to search.
    worker: Arc<Semaphore>,
    /// Places for those who search or wait.
    places: Arc<Semaphore>,
    known: Arc<Mutex<Known>>,
}

/// Each board with its suggestion, the latest last.
type Known = VecDeque<(Standing, Suggestion)>;

impl Default for Suggester {
    fn default() -> Suggester {
        Suggester {
            worker: Arc::new(Semaphore::new(1)),
            places: Arc::new(Semaphore::new(MOST_WAITING)),
            known: Arc::default(),
        }
    }
}

impl Suggester {
    /// The suggestion for a board, if it was looked at lately.
    pub(super) fn known(&self, standing: &Standing) -> Option<Suggestion> {
        let known = locked(&self.known);
        let mut found = known.iter().rev().filter(|(board, _)| board == standing);
        found.next().map(|(_, suggestion)| suggestion.clone())
    }

    /// Looks at a board, unless it was looked at while this request waited.
    pub(super) async fn find(&self, standing: Standing) -> Result<Suggestion, GameError> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| GameError::Busy)?;
        let turn = Arc::clone(&self.worker).acquire_owned().await;
        let turn = turn.map_err(|_| GameError::Internal)?;
        if let Some(suggestion) = self.known(&standing) {
            return Ok(suggestion);
        }
        let known = Arc::clone(&self.known);
        // A search keeps its place until it ends, even if its client disconnects.
        let search = tokio::task::spawn_blocking(move || {
            let suggestion = Suggestion::from(&standing.life());
            let mut known = locked(&known);
            if known.len() == REMEMBERED {
                known.pop_front();
            }
            known.push_back((standing, suggestion.clone()));
            drop((place, turn));
            suggestion
        });
        search.await.map_err(|_| GameError::Internal)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;
    use gokata::BoardRecord;

    fn board(rows: &str) -> Standing {
        let record: BoardRecord = format!("x\n{rows}\n").parse().unwrap();
        Standing::from(&record)
    }

    #[test]
    fn few_wait_and_a_board_is_searched_once() {
        let runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = { runtime }.worker_threads(1).build().unwrap();
        runtime.block_on(async {
            let suggester = Arc::new(Suggester::default());
            // While somebody else searches, all wait; the threads that answer do not.
            let busy = Arc::clone(&suggester.worker).acquire_owned().await.unwrap();
            let find = |rows: &str| {
                let (suggester, standing) = (Arc::clone(&suggester), board(rows));
                tokio::spawn(async move { suggester.find(standing).await })
            };
            let boards = ["-xo-", "x--o"].into_iter().cycle().take(MOST_WAITING);
            let waiting: Vec<_> = boards.map(&find).collect();
            while suggester.places.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            assert!(matches!(find("x-o-").await.unwrap(), Err(GameError::Busy)));
            // One who goes away makes room.
            waiting[0].abort();
            while suggester.places.available_permits() == 0 {
                tokio::task::yield_now().await;
            }
            drop(busy);
            for waiting in waiting.into_iter().skip(1) {
                waiting.await.unwrap().unwrap();
            }
            assert_eq!(suggester.places.available_permits(), MOST_WAITING);
            assert_eq!(locked(&suggester.known).len(), 2);
            assert!(suggester.known(&board("-xo-")).is_some());
            assert!(suggester.known(&board("x-o-")).is_none());
        });
    }

    #[test]
    fn the_boards_that_were_looked_at_last_are_remembered() {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.unwrap().block_on(async {
            let suggester = Suggester::default();
            let mut boards = vec![board("-xo-"); REMEMBERED + 1];
            for (taken, board) in (0..).zip(&mut boards) {
                board.prisoners.black = taken;
                suggester.find(board.clone()).await.unwrap();
            }
            assert_eq!(locked(&suggester.known).len(), REMEMBERED);
            assert!(suggester.known(&boards[0]).is_none());
            assert!(suggester.known(&boards[1]).is_some());
        });
    }
}
