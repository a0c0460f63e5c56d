"""`vendue rules [TOPIC]`: the rules, short."""

from __future__ import annotations

import click

from vendue_client.wording.rulebook import UnknownTopicError, overview, topic_text


@click.command()
@click.argument("topic", required=False)
def rules(topic: str | None) -> None:
    """Read the rules: an overview, or one TOPIC."""
    try:
        click.echo(topic_text(topic) if topic else overview())
    except UnknownTopicError as error:
        raise click.UsageError(str(error)) from None
