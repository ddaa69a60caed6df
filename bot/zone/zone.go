// Package zone finds time zones by the names that people use: the zone's name, a city
// or country in it, or an offset from UTC. It knows no chat.
package zone

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	// This has the time zones, for machines that have none.
	_ "time/tzdata"

	"golang.org/x/text/unicode/norm"
)

// A Match is a time zone that a text may mean.
type Match struct {
	Zone *time.Location
	// Name is the name that begins with the text: the zone's own or another.
	Name string
}

//go:embed zones.tsv
var table string

// A Table finds time zones. Many goroutines may use it.
type Table struct{ all []zone }

// A zone has several names: its own, then that of its city, then others, and last that of its
// country.
type zone struct {
	location *time.Location
	names    []string
	// keys are the names, folded.
	keys []string
}

// Open reads the built-in table once, for all callers.
var Open = sync.OnceValues(func() (*Table, error) {
	t := &Table{}
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		z, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("time zone %q: %w", line, err)
		}
		t.all = append(t.all, z)
	}
	return t, nil
})

// parse reads a line of the table: the zone, its country and, if it has some, more names with
// commas between them.
func parse(line string) (zone, error) {
	fields := strings.Split(line, "\t")
	if len(fields) < 2 {
		return zone{}, errors.New("no country")
	}
	location, err := time.LoadLocation(fields[0])
	if err != nil {
		return zone{}, err
	}
	names := []string{fields[0], cityOf(fields[0])}
	if len(fields) > 2 {
		names = append(names, strings.Split(fields[2], ", ")...)
	}
	names = append(names, fields[1])
	var keys []string
	for _, name := range names {
		keys = append(keys, fold(name))
	}
	return zone{location: location, names: names, keys: keys}, nil
}

// fold returns a text as it is compared with others: in small letters, without accents, and with spaces
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

// These say how well a text names a zone, the best first.
const (
	beginsName = iota
	beginsWord
	beginsCountry
	// numRanks is how many ranks there are.
	numRanks
	// noRank says that the text does not name the zone.
	noRank = -1
)

// Find returns the zones that have a name that begins with a text: at most as many as most,
// the likeliest first. For an empty text it returns the best known zones. If the text is an
// offset from UTC, it returns the zones that have that offset at the time at.
func (t *Table) Find(text string, at time.Time, most int) []Match {
	found := t.search(text, at)
	return found[:min(len(found), most)]
}

func (t *Table) search(text string, at time.Time) []Match {
	if offset, ok := readOffset(text); ok {
		found, _ := t.withOffset(offset, at)
		return found
	}
	wanted := fold(text)
	var byRank [numRanks][]Match
	for _, z := range t.all {
		rank, name := z.match(wanted)
		if rank != noRank {
			byRank[rank] = append(byRank[rank], Match{z.location, name})
		}
	}
	return slices.Concat(byRank[:]...)
}

// match returns how well a folded text names a zone, and the name that it means; noRank if it
// does not name the zone.
func (z zone) match(wanted string) (best int, name string) {
	best = noRank
	for i := range z.keys {
		rank := z.rank(i, wanted)
		if rank != noRank && (best == noRank || rank < best) {
			best = rank
			name = z.names[i]
		}
	}
	return best, name
}

// rank returns how well a folded text names a zone by its name i.
func (z zone) rank(i int, wanted string) int {
	key := z.keys[i]
	isCountry := i == len(z.keys)-1
	begins := strings.HasPrefix(key, wanted)
	switch {
	case begins && isCountry:
		return beginsCountry
	case begins:
		return beginsName
	case !isCountry && strings.Contains(key, " "+wanted):
		return beginsWord
	}
	return noRank
}

// maxName is the greatest length of a name to look up; the longest real one has 32
// bytes.
const maxName = 64

// ByName returns the only zone that a text names: by its own name, also an old one ("US/Eastern"),
// by a city in it, by a country that has only one zone, or by an offset from UTC that it has all
// year. An abbreviation means the zone in which people use it, with its summer time: PST means Los
// Angeles. An abbreviation that people use in several zones, such as CST, names none.
func (t *Table) ByName(text string) (*time.Location, bool) {
	if offset, ok := readOffset(text); ok {
		all, steady := t.withOffset(offset, time.Time{})
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
			return z.location, true
		}
		if z.keys[last] == wanted {
			country = append(country, z.location)
		}
	}
	if len(country) == 1 {
		return country[0], true
	}
	return load(text)
}

// load returns the zone of a name that the table may not list, such as an old one, with small or
// capital letters.
func load(name string) (*time.Location, bool) {
	if len(name) > maxName || !strings.Contains(name, "/") {
		return nil, false
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		capitals := firstLetter.ReplaceAllStringFunc(strings.ToLower(name), strings.ToUpper)
		location, err = time.LoadLocation(capitals)
	}
	return location, err == nil
}

// firstLetter matches the letters that most names of zones write as capitals.
var firstLetter = regexp.MustCompile(`(^|[/_-])[a-z]`)

var offsetText = regexp.MustCompile(`(?i)^\s*(?:utc|gmt)?\s*(?:([+\-−])\s*(\d{1,2})(?::?([0-5]\d))?)?\s*$`)

const hour = 60 * 60

// readOffset reads an offset from UTC, in seconds: "UTC", "UTC+2", "+5:30".
func readOffset(text string) (seconds int, ok bool) {
	m := offsetText.FindStringSubmatch(text)
	if m == nil || strings.TrimSpace(text) == "" {
		return 0, false
	}
	// Both are digits or empty, which is 0.
	hours, _ := strconv.Atoi(m[2])
	minutes, _ := strconv.Atoi(m[3])
	seconds = hours*hour + minutes*60
	if m[1] == "-" || m[1] == "−" {
		seconds = -seconds
	}
	return seconds, seconds >= -12*hour && seconds <= 14*hour
}

// withOffset returns the zones with an offset from UTC. The first zones, as many as steady says,
// have that offset all year. If there is a zone at sea, it is the first of them. The other
// zones have the offset at the time at.
func (t *Table) withOffset(seconds int, at time.Time) (all []Match, steady int) {
	if sea, ok := atSea(seconds); ok {
		all = append(all, Match{sea, Label(sea)})
	}
	january := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	july := january.AddDate(0, 6, 0)
	var changing []Match
	for _, z := range t.all {
		m := Match{z.location, z.names[0]}
		_, winter := january.In(z.location).Zone()
		_, summer := july.In(z.location).Zone()
		_, now := at.In(z.location).Zone()
		switch {
		case winter == seconds && summer == seconds:
			all = append(all, m)
		case now == seconds:
			changing = append(changing, m)
		}
	}
	return append(all, changing...), len(all)
}

// atSea returns the zone at sea with an offset from UTC; only whole hours have one.
func atSea(seconds int) (*time.Location, bool) {
	if seconds%hour != 0 {
		return nil, false
	}
	name := "Etc/UTC"
	if seconds != 0 {
		// The names of these zones have the sign the other way round.
		name = fmt.Sprintf("Etc/GMT%+d", -seconds/hour)
	}
	sea, err := time.LoadLocation(name)
	return sea, err == nil
}

// Label returns the name to show for a zone. A zone at sea is shown as its offset from UTC.
func Label(location *time.Location) string {
	name := location.String()
	if name == "Etc/UTC" {
		return "UTC"
	}
	offset, ok := strings.CutPrefix(name, "Etc/GMT")
	hours, err := strconv.Atoi(offset)
	if !ok || err != nil {
		return name
	}
	return fmt.Sprintf("UTC%+d", -hours)
}

// ShortLabel is the end of the name of a zone, usually its city.
func ShortLabel(location *time.Location) string {
	return cityOf(Label(location))
}

// cityOf returns the city in the name of a zone. If there is none, it returns the whole name.
func cityOf(name string) string {
	return strings.ReplaceAll(name[strings.LastIndex(name, "/")+1:], "_", " ")
}
