/*
Reckon is a chat bot for number puzzles. Without a command it plays: in the terminal, or
on the networks whose tokens are set; "reckon web" plays on a page in a browser. Its other
commands work on puzzles (solve, check, rate, explain, analyze) and on the book (tchisla), look
after the database (backup, restore, move, ratings, audit) and check that all is well (health,
doctor). "reckon --help" documents them all. This page is for developers.

# The rooms

A package imports only packages below it. A feature is a folder of bot that players can name, such
as the leaderboards: its rules, its rows in the database, its handlers, its words and its tests.
It stands on the kernel, which is everything else in bot. The kernel knows no feature, and no
feature knows another; bot/features.go lists them. imports_test.go checks every import, and
statements_test.go that no statement of the kernel names a feature's table.

	cmd/reckon             the command line; serve.go puts the parts together
	  bot/telegram         Telegram's updates -> Request, Reply -> HTML and keyboards
	  bot/discord          Discord's events -> Request, Reply -> components and forms
	  bot/terminal         typed lines -> Request, Reply -> printed lines
	  bot/web              the page: HTTP -> Request, Reply and View -> JSON
	    bot                takes a Request, finds its handler, commits the effect, returns the Reply
	      bot/board        a feature: leaderboards, and pages beside them
	      bot/book         a feature: the book of best known answers, and the records of players
	      bot/daily        a feature: the post of the day, a person's card, the archive, and the reminder of a streak
	      bot/ghost        a feature: duels with recordings
	      bot/league       a feature: divisions of people who compete for a week
	      bot/link         a feature: one person on several networks
	      bot/offer        a feature: what people send in their own name, to any chat
	      bot/practice     a feature: puzzles that suit a person
	      bot/privacy      a feature: what is stored of a person, and how they are forgotten
	      bot/roles        a feature: figures that networks show, and give roles by
	      bot/season       a feature: the hall of fame, who won the months
	      bot/signs        a feature: signs that a program answers, which the operator decides about
	      bot/stats        a feature: a person's figures
	      bot/talk         the handlers of the kernel
	      bot/feature      what a feature is: a folder that package bot lists in features.go
	      bot/tell         what people and places are told; one table says who reads it and how urgent it is
	      bot/settings     the settings of communities and people as data, and their panel
	      bot/button       the buttons under messages
	      bot/command      the command language: commands, arguments, data of buttons, limits
	      bot/say          facts of play -> lines in a reader's language
	        bot/lang       every sentence, a file for each language
	      bot/card         facts -> pictures
	      bot/zone         time zones and the names that people use for them
	      bot/round         the rules of play: rounds, answers, hints, dailies, points, matches
	        bot/round/mode    the ways to play, as data: what a mode allows, pays and shows
	        bot/round/rating  how difficulties and abilities are learnt from solve times
	      bot/outbox       delivers messages: order, rate limits, retries
	      bot/live         wakes those who watch the page when something has changed
	      bot/jobs         runs what is due: ends of rounds, dailies, reminders
	        bot/heartbeat  the loops of these two, and the sign that they make progress
	    bot/chat           the contract with front ends: Request, Reply, FrontEnd
	      bot/chat/pace    keeps calls within a network's limits: rate, holds, breaker
	    engine/games       the list of games, the only place that names them all
	      engine/*         a package for each game
	        engine         Game, Puzzle, Verdict: what all games share
	          engine/expr  the language of answers
	            engine/exact  exact numbers
	              engine/whole  whole numbers of 64 bits
	    storage            SQLite or PostgreSQL; a puzzle is opaque text to it
	      storage/address  which database a setting names, and how it is printed
	cmd/reckon/metrics     counts and times for Prometheus
	config                 the settings of the operator; only this package reads them

Only tests and cmd/load use telegramtest and discordtest (stand-ins for the networks), webtest
(the page as it is served, and its visitors), sitetest (links that lead elsewhere), storage/dbtest (databases), storage/storetest (databases whose
tables are there) and engine/property (random cases with a fixed seed). The programs
engine/tchisla/makebook and engine/words/build.go make files of the source; go generate runs them.

# The way of an answer

A front end reads an event from its network and makes a chat.Request of it. The key of the
request is the network's own ID of the event, so an event that comes twice counts once. The front
end calls Take (bot/take.go). A feature.Request adds who, where and when (bot/request.go): one
query (storage.Visit) reads the person, the place and the rounds that may be meant.

The handler (bot/talk/answer.go) asks bot/round which round the person means (Meant). Outside any
transaction it lets the puzzle judge the text (Judge), and returns a Plan. One transaction carries
the Plan out (bot/request.go): it stores the answer and its points (round.Answer), the key of the
request, and the reply. Play returns an Outcome: what the answer was, what it earned, and what it
changed. Package tell looks up how that is told to the person, changes the messages that show the round to
the place, and package say finds the words.

Now Take returns, and the network may forget the event. The reply and all changed messages are
rows of the outbox. Package outbox calls the front end's Deliver as soon as the rate limit allows,
and the front end's render.go turns the Reply into a message. Pictures are drawn at that moment,
through chat.Broker. After the delivery the outbox tells the bot which message it became: from
then on a reply to that message means its round, a hint in it costs points, and the clock of its
puzzle runs.

On the page the reply is the answer to the HTTP request, and everybody sees what changed by taking
a view (talk/view.go): facts as that person may see them. A transaction notes what it touched;
after the commit, package live wakes those who watch it, also in other processes.

What happens later is a job, a row with a kind, a key and a time. Each kind is a function, of the
kernel (bot/jobs.go) or of a feature. Nothing that must happen lives only in memory: you can kill
the process at any moment.

# The rules

  - A puzzle is its ID, such as "24:3,3,8,8": in the database, in buttons and on the
    command line. An ID means the same puzzle for ever.
  - Package engine is pure: no sentence, clock, database or network. It reports what is
    wrong with a text as an engine.Fault: a code, arguments and a place.
  - Numbers are exact. There is no tolerance anywhere.
  - No package but engine/games tells games apart; the others read engine.Rules. The
    command tchisla is the exception: it writes the book of that game to a file.
  - No package above the front ends tells networks apart, except serve.go.
  - SQL stays in storage, in bot/round's files of rows (match_rows.go) and in the rows.go of
    features, and sentences for players stay in bot/lang. A feature writes only tables that it declares; what becomes of their rows when a
    person is forgotten, exports or links follows from the declaration (storage.Table).
  - Packages that are measured have small interfaces of their own, such as round.Meter.
    Only package metrics knows Prometheus.
  - A file is named for what is in it, and the files of a package refer to each other one
    way.

# What a new thing touches

	a game        its package in engine; a line in engine/games; its words in bot/lang;
	              a transcript
	a network     its package in bot; its settings in config; a row of networks in
	              serve.go; a row in imports_test.go
	a feature     its folder in bot; a line in bot/features.go; a section in each language;
	              a migration for each database if it has tables; a row in README.md if it
	              has a command (go test ./bot -run Readme -update writes it); a file here
	              if hosts have a command for it. To delete one is to delete these, and to
	              append a migration that drops its tables
	a command or button of a feature
	              its folder; its words; a transcript; a line of its testdata/rights.txt
	a points rule one file of bot/round, and the transcripts that change
	a setting     of a feature a settings.Toggle there, of the kernel a row in bot/settings; its words;
	              a transcript
	a language    its file in bot/lang; a test lists what is missing

# Where to begin

The transcripts, bot/testdata/*.chat and those of each feature, are conversations as people see
them, and go test replays them: the former with the kernel alone, the latter with the kernel and
that feature. Read one, then play it by hand with "go run ./cmd/reckon". The files
testdata/*.txt here do the same for the command line. Every change must pass .ci/run.
README.md is for players, config/deploy/README.md for hosts; engine/FIGURES.md has what was
measured, and bot/lang/VOICE.md says how the texts are written.
*/
package main
