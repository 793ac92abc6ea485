//! Writes whole files: each is written in a hidden folder and renamed when it is complete. Never replaces a file that
//! this program did not create.

mod draft_folder;
mod drafts;
mod messages;
mod new_file;
mod new_folder;
mod own_file;

pub(crate) use draft_folder::DraftFolder;
pub(crate) use drafts::Drafts;
pub(crate) use messages::{folder_of, not_made, not_written};
pub(crate) use new_file::NewFile;
pub(crate) use new_folder::NewFolder;
pub(crate) use own_file::OwnFile;
