//! Writes whole files: each is written in a hidden folder and renamed when it is complete. Never replaces a file that
//! this program did not create, or that another program has changed since.

mod drafts;
mod new_file;

pub(crate) use drafts::{Drafts, folder_of, not_made};
pub(crate) use new_file::{NewFile, NewFolder, OwnFile};
