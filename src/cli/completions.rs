//! `gokata completions`: scripts that complete the command line in a shell, made from the definitions of the arguments.

use clap::Command;
use clap_complete::{Generator, Shell};

use crate::terminal::output::{Output, Status};

/// Prints a script with which a shell completes commands, options and file names.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  eval \"$(gokata completions bash)\"       in ~/.bashrc
  source <(gokata completions zsh)        in ~/.zshrc, after compinit
  gokata completions fish > ~/.config/fish/completions/gokata.fish
  gokata completions powershell | Out-String | Invoke-Expression
  eval (gokata completions elvish | slurp)")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs, mut command: Command, output: &mut Output) -> Status {
    let name = command.get_name().to_owned();
    command.set_bin_name(name);
    command.build();
    let mut script = Vec::new();
    // Writing into memory cannot fail.
    let _ = args.shell.try_generate(&command, &mut script);
    output.at_once(&String::from_utf8_lossy(&script));
    Status::Fine
}
