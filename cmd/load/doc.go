/*
Load plays with the bot as many people at once would, and measures whether the bot keeps its promises:
how soon people are answered, and that nothing is lost. The figures on load, kills and outages in
engine/FIGURES.md are lines that it prints.

	go run ./cmd/load steady                      500 acts a second at 5,000 places
	go run ./cmd/load --sync-delay 8ms steady     the same on a disk whose syncs take 8 ms longer
	go run ./cmd/load --postgres --processes 2 --afar 500us steady
	go run ./cmd/load steady --rate 100 --places 1000 --searches 2
	go run ./cmd/load kills --kills 200           SIGKILL at random moments; --gently sends SIGTERM
	go run ./cmd/load outage                      networks that go away
	go run ./cmd/load --postgres database         a server that goes away while people play
	go run ./cmd/load short                       the promises in less than a minute

Steady can also make the bot's work harder while it measures how long people wait:

  - networks that refuse what comes too fast (--limits)
  - a person who floods the bot (--flood)
  - a group in which many people race (--lively)
  - a call that hangs (--hang)
  - searches that take seconds (--searches)
  - dailies for many groups (--dailies)
  - a network that refuses everything for a while (--storm)

Without people (--places 0) it measures the dailies alone.

Most scenarios need nothing but the repository. The networks are bot/telegram/telegramtest and
bot/discord/discordtest in this process. The bot runs in a process of its own, on a database of its own.
PostgreSQL must be installed for --postgres, and runs with fsync on. For --sync-delay strace must be
installed, which delays the return of each sync.

An act is one thing that a person does. Of every five acts one asks for a puzzle (a deal), three are
wrong answers and one is a right answer. One place in five is a group of five people. A time is measured
from when the act was due, whether the bot was ready for it or not, until the network shows the result.
Each wrong answer has a number that no other has, so that it can be found in the database when the bot
has stopped.

The exit status is 0 if all promises are kept. It is 1 if one is broken, whose line says so, or if the
scenario could not be played. Most bounds are flags.

A scenario is a command (main.go). It is played on a rig (rig.go), which has the stand-ins (telegram.go,
discord.go), the database and the processes of the bot. People sit at tables (table.go). What they do and
see is in a record (act.go). ledger.go compares the record with the database, usage.go measures processor
time and bytes written, and report.go prints the figures. The scenarios are in steady.go (with trouble.go
and dailies.go), kills.go, outage.go and short.go.
*/
package main
