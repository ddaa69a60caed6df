package expr

import (
	"regexp"
	"strings"
)

// phrases matches any of some English words, whole and in any case, or of some Chinese words or signs.
func phrases(english, chinese string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + english + `)\b|` + chinese)
}

var (
	// harmless are phrases with a word of denial in them that deny no answer.
	harmless = phrases(
		`double[- ]?check\w*|why not|right or wrong|(?:isn't|isnt|ain't|aint) (?:it|that|this)|`+
			`not (?:sure|bad|hard|too|that|so|only|just|wrong|cheat\w*|gonna lie|going to lie|very)|`+
			`no doubt|(?:can't|cannot) be wrong|never fails?`,
		`难道不是|難道不是|行不行|对不对|對不對|是不是|不是吗|不是嗎|不行吗|不行嗎|不对吗|不對嗎|别急|別急|没错|沒錯|不错|不錯|错不了|打错|打錯|不就是|不是[^，。,.!！]{1,8}[吗嗎嘛]`)
	// deniedBefore are words that deny the answer behind them, or do something with it that is not understood.
	deniedBefore = phrases(
		`not|never|isn't|isnt|ain't|aint|wasn't|cannot be|can't be|don't think|dont think|doubt|except|`+
			`negative|minus|half|twice|double|triple|square of|less than|more than|`+
			`factorial|log|ln|exp|abs|sin|cos|tan|floor|ceil|round`,
		`不是|不对|不對|不等于|不等於|别|不要|唔係|负|負|阶乘|階乘|[≠≉]`)
	// deniedBehind are words that deny the answer before them.
	deniedBehind = phrases(
		`wrong|incorrect|false|nonsense|nope|nvm|never ?mind|scratch that|no wait|wait no|invalid|fail(?:s|ed)?|`+
			`rejected|no good|mod|factorial|`+
			`can't be|cannot be|not|isn't|isnt|ain't|aint|wasn't|doesn't|doesnt|does not|won't`,
		`不对|不對|不等于|不等於|不是|不行|不算|错|錯|唔係|唔啱|阶乘|階乘|[≠≉]|! *=`)
	// excluded are words that exclude the answer behind them, in whatever clause.
	excluded = phrases(`anything but|instead of|other than|rather than`, `而不是`)
	// unit is what changes the value of the number before it, or compares it with another. <3 is a heart.
	unit = regexp.MustCompile(`(?i)^(?:\s*(?:[%‰°≠≉]|<>|\\neq?|>\s*\d|<\s*(?:[124-9]|3\d)|ne\b|[百千万萬亿億]|` +
		`(?:hundred|thousand|million|billion|dozen|percent)\b)|e\d|[km]\b)`)
	// corrections are words that take back the answers before them.
	corrections = phrases(
		`wait|oops|whoops|ooops|i mean|i meant|edit|edited|correction|scratch that|make that|`+
			`sorry|actually|rather|my bad|nvm|never ?mind|typo|nope`,
		`\bno\b[,. ]|不对|不對|等等|等一下|错了|錯了|打错|打錯|我是说|我是說|更正|改成|说错|說錯|写错|寫錯|~~`)
	// askedBefore and isAsked are around an answer that a question affirms: 这不是4*6吗.
	askedBefore = regexp.MustCompile(`不是\s*$`)
	isAsked     = regexp.MustCompile(`^\s*[吗嗎嘛]`)
	// clauseEnd ends what a denial is about.
	clauseEnd = phrases(`but`, `[,.;:!?\n，。；：！？…、]|但|不过|不過`)
)

// apostrophes makes each character that people type as an apostrophe the straight one.
var apostrophes = strings.NewReplacer("’", "'", "‘", "'", "＇", "'", "ʼ", "'", "`", "'", "´", "'")

// Straight returns a text with straight apostrophes.
func Straight(text string) string { return apostrophes.Replace(text) }

// isDenied reports whether the texts before and behind an answer deny it: not 4*6, 4*6 is wrong. Before it
// only the last clause counts.
func isDenied(before, behind string) bool {
	before = Straight(before)
	behind = Straight(behind)
	if excluded.MatchString(before) || unit.MatchString(behind) {
		return true
	}
	if isAsked.MatchString(behind) {
		before = askedBefore.ReplaceAllString(before, "")
	}
	before = harmless.ReplaceAllString(before, " ")
	clauses := clauseEnd.FindAllStringIndex(before, -1)
	if len(clauses) > 0 {
		before = before[clauses[len(clauses)-1][1]:]
	}
	behind = harmless.ReplaceAllString(behind, " ")
	return deniedBefore.MatchString(before) || deniedBehind.MatchString(behind)
}

// corrects reports whether what is between two answers takes back the first one.
func corrects(between string) bool {
	// A phrase may end the text.
	return corrections.MatchString(strings.TrimSpace(Straight(between)) + " ")
}
