package web

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
)

const (
	// hereFor is how long a person counts as being in a room after their page's last request.
	hereFor = time.Minute
	// maxHere is how many people in a room are named.
	maxHere = 40
)

// presence knows who is in which room. It is in memory, so it knows only those who came to this process: if
// several processes serve the page, each names its own visitors.
type presence struct {
	mu sync.Mutex
	// rooms has the people in each room, by the room and by the person.
	rooms map[string]map[string]*occupant
	// swept is when rooms were last looked through for people who have gone.
	swept time.Time
	// came counts those who have come.
	came int
}

// An occupant is a person in a room.
type occupant struct {
	name string
	// number tells apart people of one name: 1, 2, ….
	number  int
	isMaker bool
	// order is smaller for people who came earlier.
	order int
	// seen is when their page last called.
	seen time.Time
	// streams is how many streams their page has open.
	streams int
}

// isGone reports whether an occupant has left: their page has no stream, and has made no request for a while.
func (o *occupant) isGone(now time.Time) bool { return o.streams == 0 && now.Sub(o.seen) > hereFor }

// hereTopic is the topic of those who watch who is in a room.
func hereTopic(room string) string { return "here:" + room }

// see notes that the page of a person has called. opened is 1 if the page has opened a stream, -1 if one has
// ended, and else 0.
func (p *presence) see(hub *live.Hub, s session, now time.Time, opened int) {
	if !s.isRoom() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.swept) > hereFor {
		p.swept = now
		for room := range p.rooms {
			p.sweep(hub, room, now)
		}
	}
	room := s.Place.Community
	p.sweep(hub, room, now)
	if p.rooms == nil {
		p.rooms = map[string]map[string]*occupant{}
	}
	if p.rooms[room] == nil {
		p.rooms[room] = map[string]*occupant{}
	}
	o := p.rooms[room][s.Person.ID]
	hasLeft := o == nil && opened < 0
	if hasLeft {
		return
	}
	hasNewName := o == nil || o.name != s.Person.Name
	if hasNewName {
		was := o
		o = &occupant{name: s.Person.Name, number: p.freeNumber(room, s.Person), order: p.came}
		if was != nil {
			o.order = was.order
			o.streams = was.streams
		}
		p.came++
		p.rooms[room][s.Person.ID] = o
	}
	o.isMaker = s.Person.Role == chat.RoleAdmin
	o.seen = now
	// If the person left by leave and came back, streams from before are no longer counted, and may still end.
	o.streams = max(0, o.streams+opened)
	// Beyond those who are named, a newcomer changes nothing that others need at once.
	isNamed := len(p.rooms[room]) <= maxHere || o.isMaker
	if hasNewName && isNamed {
		hub.Touch(hereTopic(room))
	}
}

// freeNumber returns the first number that nobody else of the same name in a room has.
func (p *presence) freeNumber(room string, who chat.Person) int {
	for n := 1; ; n++ {
		isTaken := false
		for id, o := range p.rooms[room] {
			if id != who.ID && o.name == who.Name && o.number == n {
				isTaken = true
			}
		}
		if !isTaken {
			return n
		}
	}
}

// sweep removes those who have gone from a room. If anybody has, sweep wakes those who watch the room.
func (p *presence) sweep(hub *live.Hub, room string, now time.Time) {
	before := len(p.rooms[room])
	maps.DeleteFunc(p.rooms[room], func(_ string, o *occupant) bool { return o.isGone(now) })
	after := len(p.rooms[room])
	if after == 0 {
		delete(p.rooms, room)
	}
	if after < before {
		hub.Touch(hereTopic(room))
	}
}

// leave removes a person from their room at once.
func (p *presence) leave(hub *live.Hub, s session) {
	p.mu.Lock()
	defer p.mu.Unlock()
	room := p.rooms[s.Place.Community]
	if room[s.Person.ID] == nil {
		return
	}
	delete(room, s.Person.ID)
	hub.Touch(hereTopic(s.Place.Community))
}

// list returns who is in the room of a session: its maker first, then those who came first. more is how many
// others there are.
func (p *presence) list(s session, now time.Time) (here []chat.Seat, more int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	room := p.rooms[s.Place.Community]
	ids := idsIn(room, now)
	slices.SortFunc(ids, func(a, b string) int {
		x, y := room[a], room[b]
		if x.isMaker != y.isMaker {
			return cmp.Compare(rankOf(x), rankOf(y))
		}
		return cmp.Compare(x.order, y.order)
	})
	shown := ids[:min(len(ids), maxHere)]
	for _, id := range shown {
		o := room[id]
		name := o.name
		if o.number > 1 {
			name += " " + strconv.Itoa(o.number)
		}
		here = append(here, chat.Seat{Name: name, Me: id == s.Person.ID})
	}
	return here, len(ids) - len(shown)
}

// ids returns the IDs of all who are in the room of a session. If the session is in no room, nobody knows who is
// there, and ids returns none.
func (p *presence) ids(s session, now time.Time) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return idsIn(p.rooms[s.Place.Community], now)
}

// idsIn returns the IDs of those who are in a room, in no order.
func idsIn(room map[string]*occupant, now time.Time) []string {
	var ids []string
	for id, o := range room {
		if !o.isGone(now) {
			ids = append(ids, id)
		}
	}
	return ids
}

// rankOf is 0 for the maker of a room, and 1 for the others.
func rankOf(o *occupant) int {
	if o.isMaker {
		return 0
	}
	return 1
}
