//! Starts `std lsp`: the command that the settings name, or the one that is installed.
use zed_extension_api::{self as zed, settings::LspSettings, Command, LanguageServerId, Result, Worktree};

struct Stdlang;

impl zed::Extension for Stdlang {
    fn new() -> Self {
        Stdlang
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary);
        let (path, arguments) = match binary {
            Some(binary) => (binary.path, binary.arguments),
            None => (None, None),
        };
        let command = path
            .or_else(|| worktree.which("std"))
            .ok_or("`std` is not installed: see docs/install.md of Stdlang, or set lsp.std.binary.path")?;
        Ok(Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["lsp".to_string()]),
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Stdlang);
