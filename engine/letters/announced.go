package letters

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"reckon/engine/expr"
)

// lengths are the lengths that a word may have, as people write them.
const lengths = `(?:[2-9]|two|three|four|five|six|seven|eight|nine|[二两三四五六七八九])`

var (
	// announcement is what people say before a word that is their answer, and before nothing else.
	announcement = regexp.MustCompile(`(?i)^(?:` +
		`(?:(?:my|the|final|best)\s+)*(?:answer|word|solution|ans)(?:['’]s|\s+(?:is|was))?` +
		`|(?:my|the)\s+best\s+(?:is|was)|mine(?:\s+(?:is|was))?` +
		`|(?:an?\s+)?` + lengths + `(?:[\s-]+letters?)?\s*[:,，.–-]` +
		`)[\s:：=,，–-]+` +
		`|^(?:[2-9]个字母|[2-9]個字母|答案?是?|我的答案是?|我的词是?|我的詞是?)[\s:：=,，–-]*`)
	// claim is what people say before a word, and before other things.
	claim = regexp.MustCompile(`(?i)^(?:` +
		`i\s*(?:['’]?ve)?\s+(?:have|got|found|see|say)|i['’]ve|i['’]ll\s+(?:go\s+with|say|take)|(?:i['’]m\s+)?going\s+with` +
		`|(?:the\s+)?best\s+i\s+(?:have|can\s+do|can\s+see|got)\s+is|got|found|just|only)[\s:：,，]+` +
		`|^(?:有了|我有|我的是|我找到|我想到|我猜|还有|還有|会不会是|會不會是|是不是|是)[\s:：,，]*`)
	// mentionBefore and mentionBehind are the name of somebody, or the number of an item, around an answer.
	mentionBefore = regexp.MustCompile(`^(?:(?:@\S+|\d+[.)、])\s+)+`)
	mentionBehind = regexp.MustCompile(`(?:\s+@\S+)+$`)
	// firstWord is a word and what is behind it. Chinese characters are not of the word.
	firstWord = regexp.MustCompile(`(?s)^[^\pL]*([\p{Latin}\p{Lm}\p{Mn}\p{Cf}\x{1d400}-\x{1d7ff}]+)(.*)$`)
	// denial is what people say before a word that is not their answer.
	denial = regexp.MustCompile(`(?i)(?:\b(?:not|no|never|isn't|isnt|ain't|aint|wasn't|can't be|cannot be)|不是)[\s"]*$`)
	// length is what people say of a word's length or how long it took them, behind it.
	length = regexp.MustCompile(`(?i)^[\s,，:：=(（–-]*(?:(?:for\s+)?(?:an?\s+)?` + lengths +
		`(?:\s*(?:letters?|pts|points?|个字母|個字母|个|個|字母))?` +
		`|in\s+\d+\s*(?:s|secs?|seconds?)|is\s+(?:a\s+word|mine|my\s+(?:word|answer|best))|or\s+\pL+)[\s)）.!?！？。]*$`)
	// remark is what people say behind an answer.
	remark = regexp.MustCompile(`(?i)^[\s,，(（]*(?:lol|lmao|haha\w*|gg|ggs|wp|ez|easy|pls|please` +
		`|right|correct|done|yes|maybe|i think|i guess|got it|then|for me|from me|[:=]-?[dp]|xd` +
		`|吗|嗎|吧|对吗|對嗎|对吧|哈+|呀|啊|可以吗|可以嗎)[\s)）.!?！？。]*$`)
)

// The fewest letters of a word that is an answer behind a claim, before its length, and before a remark: shorter
// ones are common in talk.
const (
	shortestClaimed  = 5
	shortestMeasured = 4
	shortestRemarked = 6
)

// announced returns the words that a text may give as its answer, the likeliest first: the word behind an
// announcement, or one that has only a claim, somebody's name, its length or a remark around it. A word in a
// sentence is no answer, unless it is as long as the puzzle and is the first or the last word. isSaid reports
// whether the first of the words returned is behind an announcement, so that the text gives it as its answer,
// right or wrong.
func announced(text string) (all []string, isSaid bool) {
	typed := strings.TrimSpace(text)
	text = mentionBehind.ReplaceAllString(typed, "")
	text = mentionBefore.ReplaceAllString(text, "")
	rest := claim.ReplaceAllString(text, "")
	isClaimed := rest != text
	word := announcement.ReplaceAllString(rest, "")
	isAnnounced := word != rest
	if m := firstWord.FindStringSubmatch(word); m != nil {
		behind := m[2]
		isAlone := !strings.ContainsFunc(behind, isLetterOrDigit)
		isMeasured := length.MatchString(behind)
		isRemarked := remark.MatchString(behind)
		isMeant := isAlone || isMeasured || isRemarked
		isToSomebody := text != typed
		size := utf8.RuneCountInString(m[1])
		switch {
		case isAnnounced && isMeant,
			isAlone && isToSomebody,
			isClaimed && isMeant && size >= shortestClaimed,
			isMeasured && size >= shortestMeasured,
			isRemarked && size >= shortestRemarked:
			all = append(all, m[1])
			isSaid = isAnnounced
		}
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !isLetterOrDigit(r) })
	if len(words) == 0 {
		return all, isSaid
	}
	if first := words[0]; utf8.RuneCountInString(first) == count {
		all = append(all, first)
	}
	last := words[len(words)-1]
	before := text[:strings.LastIndex(text, last)]
	isDenied := denial.MatchString(expr.Straight(before))
	if utf8.RuneCountInString(last) == count && !isDenied {
		all = append(all, last)
	}
	return all, isSaid
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
