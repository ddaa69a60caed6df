package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"reckon/engine/games"
)

// An assistant is a client of "reckon mcp".
type assistant struct {
	*mcp.ClientSession
	t *testing.T
	// ended has what the command returned.
	ended chan error
}

// newAssistant runs the command, and connects a client with it.
func newAssistant(t *testing.T) *assistant {
	t.Helper()
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	a := &assistant{t: t, ended: make(chan error, 1)}
	go func() {
		a.ended <- run(t.Context(), []string{"mcp"}, console{in, out, t.Output()})
		out.Close()
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: answers, Writer: ask}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a.ClientSession = session
	return a
}

// call calls a tool. It returns the result as the text that an assistant reads, and whether it is an error.
func (a *assistant) call(tool string, arguments map[string]any) (text string, isError bool) {
	a.t.Helper()
	r, err := a.CallTool(a.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		a.t.Fatalf("%s of %.200v: %v", tool, arguments, err)
	}
	if len(r.Content) != 1 {
		a.t.Fatalf("%s of %.200v has %d contents", tool, arguments, len(r.Content))
	}
	text = r.Content[0].(*mcp.TextContent).Text
	isJSON := strings.HasPrefix(text, "{")
	if isJSON {
		a.checkStructure(text, r.StructuredContent)
	}
	return text, r.IsError
}

// checkStructure fails unless the structured content says the same as the text.
func (a *assistant) checkStructure(text string, structured any) {
	a.t.Helper()
	var inText any
	if err := json.Unmarshal([]byte(text), &inText); err != nil {
		a.t.Errorf("%.300s: %v", text, err)
	}
	if fmt.Sprint(inText) != fmt.Sprint(structured) {
		a.t.Errorf("the text is %.300s, the structure %.300v", text, structured)
	}
}

// The line of a batch and the result of a tool are the same object.
func TestMCPSaysWhatBatchSays(t *testing.T) {
	a := newAssistant(t)
	for _, c := range []struct {
		tool  string
		flags []string
		line  string
	}{
		{"solve", nil, "24:3,3,8,8"},
		{"solve", nil, "3 3 8 8"},
		{"solve", []string{"--brackets"}, "24:3,3,8,8"},
		{"solve", nil, "24:1,1,1,1"},
		{"solve", nil, "countdown:75,50,2,3,8,7=812"},
		{"solve", nil, "tchisla:2016#7"},
		{"solve", nil, "conundrum:RETSIBRAC"},
		{"solve", nil, "24:0.5"},
		{"solve", nil, "chess:1"},
		{"solve", nil, "no puzzle"},
		{"rate", nil, "24:3,3,8,8"},
		{"rate", nil, "letters:AAEEILNRT"},
		{"rate", nil, "tchisla:999999999999999#7"},
		{"check", []string{"--strict"}, "24:3,3,8,8\t8/(3-8/3)"},
		{"check", []string{"--strict"}, "24:3,3,8,8\t6*4*1*1"},
		{"check", []string{"--strict"}, "24:3,3,8,8\t8*3 or 8/(3-8/3)"},
		{"check", []string{"--strict"}, "24:3,3,8,8\t" + strings.Repeat("(", 5000) + strings.Repeat(")", 5000)},
		{"check", []string{"--strict"}, "countdown:75,50,2,3,8,7=812\t75*(8+3)-7*2"},
		{"check", []string{"--strict"}, "tchisla:24#4\t9^9^9^9"},
		{"check", []string{"--strict"}, "letters:AAEEILNRT\tretinal"},
		{"check", []string{"--strict"}, "24:3,3,8,8\t"},
	} {
		var out strings.Builder
		args := slices.Concat([]string{c.tool, "--batch"}, c.flags)
		// The status says that a puzzle has no solution, or an answer is wrong; the object says so, too.
		_ = run(t.Context(), args, console{strings.NewReader(c.line + "\n"), &out, t.Output()})
		want := strings.TrimSuffix(strings.Replace(out.String(), `"line":1,`, "", 1), "\n")
		arguments := map[string]any{}
		puzzle, answer, isCheck := strings.Cut(c.line, "\t")
		arguments["puzzle"] = puzzle
		if isCheck {
			arguments["answer"] = answer
		}
		if slices.Contains(c.flags, "--brackets") {
			arguments["brackets"] = true
		}
		got, isError := a.call(c.tool, arguments)
		isCut := len(c.line) > 8000
		if got != want && !isCut {
			t.Errorf("%s %v %q:\n%s, as a batch\n%s", c.tool, c.flags, c.line, got, want)
		}
		if isFault := strings.Contains(want, `"fault"`) && !isCheck; isError != isFault {
			t.Errorf("%s of %.100q is an error: %v", c.tool, c.line, isError)
		}
	}
}

func TestMCPListsItsTools(t *testing.T) {
	a := newAssistant(t)
	list, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if tool.Description == "" || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s lacks a description, or a hint that it changes nothing", tool.Name)
		}
		schema := tool.InputSchema.(map[string]any)
		for name, argument := range schema["properties"].(map[string]any) {
			if argument.(map[string]any)["description"] == nil {
				t.Errorf("%s: %s has no description", tool.Name, name)
			}
		}
	}
	if want := []string{"book", "check", "deal", "explain", "rate", "solve"}; !slices.Equal(names, want) {
		t.Errorf("the tools are %q, want %q", names, want)
	}
	about := a.InitializeResult()
	if about.ServerInfo.Version != number || !strings.Contains(about.Instructions, "24:3,3,8,8") {
		t.Errorf("the server says %+v, %q", about.ServerInfo, about.Instructions)
	}
}

// A dealt puzzle has the level that was asked for, and can be solved. A seed deals it again.
func TestMCPDeals(t *testing.T) {
	a := newAssistant(t)
	for _, g := range games.All() {
		for level := range 6 {
			arguments := map[string]any{"game": g.Name(), "seed": 7}
			if level > 0 {
				arguments["level"] = level
			}
			text, isError := a.call("deal", arguments)
			var dealt struct {
				ID, Game, Goal string
				Tiles          []string
				Level, Seed    int
				Solvable       bool
			}
			if err := json.Unmarshal([]byte(text), &dealt); err != nil || isError {
				t.Fatalf("%v: %s", arguments, text)
			}
			isWanted := level == 0 || dealt.Level == level
			if dealt.Game != g.Name() || dealt.Seed != 7 || !dealt.Solvable || !isWanted {
				t.Errorf("%v: %s", arguments, text)
			}
			p, err := games.Parse(dealt.ID)
			if err != nil || p.Face().Goal != dealt.Goal || !slices.Equal(p.Face().Tiles, dealt.Tiles) {
				t.Errorf("%v: %s, %v", arguments, text, err)
			}
			if again, _ := a.call("deal", arguments); again != text {
				t.Errorf("%v: %s and then %s", arguments, text, again)
			}
		}
	}
	for kind, want := range map[string]string{
		"krypto":         `"tiles":["`,
		"plate":          `"goal":"10"`,
		"plate-in-order": `"goal":"10"`,
		"hardest":        `"level":5`,
	} {
		text, isError := a.call("deal", map[string]any{"game": "24", "kind": kind, "seed": 7})
		if isError || !strings.Contains(text, want) || !strings.Contains(text, `"solvable":true`) {
			t.Errorf("%s: %s", kind, text)
		}
	}
	dealt := map[string]bool{}
	for range 10 {
		text, _ := a.call("deal", map[string]any{"game": "24"})
		dealt[text] = true
	}
	if len(dealt) < 5 {
		t.Errorf("without a seed only %d of ten puzzles differ", len(dealt))
	}
}

func TestMCPBook(t *testing.T) {
	a := newAssistant(t)
	all, isError := a.call("book", map[string]any{"number": 2016})
	var page struct {
		Answers []struct {
			ID, Best string
			Digits   int
		}
	}
	if err := json.Unmarshal([]byte(all), &page); err != nil || isError || len(page.Answers) != 9 {
		t.Fatalf("%v, %s", err, all)
	}
	for _, answer := range page.Answers {
		p, err := games.Parse(answer.ID)
		if err != nil {
			t.Fatal(err)
		}
		if v := p.Judge(answer.Best); v.Outcome != "right" || v.Measure != answer.Digits {
			t.Errorf("%s: %s is %s with %d digits, not %d", answer.ID, answer.Best, v.Outcome, v.Measure, answer.Digits)
		}
	}
	one, _ := a.call("book", map[string]any{"number": 2016, "digit": 7})
	solved, _ := a.call("solve", map[string]any{"puzzle": "tchisla:2016#7"})
	if want := `{"number":2016,"answers":[` + solved + `]}`; one != want {
		t.Errorf("got %s, want %s", one, want)
	}
	for _, number := range []int{0, -1, 10_001, 1 << 40} {
		if text, isError := a.call("book", map[string]any{"number": number}); !isError {
			t.Errorf("%d: %s", number, text)
		}
	}
}

func TestMCPExplains(t *testing.T) {
	a := newAssistant(t)
	for text, want := range map[string]string{
		"8/(3-8/3)": `{"expression":"8/(3-8/3)","value":"24","infix":"8/(3-8/3)","prefix":"/ 8 - 3 / 8 3","postfix":"8 3 8 3 / - /",` +
			`"steps":["8/3 = 8/3","3-8/3 = 1/3","8/(1/3) = 24"],"tree":`,
		"8/(3-8/3":                `"fault":{"code":"syntax.unclosed",`,
		"9^9^9^9":                 `"fault":{"code":"too-large",`,
		"":                        `"fault":{"code":"syntax.empty",`,
		strings.Repeat("(", 1000): `"fault":{"code":"too-deep",`,
	} {
		got, isError := a.call("explain", map[string]any{"expression": text})
		if !strings.Contains(got, want) || isError != strings.Contains(want, "fault") {
			t.Errorf("%.20s: %.300s, an error: %v", text, got, isError)
		}
	}
}

// A list of solutions can be cut. It then says how many it lacks.
func TestMCPCutsTheList(t *testing.T) {
	a := newAssistant(t)
	for most, want := range map[int]int{0: defaultSolutions, 1: 1, 1000: 745} {
		arguments := map[string]any{"puzzle": "24:1,2,3,4,5,6"}
		if most > 0 {
			arguments["most"] = most
		}
		text, _ := a.call("solve", arguments)
		var found struct {
			Solutions []string
			More      int
		}
		if err := json.Unmarshal([]byte(text), &found); err != nil {
			t.Fatal(err)
		}
		if len(found.Solutions) != want || len(found.Solutions)+found.More != 745 {
			t.Errorf("at most %d: %d solutions and %d more", most, len(found.Solutions), found.More)
		}
	}
}

// Whatever a program sends, it gets one error that says what is wrong, and the next call is answered.
func TestMCPLivesOn(t *testing.T) {
	a := newAssistant(t)
	long := strings.Repeat("(", 10_000)
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"check", map[string]any{"puzzle": "24:3,3,8,8", "answer": long}, `"code":"too-long"`},
		{"check", map[string]any{"puzzle": "24:3,3,8,8", "answer": strings.Repeat("9", 100_000)}, `"code":"too-long"`},
		{"check", map[string]any{"puzzle": long, "answer": "24"}, `"code":"id.form"`},
		{"check", map[string]any{"puzzle": "24:3,3,8,8"}, "answer"},
		{"check", map[string]any{"puzzle": "24:3,3,8,8", "answer": 24}, "string"},
		{"check", map[string]any{"puzzle": "24:3,3,8,8", "answer": "24", "tolerance": 1}, "tolerance"},
		{"solve", map[string]any{"puzzle": "tchisla:1" + strings.Repeat("0", 5000) + "#7"}, `"code":"`},
		{"solve", map[string]any{"puzzle": "24:3,3,8,8=1" + strings.Repeat("0", 5000)}, `"code":"hand.goal"`},
		{"solve", map[string]any{"puzzle": "24:3,3,8,8", "most": 0}, "most"},
		{"solve", map[string]any{"puzzle": "24:3,3,8,8", "most": 1e9}, "most"},
		{"deal", map[string]any{"game": "chess"}, "chess"},
		{"deal", map[string]any{"game": "24", "level": 6}, "level"},
		{"deal", map[string]any{"game": "24", "kind": "3 3 8 8"}, "kind"},
		{"deal", map[string]any{"game": "letters", "kind": "krypto"}, "letters has no puzzles of the kind krypto"},
		{"deal", map[string]any{"game": "24", "seed": -1}, "seed"},
		{"deal", map[string]any{}, "game"},
		{"book", map[string]any{"number": 2016, "digit": 10}, "digit"},
		{"book", map[string]any{"number": 20.16}, "number"},
		{"rate", map[string]any{"puzzle": ""}, `"code":"id.form"`},
	} {
		text, isError := a.call(c.tool, c.arguments)
		isVerdict := c.tool == "check" && strings.Contains(text, `"outcome":"invalid"`)
		if !isError && !isVerdict || !strings.Contains(text, c.want) || len(text) > 20_000 {
			t.Errorf("%s of %.100v: %.300s, an error: %v", c.tool, c.arguments, text, isError)
		}
	}
	if _, err := a.CallTool(t.Context(), &mcp.CallToolParams{Name: "guess"}); err == nil {
		t.Error("there is a tool that does not exist")
	}
	if text, _ := a.call("check", map[string]any{"puzzle": "24:3,3,8,8", "answer": "8/(3-8/3)"}); !strings.Contains(text, "right") {
		t.Errorf("after all that: %s", text)
	}
}

// Many calls at once are answered, each with its own result.
func TestMCPAnswersManyAtOnce(t *testing.T) {
	a := newAssistant(t)
	const calls = 200
	wrong := make(chan string, calls)
	for i := range calls {
		go func() {
			arguments := map[string]any{"puzzle": fmt.Sprintf("24:1,1,1,%d=%d", i, i+3), "answer": fmt.Sprintf("%d+1+1+1", i)}
			r, err := a.CallTool(t.Context(), &mcp.CallToolParams{Name: "check", Arguments: arguments})
			problem := ""
			if err != nil {
				problem = err.Error()
			} else if text := r.Content[0].(*mcp.TextContent).Text; !strings.Contains(text, `"outcome":"right"`) {
				problem = text
			}
			wrong <- problem
		}()
	}
	for range calls {
		if problem := <-wrong; problem != "" {
			t.Error(problem)
		}
	}
}

// The command ends without an error when its input ends, and when it is told to stop.
func TestMCPEnds(t *testing.T) {
	a := newAssistant(t)
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if err := <-a.ended; err != nil {
		t.Errorf("its input has ended: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	in, ask := io.Pipe()
	defer ask.Close()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, []string{"mcp"}, console{in, io.Discard, t.Output()}) }()
	// The command has read this once the write returns.
	fmt.Fprintln(ask, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it was told to stop: %v", err)
	}
}

// A request without an end does not fill the memory.
func TestMCPRequestTooLong(t *testing.T) {
	in, ask := io.Pipe()
	go func() {
		_, err := io.WriteString(ask, `{"jsonrpc":"`)
		for err == nil {
			_, err = io.WriteString(ask, strings.Repeat("2", 1<<16))
		}
	}()
	err := run(t.Context(), []string{"mcp"}, console{in, io.Discard, io.Discard})
	in.Close()
	if err == nil || !strings.Contains(err.Error(), "maximum") {
		t.Errorf("error %v", err)
	}
}
