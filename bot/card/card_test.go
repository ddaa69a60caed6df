package card

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"image"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	update = flag.Bool("update", false, "write the hashes of the pictures anew")
	dir    = flag.String("pictures", "", "write the pictures of the tests into this folder, to be looked at")
)

// days returns n days. About every third of them was missed.
func days(n int) (all []bool) {
	for i := range n {
		all = append(all, i%3 != 1 && i%17 != 4)
	}
	return all
}

// numbersTo returns the numbers from 0 to n as texts.
func numbersTo(n int) (all []string) {
	for i := range n + 1 {
		all = append(all, strconv.Itoa(i))
	}
	return all
}

// everySecond returns n values that fall from n. Every second one is halved.
func everySecond(n int) (all []int) {
	for i := range n {
		all = append(all, (n-i)/(1+i%2))
	}
	return all
}

// samples are typical pictures, and crowded ones.
var samples = map[string]Facts{
	"result-24": Result{
		Title: "24", Tiles: []string{"2", "3", "4", "5"}, Goal: "24", Level: 2, Word: "easy",
		Answer: "2*(3+4+5)", Found: true, Rows: []Row{
			{Rank: 1, Name: "Ann", Answer: "2*(3+4+5)", Detail: "8 s", Points: "+20"},
			{Rank: 2, Name: "Zoë Ångström-Đurić", Answer: "4*(5+3-2)", Detail: "31 s", Points: "+4", Hinted: true},
			{Rank: 3, Name: "小明", Answer: "2*5*3-4-2", Detail: "1 min 2 s", Points: "+4"},
		},
	},
	"result-tchisla": Result{
		Title: "Tchisla", Tiles: []string{"6"}, Goal: "49152", Level: 4, Word: "hard",
		Answer: "6*(6+6)!/(6!*6-6/6)+√(6^6)+66*6*6", Found: true, Note: "Best known: 6*(6+6)!/6!+66, 5 digits", Rows: []Row{
			{Rank: 1, Name: "Bo", Stars: 3, Detail: "6 digits", Points: "+40"},
			{Rank: 2, Name: "Константин", Stars: 2, Hinted: true, Detail: "7 digits", Points: "+16"},
			{Rank: 2, Name: "cy", Stars: 2, Detail: "7 digits", Points: "+24"},
			{Rank: 4, Name: "Dee", Stars: 1, Detail: "9 digits", Points: "+12"},
			{Rank: 5, Name: "Eve", Stars: 1, Detail: "9 digits", Points: "+12"},
			{Rank: 6, Name: "Fox", Stars: 1, Detail: "12 digits", Points: "+12"},
		},
	},
	"result-nobody": Result{
		Title: "Conundrum", Tiles: strings.Split("TACOUNIDE", ""), Level: 5, Word: "very hard",
		Answer: "EDUCATION", Note: "Nobody found it.",
	},
	"share": Share{
		Title: "Reckon #325", Name: "Ann", Date: "21 November", Score: "64/100", InRow: "12 days in a row", Place: "2nd of 6 in Club",
		Invite: "5 puzzles, the same for everyone", Address: "https://reckon.example/day/325", Parts: []Part{
			{Name: "24", Sign: "24", Grade: Full, Points: "20", Detail: "8 s"},
			{Name: "Tchisla", Sign: "7!", Grade: Much, Points: "12", Stars: 2},
			{Name: "Countdown", Sign: "812", Grade: Much, Points: "10", Detail: "2 away"},
			{Name: "Letters", Sign: "AE", Grade: Some, Points: "8", Detail: "5 letters", Hinted: true},
			{Name: "Conundrum", Sign: "?", Grade: Much, Points: "14", Hinted: true, Detail: "21 s"},
		},
	},
	"share-begun": Share{Title: "Reckon #326", Score: "20/100", Unfinished: "so far", InRow: "12 days in a row", Place: "2nd of 6 in Club", Parts: []Part{
		{Name: "24", Sign: "24", Grade: Much, Points: "14", Detail: "1 min 12 s", Hinted: true}, {Name: "Tchisla", Sign: "7!", Grade: Some, Points: "6", Stars: 1},
		{Name: "Countdown", Sign: "812", Points: "0"}, {Name: "Letters", Sign: "AE", Grade: Unplayed},
		{Name: "Conundrum", Sign: "?", Grade: Unplayed},
	}},
	"share-chinese": Share{
		Title: "Reckon #326", Name: "小明", Date: "11 月 21 日", Score: "36/100", Unfinished: "目前", InRow: "連續 3 天", Place: "周五局：6 人中第 2",
		Invite: "5 道題，人人一樣", Address: "https://t.me/reckonbot?start=djIgZGFpbHkgMjQgMzI2", Parts: []Part{
			{Name: "24 點", Sign: "24", Grade: Full, Points: "20", Detail: "8 秒"}, {Name: "拼單字", Sign: "AE", Grade: Much, Points: "16", Detail: "7 個字母"},
		},
	},
	"day": Day{
		Title: "Reckon #331", Date: "27 November 2026", Signs: []string{"24", "7!", "812", "AE", "?"}, Text: "Five puzzles, the same for everyone",
	},
	"day-chinese": Day{Title: "Reckon #331", Date: "2026 年 11 月 27 日", Signs: []string{"24", "7!", "812", "AE", "?"}, Text: "今天这五道题，人人一样"},
	"stats": Stats{
		Name: "Ann",
		Figures: []Figure{
			{Label: "points", Value: "12,480"}, {Label: "puzzles solved", Value: "431"}, {Label: "half of all 24 in", Value: "14 s"},
			{Label: "days in a row", Value: "12"}, {Label: "longest", Value: "40"}, {Label: "freezes", Value: "2"},
		},
		Times: Times{Title: "24: time to solve", Levels: []Time{
			{Label: "very easy", Median: 6.2, Best: 2.1, Text: "6 s (2 s)"}, {Label: "easy", Median: 9.5, Best: 3, Text: "10 s (3 s)"},
			{Label: "middling", Median: 18, Best: 4, Text: "18 s (4 s)"}, {Label: "hard", Median: 41, Best: 9, Text: "41 s (9 s)"},
			{Label: "very hard", Median: 95, Best: 20, Text: "1 min 35 s (20 s)"},
		}},
		Days: Calendar{Title: "Dailies", Days: days(28), Text: "17 of 28 days"},
	},
	"stats-skills": Stats{
		Name:    "Ann",
		Figures: []Figure{{Label: "points", Value: "1,480"}, {Label: "puzzles solved", Value: "61"}, {Label: "hints", Value: "4"}},
		Skills: Times{Title: "24: median by skill (expected)", Levels: []Time{
			{Label: "dividing last", Median: 61, Best: 40, Text: "1 min 1 s (40 s)"}, {Label: "joining two pairs", Median: 22, Best: 18, Text: "22 s (18 s)"},
			{Label: "going above 24", Median: 20, Best: 20.4, Text: "20 s (20 s)"}, {Label: "adding last", Median: 14, Best: 19, Text: "14 s (19 s)"},
		}},
	},
	"stats-skills-chinese": Stats{
		Name:    "小明",
		Figures: []Figure{{Label: "得分", Value: "106"}},
		Skills: Times{Title: "24 点各类题用时（预期）", Levels: []Time{
			{Label: "最后一步除", Median: 61, Best: 40, Text: "1 分 1 秒（40 秒）"}, {Label: "先算过 24", Median: 14, Best: 19, Text: "14 秒（19 秒）"},
		}},
	},
	"stats-skills-taiwanese": Stats{
		Name:    "小明",
		Figures: []Figure{{Label: "得分", Value: "106"}},
		Skills: Times{Title: "24 點各類題時間（預期）", Levels: []Time{
			{Label: "最後一步除", Median: 61, Best: 40, Text: "1 分 1 秒（40 秒）"}, {Label: "兩兩先算", Median: 14, Best: 19, Text: "14 秒（19 秒）"},
		}},
	},
	"stats-month": Stats{
		Name: "Константин Александрович Воскресенский-Ломоносов",
		Figures: []Figure{
			{Label: "points", Value: "106"}, {Label: "puzzles solved", Value: "4"}, {Label: "hints", Value: "1"},
			{Label: "days in a row", Value: "12"}, {Label: "most in a row", Value: "140"}, {Label: "freezes kept", Value: "2"},
		},
		Times: Times{Title: "Countdown: median time (best)", Levels: []Time{
			{Label: "medium", Median: 3, Best: 3, Text: "3 s (3 s)"}, {Label: "very hard", Median: 3725, Best: 1200, Text: "1 h 2 min (20 min 0 s)"},
		}},
		Days: Calendar{Title: "Dailies done well", Days: days(28), Text: "17 of 28 days"},
	},
	"stats-four": Stats{
		Name: "Ann",
		Figures: []Figure{
			{Label: "points", Value: "106"}, {Label: "puzzles solved", Value: "4"}, {Label: "day in a row", Value: "1"}, {Label: "most in a row", Value: "1"},
		},
		Days: Calendar{Title: "Good days", Days: []bool{true, false, true, true, true, false, true, true, true}, Text: "7 of 9 days"},
	},
	"stats-five": Stats{
		Name: "Ann",
		Figures: []Figure{
			{Label: "points", Value: "106"}, {Label: "puzzles solved", Value: "4"}, {Label: "hints", Value: "1"}, {Label: "day in a row", Value: "1"}, {Label: "most in a row", Value: "1"},
		},
		Days: Calendar{Title: "Good days", Days: []bool{true, true}, Text: "2 of 2 days"},
	},
	"stats-chinese": Stats{
		Name:    "小明",
		Figures: []Figure{{Label: "得分", Value: "106"}, {Label: "解出的题", Value: "4"}, {Label: "提示次数", Value: "1"}},
		Days:    Calendar{Title: "每日一题", Days: days(28), Text: "近 28 天完成 17 天"},
	},
	"charts": Charts{
		{Title: "24: hands by last step", XName: "last step", YName: "hands", Names: []string{"none", "×", "× fraction"}, Values: []int{458, 956, 10}},
		{Title: "24: hands by target", XName: "target", YName: "hands", Names: strings.Split("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", " "), Values: []int{9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6}},
	},
	// More of everything than fits, and names that no font has.
	"result-many": Result{Title: "A title longer than any game has, which ends at the edge", Tiles: strings.Split("1 22 333 4 5 6 7 8 9 10 11 12 13 14", " "), Goal: "1000000"},
	"result-crowded": Result{
		Title: "24", Tiles: []string{"999", "12345", "7"}, Goal: "1000000000", Level: 1, Word: "a long word for a very easy one",
		Answer: strings.Repeat("999*", 20) + "7", Rows: []Row{
			{Rank: 1, Name: "ไทย", Stars: 5, Hinted: true, Detail: "a detail of some length", Points: "+1,000,000"}, {Name: "Bo"}, {Name: "ไทย", Points: "+1"},
			{Rank: 12345, Name: strings.Repeat("Wj", 40), Answer: strings.Repeat("123*", 40)}, {Rank: 5}, {Rank: 6, Name: "Fox"}, {Rank: 7, Name: "Gus"},
		},
	},
	"share-crowded": Share{
		Title: "Reckon #12345678", Name: "ไทย", Date: "the longest of all dates", Score: "1000000/100", Unfinished: strings.Repeat("unfinished ", 9), InRow: "1,000,000 days in a row and more", Place: "123rd of 456 in a group of a long name",
		Invite: strings.Repeat("invite ", 20), Address: "https://" + strings.Repeat("long.", 20) + "example/day/12345678", Parts: []Part{
			{Name: "one", Sign: "24"}, {Name: "two", Stars: 1, Grade: 9}, {Name: "three", Stars: 3, Grade: Some, Hinted: true, Detail: "both"}, {Name: "four", Points: "1,000,000"},
			{Name: strings.Repeat("five ", 20), Detail: "long"}, {Name: "six", Detail: strings.Repeat("6", 60)}, {Name: "seven", Sign: "WWWW"}, {Name: "eight"}, {Name: "nine"},
		},
	},
	"stats-crowded": Stats{
		Name: "ไทย",
		Figures: []Figure{
			{"one", "1"}, {"two", "22,222,222,222"}, {"three", "333,333,333"}, {"four", "4"}, {"five", "5"}, {"six", "6"}, {"seven", "7"},
		},
		Times: Times{Title: "Times", Levels: []Time{
			{"one", 100, 99, "best and median alike"}, {"two", 40, 10, "40 s (10 s)"}, {"three", 50, 0, "no best"}, {"four", 1, .1, "short"}, {"five", 93, 80, "near"},
			{"six", 1000, 1, "the longest is not drawn"},
		}},
		Days: Calendar{Title: "Dailies", Days: days(40), Text: "of 40 days"},
	},
	"charts-crowded": Charts{
		{Title: "Numbers", XName: "target", YName: "hands", Names: numbersTo(40), Values: everySecond(41)},
		{Title: "Words", XName: "word", YName: "hands", Names: strings.Split(strings.Repeat("a-long-name,", 30), ",")[:30], Values: everySecond(30)},
		{Title: "Touching", XName: "target", YName: "boards", Names: numbersTo(250), Values: everySecond(251)},
		{Title: "Two", XName: "large", YName: "boards", Names: []string{strings.Repeat("few ", 20), strings.Repeat("many ", 20)}, Values: []int{1_000_000, -1}},
		{Title: "Six steps of five", XName: "large", YName: "boards", Names: []string{"0", "1"}, Values: []int{28, 7}},
		{Title: "None", XName: "x", YName: "y"},
	},
	"stats-new": Stats{Name: "小明", Figures: []Figure{{Label: "points", Value: "20"}, {Label: "puzzles solved", Value: "1"}, {Label: "hints", Value: "0"}}},
}

var themeNames = map[Theme]string{Light: "light", Dark: "dark"}

func newPainter(t testing.TB) *Painter {
	t.Helper()
	p, err := NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// golden has the hash of each picture, so that no change goes unnoticed. Look at the pictures with -pictures
// before you use -update.
const golden = "testdata/pictures.txt"

func TestPictures(t *testing.T) {
	p := newPainter(t)
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		for _, theme := range []Theme{Light, Dark} {
			picture, err := p.Draw(theme, samples[name])
			if err != nil {
				t.Fatal(err)
			}
			file := name + "-" + themeNames[theme]
			if *dir != "" {
				if err := os.WriteFile(filepath.Join(*dir, file+".png"), picture.PNG, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			// Of the pixels: how they are packed is up to the library.
			sum := sha256.Sum256(decode(t, picture.PNG).Pix)
			fmt.Fprintf(&b, "%s %s\n", file, hex.EncodeToString(sum[:8]))
			if theme == Light {
				fmt.Fprintf(&b, "\t%s\n", strings.ReplaceAll(picture.Alt, "\n", "\n\t"))
			}
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("pictures or their texts have changed: look at them with -pictures, then run with -update\n%s", b.String())
	}
}

func decode(t interface{ Fatal(...any) }, content []byte) *image.Paletted {
	m, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := m.(*image.Paletted)
	if !ok || len(p.Palette) != colours {
		t.Fatal("the picture does not have the palette of a theme")
	}
	return p
}
