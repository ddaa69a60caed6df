// Package zone finds time zones by the names that people use: the zone's name, a city
// or country in it, a distance from UTC. It knows no chat.
package zone

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // zones on machines that have none
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A Match is a time zone that a text may mean.
type Match struct {
	Zone *time.Location
	Name string // the name that the text begins: the zone's own or another
}

//go:embed zones.tsv
var table string

// A Table finds time zones. Many goroutines may use it.
type Table struct{ all []zone }

type zone struct {
	at    *time.Location
	names []string // the zone's own, that of its city, others; the country last
	keys  []string // the names, folded
}

// Open reads the built-in table, once for all who use it.
var Open = sync.OnceValues(func() (*Table, error) {
	t := &Table{}
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		at, err := time.LoadLocation(fields[0])
		if err != nil || len(fields) < 2 {
			return nil, fmt.Errorf("time zone %q: %w", line, err)
		}
		city := strings.ReplaceAll(fields[0][strings.LastIndex(fields[0], "/")+1:], "_", " ")
		z := zone{at: at, names: []string{fields[0], city}}
		if len(fields) > 2 {
			z.names = append(z.names, strings.Split(fields[2], ", ")...)
		}
		z.names = append(z.names, fields[1])
		for _, name := range z.names {
			z.keys = append(z.keys, fold(name))
		}
		t.all = append(t.all, z)
	}
	return t, nil
})

// fold makes texts equal that differ only in capitals, accents and the characters
// between words.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == '_' || r == '-' || unicode.IsSpace(r):
			return ' '
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(strings.TrimSpace(text)))
}

// Find returns the zones with a name that begins with a text, the likeliest first, at
// most that many; for an empty text the best known ones. A distance from UTC is that
// at the time at.
func (t *Table) Find(text string, at time.Time, most int) []Match {
	var found []Match
	if offset, ok := distance(text); ok {
		found, _ = t.distant(offset, at)
	} else {
		wanted := fold(text)
		var ranks [3][]Match // begins a name, begins a word of one, begins a country
		for _, z := range t.all {
			if rank, name := z.match(wanted); rank >= 0 {
				ranks[rank] = append(ranks[rank], Match{z.at, name})
			}
		}
		found = slices.Concat(ranks[:]...)
	}
	return found[:min(len(found), most)]
}

// match returns how well a text names a zone, 0 best, -1 if it does not.
func (z zone) match(wanted string) (rank int, name string) {
	rank = -1
	country := len(z.keys) - 1
	for i, key := range z.keys {
		now := -1
		switch {
		case !strings.Contains(key, wanted):
		case strings.HasPrefix(key, wanted) && i < country:
			now = 0
		case strings.Contains(key, " "+wanted) && i < country:
			now = 1
		case strings.HasPrefix(key, wanted):
			now = 2
		}
		if now >= 0 && (rank < 0 || now < rank) {
			rank, name = now, z.names[i]
		}
	}
	return rank, name
}

// maxName is the greatest length of a name to look up; the longest real one has 32
// bytes.
const maxName = 64

// Named returns the one zone that a text names: by its name, an older one ("US/Eastern")
// too, by a city in it, by a country that has only one zone, or by a distance from UTC
// that it has all year. Abbreviations do not count, because they have no summer time.
func (t *Table) Named(text string) (*time.Location, bool) {
	if offset, ok := distance(text); ok {
		all, steady := t.distant(offset, time.Time{})
		if steady == 0 {
			return nil, false
		}
		return all[0].Zone, true
	}
	wanted := fold(text)
	var country []*time.Location
	for _, z := range t.all {
		last := len(z.keys) - 1
		if slices.Contains(z.keys[:last], wanted) {
			return z.at, true
		}
		if z.keys[last] == wanted {
			country = append(country, z.at)
		}
	}
	if len(country) == 1 {
		return country[0], true
	}
	if len(text) > maxName || !strings.Contains(text, "/") {
		return nil, false
	}
	capitals := firstLetter.ReplaceAllStringFunc(strings.ToLower(text), strings.ToUpper)
	for _, name := range []string{text, capitals} {
		if at, err := time.LoadLocation(name); err == nil {
			return at, true
		}
	}
	return nil, false
}

// firstLetter matches the letters that most names of zones write as capitals.
var firstLetter = regexp.MustCompile(`(^|[/_-])[a-z]`)

var offsetText = regexp.MustCompile(`(?i)^\s*(?:utc|gmt)?\s*(?:([+\-−])\s*(\d{1,2})(?::?([0-5]\d))?)?\s*$`)

// distance reads "UTC", "UTC+2", "+5:30".
func distance(text string) (seconds int, ok bool) {
	m := offsetText.FindStringSubmatch(text)
	if m == nil || strings.TrimSpace(text) == "" {
		return 0, false
	}
	hours, _ := strconv.Atoi(m[2]) // digits, or nothing
	minutes, _ := strconv.Atoi(m[3])
	seconds = hours*60*60 + minutes*60
	if m[1] == "-" || m[1] == "−" {
		seconds = -seconds
	}
	return seconds, seconds >= -12*60*60 && seconds <= 14*60*60
}

// distant returns the zones with a distance from UTC: so many that have it all year, the
// zone at sea first, which whole hours have, and then those that have it at a time.
func (t *Table) distant(seconds int, at time.Time) (all []Match, steady int) {
	name := "Etc/UTC"
	if seconds != 0 {
		name = fmt.Sprintf("Etc/GMT%+d", -seconds/(60*60)) // its sign is the other way round
	}
	if sea, err := time.LoadLocation(name); err == nil && seconds%(60*60) == 0 {
		all = append(all, Match{sea, Label(sea)})
	}
	january := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	var changing []Match
	for _, z := range t.all {
		_, winter := january.In(z.at).Zone()
		_, summer := january.AddDate(0, 6, 0).In(z.at).Zone()
		_, now := at.In(z.at).Zone()
		switch m := (Match{z.at, z.names[0]}); {
		case winter == seconds && summer == seconds:
			all = append(all, m)
		case now == seconds:
			changing = append(changing, m)
		}
	}
	return append(all, changing...), len(all)
}

// Label returns the name to show for a zone; a zone at sea is its distance from UTC.
func Label(at *time.Location) string {
	distance, ok := strings.CutPrefix(at.String(), "Etc/GMT")
	switch hours, err := strconv.Atoi(distance); {
	case at.String() == "Etc/UTC":
		return "UTC"
	case !ok || err != nil:
		return at.String()
	default:
		return fmt.Sprintf("UTC%+d", -hours)
	}
}
