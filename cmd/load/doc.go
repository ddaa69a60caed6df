/*
Load plays with the bot on stand-ins for its networks, as many people do at once,
and measures what it promises. Every figure that the README gives of load, kills
and outages is one of its lines.

	go run ./cmd/load steady                      500 messages a second from 5,000 chats
	go run ./cmd/load --sync-delay 8ms steady     the same on a disk whose syncs take 8 ms longer
	go run ./cmd/load beside                      everybody else beside a flooder and a lively group
	go run ./cmd/load kills --kills 200           SIGKILL at random moments
	go run ./cmd/load sigterm                     SIGTERM under load
	go run ./cmd/load outage                      networks that go away
	go run ./cmd/load dailies                     dailies for many places at once
	go run ./cmd/load evening                     a minute of ordinary play, to be read
	go run ./cmd/load short                       the promises in a minute; .ci/run plays it

The stand-ins are a program of their own, which keeps a transcript of every place
and judges each call; STAGE names it, or the folder of its source. Where it is not
there, nothing is played. The bot is the program that the source makes, or the one
that is named, in a process of its own on a database of its own; a slower disk is
emulated with strace, which holds back the return of each sync.

What comes of a scenario is read from the transcripts and, when the bot has ended,
from the database, never from the bot: who said what when, what was said to that,
what is stored. A time is from when a person has said something until the bot's
answer is with the network. Answers that are wrong have a number that no other
has, so that each can be found in the transcript and in the database.

The exit status is 0 if all promises hold, and 1 if one is broken (its line says
so) or the scenario could not be played. The bounds are flags.

# The files

A scenario is a file and a command (main.go). It has a rig (rig.go): stand-ins
(stage.go) and the bot as processes (process.go), made by the setup (setup.go). At
places (place.go) play a crowd (crowd.go), which talks at a rate whatever is
answered, or a hall of tables (hall.go, table.go), which play rounds as they are
dealt. What is read afterwards is transcript.go, database.go, account.go, and
daily.go, and law.go for the rules of the networks; measure.go and report.go say it.
*/
package main
