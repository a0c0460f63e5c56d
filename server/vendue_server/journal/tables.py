"""A table between two games, as the journal has it, and back."""

from __future__ import annotations

from vendue_server.lobby import TableLobby

from .entries import ChairIs, TableIs


def table_is(lobby: TableLobby) -> TableIs:
    """What is stored of a table's lobby; not who is there, nor who is ready."""
    return TableIs(
        name=lobby.name,
        kept=lobby.is_kept,
        starts_alone=lobby.starts_alone,
        options=lobby.options,
        clocks=lobby.clocks,
        first=lobby.first,
        after=lobby.after,
        password=lobby.password,
        revision=lobby.revision,
        chairs=tuple(
            ChairIs(
                name=chair.name,
                key=chair.key,
                level=chair.level,
                since=chair.since,
                stand_in=chair.is_stand_in,
            )
            for chair in lobby.chairs
        ),
    )


def lobby_of(table: TableIs) -> TableLobby:
    """The lobby that was stored: no person is there or ready, bots are."""
    lobby = TableLobby(len(table.chairs), starts_alone=table.starts_alone)
    lobby.name, lobby.is_kept = table.name, table.kept
    lobby.options, lobby.clocks, lobby.first = table.options, table.clocks, table.first
    lobby.after, lobby.revision = table.after, table.revision
    lobby.password = table.password
    for number, chair in enumerate(table.chairs):
        lobby.chairs.put_back(number, chair)
    return lobby
