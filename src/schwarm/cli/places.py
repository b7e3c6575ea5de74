"""Where commands keep things if nobody says otherwise, and what somebody's config file says.

Folders are those of `schwarm.platform.folders`. The config file is `schwarm/config.toml` among the user's
settings: options by their long names, for all commands at the top, for one command in a table of its name.

    store = "/data/games.db"
    [up]
    port = 8080
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from schwarm.game.errors import BadOption, Refusal
from schwarm.game.meant import expected
from schwarm.platform.folders import user_folder

STORE = "schwarm.db"
SAID = "SCHWARM_STORE"  # names the store for all commands


def data_folder() -> Path:
    """What a user keeps: games, solved puzzles."""
    return user_folder("XDG_DATA_HOME")


def state_folder() -> Path:
    """What programs remember of a user: matches that were interrupted."""
    return user_folder("XDG_STATE_HOME")


def config_file() -> Path:
    """What a user wants differently."""
    return user_folder("XDG_CONFIG_HOME") / "config.toml"


def default_store() -> str:
    """The store: a `schwarm.db` in the current folder if there is one, else the user's own."""
    if Path(STORE).exists():
        return STORE
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / STORE)


def shown_store(store: str) -> str:
    """A store as a person finds it again: the whole path of a file, a URL without its password."""
    head, scheme, rest = store.rpartition("://")
    return f"{head}{scheme}{rest.rpartition('@')[2]}" if scheme else str(Path(store).resolve())


def configured(command: str, options: Mapping[str, str], commands: Mapping[str, str]) -> dict[str, Any]:
    """What the config file says of a command's options, by the names of their parameters.

    `options` are the command's long names without dashes and their parameters. BadOption names what is wrong.
    """
    path = config_file()
    try:
        said = tomllib.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise BadOption(f"{path}: {error}") from None
    tables = {key: value for key, value in said.items() if isinstance(value, dict)}
    for name in tables:
        if name not in commands:
            raise BadOption(Refusal("said_of", what=path, why=expected("expected_command", commands, name)))
    own = tables.get(command, {})
    for key in own:
        if key not in options:
            why = expected("expected_option", options, key)
            raise BadOption(Refusal("said_of", what=f"{path}: {command}", why=why))
    general = {key: value for key, value in said.items() if key not in tables and key in options}
    return {options[key]: value for key, value in (general | own).items()}
