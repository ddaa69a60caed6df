// Package web is the front end for a browser: one HTML page on which puzzles are played by tapping.
// Telegram opens it as a Mini App, Discord as an Activity, and anybody opens it by its address. It
// knows HTTP and JSON, and no game, score or database.
//
// The page shows a view (chat.View: facts as one person may see them) and sends acts, which are
// requests like those that people make in chats. The page itself decides nothing.
//
// # Files
//
// routes.go lists the handlers. The page itself is in the folder page; page.go serves it, and html.go, join.go and
// inline.go make one HTML of its files. Sessions are in newsession.go, session.go and seal.go, rooms in room.go. What
// home screens and search engines ask for, and the service worker, are in manifest.go and icon.go. What the page
// calls is in view.go, act.go, share.go, results.go and watch.go. presence.go knows who is in a room. The handlers of
// features are in their own packages; site.go and document.go have what these need from this package. limit.go,
// request.go, response.go and refuse.go have what all handlers use.
//
// # Routes
//
// The addresses are relative to one base, the address of the page. Features have more routes of their own.
// Bodies are JSON of at most 8 KB. Times are Unix milliseconds of the server's clock. Pages of every origin may
// call play/*: such a request is allowed by its bearer token alone, never by a cookie.
//
//	GET  , play         the page
//	GET  p/PUZZLE       the page with a puzzle for anybody: p/24:3,3,8,8
//	GET  p/PUZZLE.png   the picture of the puzzle
//	GET  day/NUMBER     the page with a day's puzzles
//	GET  day/NUMBER.png the picture of the day for messengers: its date and its games, no puzzle
//	POST play/session   a proof of who somebody is -> a token
//	GET  play/view      what the person sees
//	GET  play/me        what the person sees about themselves
//	POST play/act       what the person does -> the reply, and what they see then
//	POST play/share     a message that the person can send from the network's client
//	GET  play/value     the value of an expression that is not sent yet
//	GET  play/results   how each person did at each puzzle of a room's races, for its maker: CSV
//	GET  play/watch     a line whenever what the person sees may have changed
//	GET  r/CODE         leads to a room
//	GET  r/CODE.svg     the QR code of the address of a room
//	GET  manifest.webmanifest, icon/192.png, …   for home screens; robots.txt is for search engines
//	GET  offline.js      shows the page where there is no network
//	GET  licences.txt    the licences of what the page has from others
//
// A refusal is a status with {"error": WORD}: 400 "bad", 401 "token" (the token is false or its session
// is over: ask for a session again), 403 "proof", 404 "none", 413 "long", 429 "often" with Retry-After in
// seconds, 503 "busy" (try again soon). A refused request has no effect. If the page gets no response to
// an act, it sends the act again with the same key until it gets one. The act counts once.
//
// # Session
//
//	POST play/session
//	{"network": "web", "guest": KEY, "name": "Ann", "room": "new", "locale": "en-GB"}
//	{"network": "telegram", "proof": INITDATA, "locale": "en"}
//	{"network": "discord", "proof": CODE, "instance": ID, "locale": "en-US"}
//	{"network": "web", "proof": PASS}
//	{"network": "web", "token": T}
//	{"network": "web", "token": T, "room": "CDFHJK"}
//
// A PASS comes in the fragment of a link that the bot gave someone in a chat. It works once. So the
// page keeps the token of such a session for its tab, and goes on with it when it is loaded again.
//
// A guest's first request for a session has no KEY. The response has one, which the browser keeps for
// later requests. The room is empty (the guest plays alone), "new", or a code of six letters, capital or
// small.
//
// People of a chat come into a room, too: with the room beside their proof, or beside the token of the session they
// have. They keep their account and their name. The room "home" takes them back to where they came from. A link
// that opens the page in a network's frame leads into a room if what it brings ("open", below) is "room CDFHJK".
//
// The maker of a room gets a "maker" in the first response, and sends it in later requests, so that the
// room stays theirs. A response is
//
//	{"token": T, "until": TIME, "guest": KEY, "name": "Ann", "room": "CDFHJK", "lang": "en",
//	 "open": DATA, "access": ACCESS, "words": {"undo": "Undo", …}, "view": VIEW}
//
// A request may have an "act", which is like the body of play/act: what the person came for. Instead of data it may
// say {"key": KEY, "first": true}, which deals a puzzle of the first game. It is carried out in the new session. Then
// "acted" is true in the response, "reply" is the reply, and "view" shows what came of it. If the act is refused, the
// session is open nevertheless, and the page makes the act once more.
//
// The token goes into the header "Authorization: Bearer T" of the other requests. Only the token that
// a pass gave is kept outside the page's memory. "open", if it is there, is what the person came for:
// the page sends it first. (On a page of p/, or with ?open=, it is in <meta name="open">. A page of day/ shows
// the day of the person. If that is another one, a tap sends what is in <meta name="open-day">.)
// The author of the link chose it, so only acts that a link may do are carried out. "access" is what Discord's
// client wants to see before it shares a link. "words" are the
// sentences of bot/lang whose keys begin with "page."; in the response the keys are without "page.".
// In a sentence, the page replaces {n} by a number or a text that it calls n.
//
// # View
//
//	GET play/view[?round=TOKEN][&day=1]
//
// It is a chat.View, whose fields are described there. With a round it shows that round, and without one the
// person's current round. It has the live day if that is asked for, or if the round is a daily. A round of
// another day comes with "roundDay", too. The live day of the person comes with what is to be told about it,
// the solutions of the day before and a reminder:
//
//	{"number": 331, "date": "2026-11-27", "live": true, "ends": TIME, "streak": 4,
//	 "parts": [{"game": "24", "title": "24", "sign": "24", "press": DATA, "score": 20, "points": 20, …}, …],
//	 "lines": [LINE, …], "others": "So far 12 people have played today.", "remind": ACT or "reminds": "08:00",
//	 "yesterday": {"number": 330, "press": DATA, "opens": TIME or "parts": [{"game": "24", "title": "24",
//	               "sign": "24", "puzzle": "3 3 8 8 → 24", "text": "8/(3-8/3)"}, …]}}
//
// Fields that are empty, zero or false are left out.
//
// In a room, "here" says who is there: {"here": [{"name": "Ann", "me": true}, {"name": "Guest"},
// {"name": "Guest 2"}], "hereMore": 3}. That is those whose page watches, or has called within a minute. The
// stream tells when somebody comes or goes.
//
// A round says what the person can win, and how they did: {"worth": 30, "usual": 25,
// "mine": {"took": 12.345, …}, …}. Each "deal" has the "sign" of its game and a short "rule".
//
// From the moment when somebody asks for a match, or a rematch, all at the place see it coming:
// {"match": {"number": 0, "of": 5, "next": TIME, "lines": [LINE, …], …}, …}
//
// # Me
//
//	GET play/me
//	{"name": "Ann", "points": 350, "solved": 12, "streak": 4, "longest": 9,
//	 "strengths": [{"title": "24", "level": 0.8, "text": "usually 14 s, best 4 s"}],
//	 "boards": [{"title": "This month · worldwide", "rank": 3, "of": 120}],
//	 "settings": [{"name": "level", "label": "Level", "about": "Default level?", "value": "any",
//	               "choices": [{"label": "any", "press": DATA, "on": true}, …]}]}
//
// It is a chat.MeView. A "guest" has only those settings that mean something to guests. In a room there are
// none. A choice is carried out like any button. If that changes the language, the view has another "lang"
// from then on, and the page asks for a new session to get its words.
//
// # Acts
//
//	POST play/act
//	{"key": KEY, "press": DATA}                          a button
//	{"key": KEY, "open": DATA}                           what the person came for: the act of a link
//	{"key": KEY, "press": DATA, "text": "8/(3-8/3)"}     an answer: DATA of the act "answer"
//	{"key": KEY, "press": DATA, "text": "8/(3-8/3)", "taps": 9}   an answer that was tapped
//	{"key": KEY, "command": "race", "text": "3 letters"} a command, as it is typed in chats
//	{"key": KEY, "text": "hint"}                         any text, as it is typed in chats
//
// The page makes a KEY of 8 to 64 characters of [A-Za-z0-9_-], another one for each act. "round": TOKEN
// and "day": true say what the view shows, and "dark": true makes the picture dark. They may be left out.
// The response is
//
//	{"reply": REPLY, "view": VIEW, "repeated": true, "forgotten": true}
//
// "reply" is a chat.Reply. It is left out if there is nothing to say. If an act with the same KEY was
// carried out before, it is left out, too, and "repeated" is true. If the person was "forgotten", the page
// removes what the browser stores about them. The picture of a reply is a PNG:
//
//	{"tone": 1, "text": [[{"text": "Right: "}, {"style": "code", "text": "8/(3-8/3)"}]],
//	 "buttons": [[{"label": "Explain", "data": DATA, "icon": "🔍"}]], "picture": {"png": BASE64, "alt": "…"}}
//
// "tone" is 1 for a right answer, 2 for a wrong one. If the person presses a button of the reply, the
// page sends an act whose "press" is the "data" of the button. If the reply has an "ask", the "hint" of
// the ask says what to type. The next act then has that text, and the "data" of the ask as its "press".
//
// # Share
//
//	POST play/share
//	{"day": 326} -> {"prepared": ID}
//
// The network prepares the person's card of a live day as a message. With the ID its client lets the
// person choose a chat for the message. 404: there is no card, or the network prepares no messages.
//
// # Value
//
//	GET play/value?round=TOKEN&text=77*26+14
//	{"value": "2016", "measure": 6} or {"fault": "a sentence"}
//
// It does not count as an answer. Words have no value.
//
// # Watch
//
//	GET play/watch?since=VERSION[&round=TOKEN][&poll=1]
//
// The response is a stream of lines. A line {"n": 1, "now": TIME} means: load the view again. The first
// one comes at once if the view has another version than "since". After 20 quiet seconds comes an empty line.
// If nothing comes for 45 seconds, the connection is dead. With poll=1 the response ends after the first
// line or, if there is none for 20 seconds, with {}. The page polls if streams have been cut off twice.
// For another round it opens a new stream.
//
// # The page
//
// The folder page has the page's source. No tool is needed to run it: when the program starts, it joins
// index.html, style.css, the vendored files (Preact and htm) and the modules to one HTML of at
// most 45 KB compressed. The frame of a network may have no origin, so everything stands in that one HTML. The
// modules follow in the order of pageModules, inside of one strict function. A module imports only from modules
// before it, in one form: import { a, b } from './x.js'. What a module declares at the beginning of a line is known
// in all modules, so no name may be declared there twice. Whatever breaks these rules is refused at the start, with
// its file and line.
//
// kit.js draws what all screens use. view.js holds what the page knows. Code that changes this calls the
// function changed, which draws everything again. server.js makes the calls, host.js knows the browser, Telegram
// and Discord, and board.js holds what was tapped. A board is played by numbers.js, letters.js or keypad.js, and
// round.js is the screen around it. The places are today.js, play.js, together.js and me.js; screen.js is the
// big screen of a class. main.js draws them and begins. early.js runs before all of them: it asks for the
// session of a guest while the rest of the page still loads. offline.js is no part of the HTML: it is the
// service worker, which keeps the page that a browser has loaded last and shows that one where there is no
// network.
//
// The folder test has tests of the modules that need no browser: arithmetic.js, colour.js and the words of
// view.js. They and the types are checked where npm is; api.d.ts has the types of what the server sends, as Go
// declares them.
//
// The content security policy allows the style and the two scripts by their hashes. So the page can have no style
// attributes and no handlers in attributes, but a script may set element.style. Fonts and pictures can only be data:,
// and requests can only go to the page's own origin. The <head> begins with <!--head-->. The server replaces it by
// <base>, <title>, <meta name="open">, the sentences that the page shows before it has a session, and the tags for
// messengers. Every address in the page is relative to the base: "play/view".
package web
