package letters

import (
	"fmt"
	"strings"
	"testing"
)

// How words are built, by what WordNet knows: nothing is split off that only looks like an ending
// or a beginning.
func TestIdea(t *testing.T) {
	for line := range strings.Lines(ideas) {
		word, want, _ := strings.Cut(strings.TrimSpace(line), ":")
		want = strings.TrimSpace(want)
		got := ""
		for _, f := range Draw.Idea(word, "") {
			got += f.Code + " "
			for _, arg := range f.Args {
				got += fmt.Sprint(arg)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// ideas has words, each with its idea: the code of the fact and its argument.
const ideas = `studies: parts study + ies
studied: parts study + ied
wearies: parts weary + ies
ironies: parts irony + ies
baronies: parts barony + ies
happier: parts happy + ier
angriest: parts angry + iest
emptier: parts empty + ier
stopped: parts stop + ed
running: parts run + ing
hotter: parts hot + er
travelled: parts travel + ed
making: parts make + ing
loathed: parts loathe + ed
larger: parts large + er
relating: parts relate + ing
planed: parts plane + ed
hoped: parts hope + ed
taped: parts tape + ed
boxes: parts box + es
goes: parts go + es
horses: parts horse + s
colours: parts colour + s
panniers: parts pannier + s
tirades: parts tirade + s
leaves: parts leave + s
dying: parts die + ing
alerting: parts alert + ing
altering: parts alter + ing
seating: parts seat + ing
lower: parts low + er
closer: parts close + er
went: form go
children: form child
knives: form knife
thieves: form thief
wolves: form wolf
halves: form half
women: form woman
men: form man
mice: form mouse
written: form write
learnt: form learn
taught: form teach
criteria: form criterion
indices: form index
formulae: form formula
cacti: form cactus
teacher: parts teach + er
driver: parts drive + er
painter: parts paint + er
raider: parts raid + er
lover: parts love + er
toddler: parts toddle + er
actor: parts act + or
artist: parts art + ist
happily: parts happy + ly
gently: parts gentle + ly
fully: parts full + ly
truly: parts true + ly
daily: parts day + ly
unhappy: parts un + happy
unhappily: parts un + happy + ly
kindness: parts kind + ness
hopeless: parts hope + less
useful: parts use + ful
beautiful: parts beauty + ful
rebuild: parts re + build
rewrite: parts re + write
misread: parts mis + read
preheat: parts pre + heat
overeat: parts over + eat
dislike: parts dis + like
disagree: parts dis + agree
education: parts educate + ion
action: parts act + ion
argument: parts argue + ment
famous: parts fame + ous
juicy: parts juice + y
golden: parts gold + en
render:
modest:
remiss:
pewter:
delete:
knotter:
witness:
harness:
business:
reply:
family:
number:
corner:
matter:
understand:
forest:
earnest:
interest:
tempest:
request:
station:
mission:
passion:
stable:
spring:
evening:
ceiling:
butter:
better:
sister:
need:
seed:
hundred:
unless:
princess:
address:
success:
under:
recover:
tower:
letter:
layer:
adder:
forage:
theory:
distant:
season:
plumber:
loner:
party:
grateful:
murderers:
zzz:
color:
`
