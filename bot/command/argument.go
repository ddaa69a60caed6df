package command

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"reckon/bot/chat"
	"reckon/bot/lang"
)

// An Argument is one option of a command, as networks list it and people type it.
type Argument struct {
	Name string
	// About is the message key of its description; empty: "arg." and the name.
	About    string
	Required bool
	// Keyword means that the argument is typed as "name value". If Keyword is false, the argument
	// is what is left of the text.
	Keyword bool
	// Person means that the argument is a person: chat.Input.Whom.
	Person bool
	// Public means that everyone may read the reply to a command with this argument.
	Public bool
	// Complete means that values are offered while people type, on networks that can do that.
	Complete bool
	// Whole is the range of an argument that is a whole number, for networks that can ask for one.
	// The handler still gets a text.
	Whole *chat.Range
	// Choices are the only values.
	Choices []string
	// Labels is the prefix of the message keys of the choices' labels; empty: a choice is its own label.
	Labels string
	// Keys are the message keys of labels whose keys do not begin with Labels, by choice.
	Keys map[string]string
	// Names are labels that are the same in every language, by choice.
	Names map[string]string

	// spellings has the choices by what people type for them, in small letters: see Spellings.
	spellings map[string]string
	// words are other words for the name, in any language and in small letters.
	words []string
}

// Arguments are the arguments of a command, in the order of menus.
type Arguments []Argument

// Values are the values of a command's arguments by name.
type Values map[string]string

// Unread is the name under which Read returns words that belong to no argument. It does so for commands
// whose arguments are all keywords.
const Unread = ""

// first returns a pointer to the first element for which fits is true, or nil.
func first[T any](all []T, fits func(*T) bool) *T {
	for i := range all {
		if fits(&all[i]) {
			return &all[i]
		}
	}
	return nil
}

// Find returns the argument with a name, or nil.
func (all Arguments) Find(name string) *Argument {
	return first(all, func(a *Argument) bool { return a.Name == name })
}

// keyword returns the keyword argument that a word names, or nil.
func (all Arguments) keyword(word string) *Argument {
	word = strings.ToLower(word)
	return first(all, func(a *Argument) bool {
		return a.Keyword && (word == a.Name || slices.Contains(a.words, word))
	})
}

// free returns the argument that takes any words, or nil.
func (all Arguments) free() *Argument {
	return first(all, func(a *Argument) bool { return !a.Keyword && len(a.Choices) == 0 })
}

// Label returns the name of a choice in a language.
func (a Argument) Label(p *lang.Printer, choice string) string {
	if name, ok := a.Names[choice]; ok {
		return name
	}
	if a.Labels == "" {
		return choice
	}
	return p.Text(a.labelKey(choice))
}

// labelKey returns the message key of a choice's label.
func (a Argument) labelKey(choice string) string { return cmp.Or(a.Keys[choice], a.Labels+"."+choice) }

// longestLabel is how many words the label of a choice, or the name of an argument, may have.
const longestLabel = 4

// choose returns the choice that words begin with, in any language, and how many of the words name it.
// count is 0 if the words begin with no choice.
func (a *Argument) choose(words []string) (choice string, count int) {
	for n := min(len(words), longestLabel); n > 0; n-- {
		spelling := strings.ToLower(strings.Join(words[:n], " "))
		if choice, ok := a.spellings[spelling]; ok {
			return choice, n
		}
	}
	return "", 0
}

// valueOf returns the value of a keyword argument that words begin with, and the words after it.
// If the argument has choices, the value is a choice, or a word that is no choice and is refused
// later. If it has none, the value is all words up to the next keyword.
func (all Arguments) valueOf(a *Argument, words []string) (value string, rest []string) {
	if choice, n := a.choose(words); n > 0 {
		return choice, words[n:]
	}
	end := all.nextKeyword(words)
	if len(a.Choices) > 0 {
		end = min(end, 1)
	}
	return strings.Join(words[:end], " "), words[end:]
}

// nextKeyword returns the index of the first word that begins a keyword argument. If there is none, it
// returns the number of words.
func (all Arguments) nextKeyword(words []string) int {
	for i := range words {
		a, _ := all.cutKeyword(words[i:])
		if a != nil {
			return i
		}
	}
	return len(words)
}

// cutKeyword returns the keyword argument that words begin with, as "name" or "name:value", and the
// words after the name. a is nil if they begin with no such argument. If they begin with the names of
// several, the longest name counts.
func (all Arguments) cutKeyword(words []string) (a *Argument, rest []string) {
	for n := min(len(words), longestLabel); n > 0; n-- {
		before := strings.Join(words[:n-1], " ")
		withColon := strings.Replace(words[n-1], "：", ":", 1)
		last, value, _ := strings.Cut(withColon, ":")
		a := all.keyword(strings.TrimSpace(before + " " + last))
		if a == nil {
			continue
		}
		if value == "" {
			return a, words[n:]
		}
		return a, append([]string{value}, words[n:]...)
	}
	return nil, nil
}

// Read reads a typed text. A keyword argument is typed as "name value". A choice is the value of the
// argument that has it. All other words together are the value of one argument: see restName.
func (all Arguments) Read(text string) Values {
	out, rest := all.split(text)
	if len(rest) == 0 {
		return out
	}
	name, ok := all.restName(out)
	if !ok {
		return out
	}
	isWholeText := len(rest) == len(strings.Fields(text))
	if isWholeText && name != Unread {
		// Nothing was cut out of the text, so its spaces stay as they are.
		out[name] = strings.TrimSpace(text)
		return out
	}
	out[name] = strings.Join(rest, " ")
	return out
}

// LeftOut returns the words of a text that Read leaves out, because no argument takes them.
func (all Arguments) LeftOut(text string) string {
	values, rest := all.split(text)
	_, ok := all.restName(values)
	// Read returns the words even for a command without arguments, but nothing takes them there.
	takesWords := ok && len(all) > 0
	if takesWords {
		return ""
	}
	return strings.Join(rest, " ")
}

// split reads keyword arguments and choices, and returns the other words.
func (all Arguments) split(text string) (out Values, rest []string) {
	out = Values{}
	remaining := strings.Fields(text)
	for len(remaining) > 0 {
		if a, after := all.cutKeyword(remaining); a != nil {
			out[a.Name], remaining = all.valueOf(a, after)
			continue
		}
		if c := all.choice(remaining); c != nil {
			out[c.argument.Name] = c.value
			remaining = remaining[c.words:]
			continue
		}
		rest = append(rest, remaining[0])
		remaining = remaining[1:]
	}
	return out, rest
}

// A typedChoice is a choice that somebody has typed.
type typedChoice struct {
	argument *Argument
	value    string
	// words is how many words the choice has as it was typed.
	words int
}

// choice returns the choice with which words begin; nil if they begin with none. A choice of a keyword argument
// counts only behind the keyword, so it is not found here.
func (all Arguments) choice(words []string) *typedChoice {
	for i := range all {
		a := &all[i]
		if a.Keyword {
			continue
		}
		if value, n := a.choose(words); n > 0 {
			return &typedChoice{argument: a, value: value, words: n}
		}
	}
	return nil
}

// CutChoice returns the first choice in a text for which isWanted is true, and the other words of the text.
// Both are empty if there is no such choice.
func (all Arguments) CutChoice(text string, isWanted func(choice string) bool) (choice, rest string) {
	words := strings.Fields(text)
	for i := range words {
		found := all.choice(words[i:])
		if found == nil || !isWanted(found.value) {
			continue
		}
		others := slices.Concat(words[:i], words[i+found.words:])
		return found.value, strings.Join(others, " ")
	}
	return "", ""
}

// restName returns the name under which Read puts the words that are neither a keyword argument nor a
// choice. It is that of the argument that takes any words. If there is none, it is that of the first
// argument with choices that has no value yet: the words are no choice, so they are refused, and the refusal
// names that argument. If all arguments are keywords, restName returns Unread. ok is false if Read leaves the
// words out.
func (all Arguments) restName(values Values) (name string, ok bool) {
	if free := all.free(); free != nil {
		return free.Name, true
	}
	onlyKeywords := true
	for _, a := range all {
		if a.Keyword {
			continue
		}
		onlyKeywords = false
		if values[a.Name] == "" {
			return a.Name, true
		}
	}
	return Unread, onlyKeywords
}

// holdsOnlyChoices reports whether a text holds nothing but choices and values with digits. If anything else
// follows a word for a command, people may just be talking, so they do not ask for the command.
func (all Arguments) holdsOnlyChoices(text string) bool {
	values := all.Read(text)
	for name, value := range values {
		a := all.Find(name)
		if a == nil {
			return false
		}
		hasDigits := strings.ContainsFunc(value, unicode.IsDigit)
		if !hasDigits && !slices.Contains(a.Choices, value) {
			return false
		}
	}
	return len(values) > 0
}

// ReadOptions returns the values of options that a network has asked for one by one. The option that takes
// any words may hold choices of others, as in "3 3 8 8 hard". So its text is read as if it were typed.
func (all Arguments) ReadOptions(given map[string]string) Values {
	free := all.free()
	takesText := free != nil && free.Whole == nil && !free.Person
	if !takesText {
		return given
	}
	text := given[free.Name]
	if text == "" {
		return given
	}
	out := all.Read(text)
	for name, value := range given {
		if name != free.Name {
			out[name] = value
		}
	}
	return out
}
