package web

import "testing"

// A text stays in one cell, whatever program opens the table, and is never a formula.
func TestTableLine(t *testing.T) {
	for text, want := range map[string]string{
		"Ann":                        `"Ann"`,
		`Ann "the fast" Lee`:         `"Ann ""the fast"" Lee"`,
		"Lee, Ann":                   `"Lee, Ann"`,
		"x;=cmd|'/C calc'!A0;":       `"x =cmd '/C calc'!A0"`,
		"x\t=1+1":                    `"x =1+1"`,
		"x\r\n=1+1":                  `"x  =1+1"`,
		"=1+1":                       `"'=1+1"`,
		" =1+1":                      `"'=1+1"`,
		";=1+1":                      `"'=1+1"`,
		"\t@SUM(A1)":                 `"'@SUM(A1)"`,
		"＝1+1":                       `"'＝1+1"`,
		"-5":                         `"'-5"`,
		"−5":                         `"'−5"`,
		"":                           `""`,
		";":                          `""`,
		`";=HYPERLINK("http://x.y")`: `""" =HYPERLINK(""http://x.y"")"`,
		"8/(3-8/3)":                  `"8/(3-8/3)"`,
	} {
		if got := tableLine([]string{text}); got != want+"\r\n" {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
	if got, want := tableLine([]string{"Ann", "5"}), "\"Ann\",\"5\"\r\n"; got != want {
		t.Errorf("two cells are %q, want %q", got, want)
	}
}
