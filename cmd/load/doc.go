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

Steady can have trouble in addition to the people whose waits it measures: networks that refuse what
comes too fast (--limits), a person who floods the bot (--flood), a group in which many people race
(--lively), a call that hangs (--hang), searches (--searches), dailies for many places (--dailies), a
network that refuses everything for a while (--storm). Without people (--places 0) it measures the
dailies alone.

Nothing but the repository is needed: the networks are bot/telegram/telegramtest and
bot/discord/discordtest in this process. The bot runs in a process of its own, on a
database of its own; PostgreSQL runs with fsync on. A slower disk is emulated with
strace, which delays the return of each sync.

An act is one thing that a person does. Of five acts one asks for a puzzle (a deal), three are wrong
answers and one is a right answer. One place in five is a group. Every time is measured from when an
act was due, whether the bot was ready for it or not, until the network shows its result. Each wrong
answer has a number that no other has, so that it can be found in the database when the bot has
stopped.

The exit status is 0 if all promises hold, and 1 if one is broken (its line says so) or
the scenario could not be played. Most bounds are flags.

A scenario is a command (main.go). It plays on a rig (rig.go): the stand-ins
(telegram.go, discord.go), the database and the processes of the bot. People sit at
tables (table.go); what they do and see is in a record (act.go). ledger.go compares the
record with the database, and report.go prints the figures. The scenarios are in steady.go,
with what they can have in trouble.go and dailies.go, in kills.go, outage.go and short.go.
*/
package main
