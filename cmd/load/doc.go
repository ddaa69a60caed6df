/*
Load plays with the bot as many people do at once and measures what it promises. The
figures of load, kills and outages that the project gives are lines of this command.

	go run ./cmd/load steady                      500 acts a second at 5,000 places
	go run ./cmd/load --sync-delay 8ms steady     the same on a disk whose syncs take 8 ms longer
	go run ./cmd/load --postgres --processes 2 --afar 500us steady
	go run ./cmd/load beside                      everybody else beside a flooder, dailies, a lively group
	go run ./cmd/load searches                    duels, forms, clocks and help in groups where people search
	go run ./cmd/load kills --kills 200           SIGKILL at random moments; --gently sends SIGTERM
	go run ./cmd/load outage                      networks that go away
	go run ./cmd/load --postgres database         a server that goes away while people play
	go run ./cmd/load storm                       a network that refuses everything for a while
	go run ./cmd/load dailies                     dailies for many places at once
	go run ./cmd/load short                       the promises in little more than a minute

Nothing but the repository is needed: the networks are bot/telegram/telegramtest and
bot/discord/discordtest in this process. The bot runs in a process of its own, on a
database of its own; PostgreSQL runs with fsync on. A slower disk is emulated with
strace, which delays the return of each sync.

People play as people do: of five acts one asks for a puzzle, which the bot deals, three
are wrong answers and one is right; one place in five is a group with a board. Every
time is from when an act was due, whether the bot was ready for it or not, until the
network shows what came of it. Wrong answers hold a number that no other has, so that
each can be found in the database when the bot has stopped.

The exit status is 0 if all promises hold, and 1 if one is broken (its line says so) or
the scenario could not be played. Most bounds are flags.

A scenario is a command (main.go). It plays on a rig (rig.go): the stand-ins
(telegram.go, discord.go), the database and the processes of the bot. People sit at
tables (table.go); what they do and see is in a record (act.go). ledger.go compares the
record with the database, and report.go prints the figures. What goes away for a while
is in outage.go, and what an act costs in steady.go.
*/
package main
