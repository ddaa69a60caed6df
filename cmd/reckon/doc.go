/*
Reckon is a chat bot for number puzzles. Without a command it plays: in the
terminal, or on the networks whose tokens are set. Beside the chat it works on
puzzle IDs for scripts (solve, check, rate), studies expressions and games
(explain, analyze), looks after the database (backup, restore, move, health), and says
what is wrong (doctor). "reckon --help" documents it all.

# A tour of the house

Arrows point down only; imports_test.go holds every import against this order.

	cmd/reckon           this package: the command line, and the wiring in serve.go
	  bot/telegram       updates   -> Request,  Reply -> HTML and keyboards
	  bot/discord        events    -> Request,  Reply -> components, forms
	  bot/terminal       lines     -> Request,  Reply -> lines
	    bot              the conversation: commands, buttons, forms -> acts of play -> Reply
	      bot/command    the table of commands, typed text and options -> values, button data; no round
	      bot/talk       handlers of commands and buttons, a file a feature
	      bot/settings   the settings as data, and their panel
	      bot/say        what play found, as lines in a reader's language
	        bot/lang     every sentence, a file a language
	      bot/card       pictures of puzzles, results, days and figures; facts in, PNG and words out
	      bot/zone       time zones by what people call them
	      bot/play       the rules of play: rounds, answers, hints, dailies, points; facts only
	        bot/play/mode    the ways to play, as data: what a mode allows, pays and shows
	        bot/play/rating  difficulties and abilities learnt from solve times; arithmetic only
	      bot/outbox     deliveries of messages: lanes, owners, retries, notes
	      bot/jobs       jobs: what happens later
	        bot/heartbeat  the loops of both, the heartbeat they leave, the lease of the process
	        bot/chat     the contract: Request, Reply, FrontEnd; all that a front end sees
	      engine/games   the list of games, the only place that names them all
	        engine/*     a package for each game; tchisla/search is below its game
	          engine     Game, Puzzle, Verdict: the nouns games share
	            engine/expr   the language of answers
	              engine/exact   exact numbers
	                engine/whole whole numbers of 64 bits
	      storage        SQLite or PostgreSQL; puzzles are opaque text to it
	        storage/dbtest  a PostgreSQL server for tests, and nothing else
	cmd/reckon/metrics   what is counted for Prometheus; handed in by this package
	config               the settings; only this package reads them

Follow one answer through it. A front end reads an event, which came by a connection
it keeps or was posted to it (post.go, chat.Webhook), and makes a chat.Request of it, under the network's own ID of the event as its key. It calls Bot.Take
(bot/dispatch.go), which makes a talk.Turn of it: who, where and when. Its handler finds
the round that is meant (play.Meant: by the message replied to, or the person's
own current one), has the puzzle judge the text outside any transaction
(play.Judge: facts, no sentence), and then, in one transaction, takes the answer
(play.Answer), puts the facts into words (say.Taken), and stores the key and the
reply (turn.carryOut). The round's mode (race, best, alone, or that of its
match) decides what the answer earns and whether the round ends; every end goes through play's endRound and
bot's showEnding. Nothing inside bot sends: the event is done, and the network may
forget it.

A delivery, of a reply, a post or an edit, is a row of the outbox. bot/outbox
hands it to the front end's Deliver as soon as the chat's pace allows, whose
render.go turns the Reply into a message; a picture in it is facts until then, which
chat.Broker draws. When that is out, it is noted
(Bot.delivered): from then on a reply to it means its round, a hint in it is
charged, and the clock of the puzzle in it runs.

What happens by itself, a daily or the end of a round, is a job: a row with a kind,
a key and a time, whose kind is a function of bot (later.go). The loops of bot/jobs
and bot/outbox write a heartbeat that "reckon health" reads. Nothing that must happen lives only in
memory: kill the process where you like.

# The rules that hold it together

  - A puzzle is its ID, "24:3,3,8,8": in the database, in buttons, here on the
    command line. What parses once parses to the same puzzle for ever.
  - engine is pure: no sentence, clock, database or network. Errors about what
    people typed are *engine.Fault, a code with arguments and a place.
  - Numbers are exact; there is no tolerance anywhere.
  - A game is a package under engine and a line in engine/games. It is known by
    engine.Rules alone: no other package tells games apart, but for tchisla.go
    here, which makes the book that is built into that one game.
    One that can study all its puzzles is an engine.Analyzer as well.
  - A network is a package under bot and a row in networks, in serve.go.
  - What is counted is told to a small interface of who does it (play.Meter,
    storage.Store.Observe) or read off a wrapper; only metrics knows Prometheus.
  - A command is a row in bot's table (table.go) and a method of a feature in bot/talk;
    help, menus and the README come from
    it. What a button does is a row beside it.
  - A mode of play is a type in bot/play with three methods (mode.go), chosen in one
    place; a round's facts (play.Taken, play.Ending, play.Hinted, play.Quit) serve
    whoever shows them.
  - Inside a room a file is a noun, and files refer to each other one way.

# Where to look first

bot/testdata/*.chat are conversations as people see them, checked by go test:
read one, then run it by hand with "go run ./cmd/reckon". testdata/*.txt here
are the same for the command line. .ci/run is all that a change must pass, and
.ci/story plays on stand-ins for both networks; cmd/load plays there as many people,
and measures.
*/
package main
