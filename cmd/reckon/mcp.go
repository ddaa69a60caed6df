package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"reckon/bot/terminal"
	"reckon/engine"
	"reckon/engine/games"
)

type mcpCmd struct{}

const (
	// longestCall is how long one call may take. Clients commonly wait for a minute.
	longestCall = 20 * time.Second
	// longestRequest is how many bytes a request may have. No puzzle and no answer needs a hundredth of that.
	longestRequest = 1 << 20
)

const mcpInstructions = `Puzzles of numbers and words, with an exact judge. A puzzle is a line of text, its ID:
24:3,3,8,8 (make 24 of all four numbers), 24:1,2,3,4,5=100 (make 100), 24:1.2.3.4=10 (make 10, in this order),
tchisla:2016#7 (make 2016 of sevens, as few as you can),
countdown:75,50,2,3,8,7=812 (come as near to 812 as you can),
letters:AAEEILNRT (a long word), conundrum:RETSIBRAC (the word of all nine letters).
Calculations have + - * / and brackets, in tchisla also ^ ! and √. Nothing is rounded.`

// Run serves tools to a program, such as an assistant, until standard input ends. It speaks the Model Context
// Protocol. Only the protocol is written to standard output; errors go to standard error.
func (mcpCmd) Run(ctx context.Context, c console, speak speaker) error {
	if isTerminal(c.in) {
		fmt.Fprintln(c.err, "This command is for assistants: it waits for requests of the Model Context Protocol. Ctrl-D ends it.")
	}
	server, err := newMCPServer(ctx, c.err, speak)
	if err != nil {
		return err
	}
	transport := &mcp.IOTransport{
		Reader:        io.NopCloser(c.in),
		Writer:        unclosed{c.out},
		MaxLineLength: longestRequest,
	}
	session, err := server.Connect(ctx, answeringTransport{transport}, nil)
	if err != nil {
		return err
	}
	// Closing fails only if the session has ended already.
	stop := context.AfterFunc(ctx, func() { _ = session.Close() })
	defer stop()
	err = session.Wait()
	isStopped := ctx.Err() != nil
	if err == nil || isStopped {
		return nil
	}
	return fmt.Errorf("cannot read the requests: %w", err)
}

// unclosed is a writer that others may not close.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// newMCPServer returns a server with all tools. It logs warnings and errors to a writer.
func newMCPServer(ctx context.Context, log io.Writer, speak speaker) (*mcp.Server, error) {
	about := mcp.Implementation{
		Name:    "reckon",
		Title:   "Reckon",
		Version: number,
	}
	server := mcp.NewServer(&about, &mcp.ServerOptions{
		Instructions: mcpInstructions,
		Logger:       slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	x := tools{
		server:  server,
		ended:   ctx,
		slots:   make(chan struct{}, runtime.GOMAXPROCS(0)),
		speaker: speak,
		judge:   &judge{speaker: speak, strict: true},
	}
	return server, x.addAll()
}

// The methods solve, check, rate, explain, deal and book of tools are the tools that an assistant can call.
type tools struct {
	server *mcp.Server
	// ended is done when the program ends.
	ended context.Context
	// slots has an item for each call that is being worked on.
	slots chan struct{}
	speaker
	judge *judge
}

// The arguments of the tools. The tags describe them to the caller.
type (
	solveArguments struct {
		Puzzle   string `json:"puzzle" jsonschema:"The ID of the puzzle, such as 24:3,3,8,8. As people type it, 3 3 8 8, will do, too."`
		Most     int    `json:"most,omitempty" jsonschema:"How many solutions to list at most: 1 to 1000, or 50 if this is left out."`
		Brackets bool   `json:"brackets,omitempty" jsonschema:"Print calculations with all brackets: 8 / (3 - (8 / 3))."`
	}
	checkArguments struct {
		Puzzle string `json:"puzzle" jsonschema:"The ID of the puzzle, such as 24:3,3,8,8."`
		Answer string `json:"answer" jsonschema:"One calculation, such as 8/(3-8/3), or one word, and nothing else. Steps such as 4*3=12, 12*2=24 are one calculation. At most 4096 bytes, nested at most 250 deep."`
	}
	rateArguments struct {
		Puzzle string `json:"puzzle" jsonschema:"The ID of the puzzle, such as 24:3,3,8,8."`
	}
	explainArguments struct {
		Expression string `json:"expression" jsonschema:"A calculation with whole numbers or decimals, + - * / ^ ! √ and brackets, such as 7+9/3*5-8/2. At most 4096 bytes."`
	}
	dealArguments struct {
		Game  string  `json:"game" jsonschema:"The game."`
		Kind  string  `json:"kind,omitempty" jsonschema:"In 24, whatever the level: whole (no fraction is needed), sums (+ and - will do), hardest. Also in 24: plate (four digits make 10), plate-in-order (in their order), krypto (five cards make a sixth). Four cards make 24 if this is left out."`
		Level int     `json:"level,omitempty" jsonschema:"How hard the puzzle is for people, from 1, the easiest, to 5. Any level if this is left out."`
		Seed  *uint32 `json:"seed,omitempty" jsonschema:"A whole number. The same game, level and seed give the same puzzle in this version of the program. Chosen at random if left out."`
	}
	bookArguments struct {
		Number int `json:"number" jsonschema:"The number to make: 1 to 10000."`
		Digit  int `json:"digit,omitempty" jsonschema:"The digit to make it of: 1 to 9. All nine if this is left out."`
	}
)

// defaultSolutions is how many solutions the tool solve lists unless it is told how many.
const defaultSolutions = 50

// addAll adds all tools to the server.
func (x tools) addAll() error {
	var names, kinds []any
	for _, g := range games.All() {
		names = append(names, g.Name())
		for _, kind := range g.Rules().Choices {
			kinds = append(kinds, kind)
		}
	}
	return errors.Join(
		addTool(x, "solve", `Lists the solutions of a puzzle, the most natural first, in at most 20 seconds.
Result: id, solvable, best, solutions, complete (there are no other solutions).
If the list is cut, more says how many it lacks.
Games that measure answers add the measure of the best one under its name (digits, distance or unused: the less, the
better), proven (no answer is better), settled (nobody knows a better one) and searched (all answers up to this
measure were tried, within limits).`,
			x.solve,
			bound{name: "most", least: 1, most: 1000},
		),
		addTool(x, "check", `Judges an answer to a puzzle. Nothing is rounded: 23.9999999999 is not 24.
Result: id, answer, outcome (right, wrong or invalid), value (exact: 64/3), the measure if the game has one and,
unless the answer is right, fault: its code, a text, args, and at, the faulty part of the answer in bytes.`,
			x.check,
		),
		addTool(x, "rate", `Predicts how hard a puzzle is for people.
Result: id, seconds (the mean time of practised people, 0 if nothing predicts it), level (1 to 5, 0 if nobody has
measured a puzzle like it), reasons (codes, the most telling first), solvable, complete (false if a short search could
not tell), guess (the seconds come from no measurement).`,
			x.rate,
		),
		addTool(x, "explain", `Shows a calculation as steps that a person can follow.
Result: expression, value (exact), infix, prefix, postfix, steps, tree (lines of text); or expression and fault.`,
			x.explain,
		),
		addTool(x, "deal", `Makes a puzzle that has a solution, without telling the solution.
Result: id, game, seed, tiles (what to use: cards, numbers or letters), goal (what to make, empty in games of words),
and what rate says of it.`,
			x.deal,
			bound{name: "game", choices: names},
			bound{name: "kind", choices: kinds},
			bound{name: "level", least: int(engine.MinLevel), most: int(engine.MaxLevel)},
		),
		addTool(x, "book", `Looks up how a number is made of a single digit, used as few times as anybody knows.
Result: number, and answers: for each digit what solve says of the puzzle.`,
			x.book,
			bound{name: "digit", least: 1, most: 9},
		),
	)
}

// A bound is what the schema of a tool says about an argument besides its type.
type bound struct {
	name string
	// least and most are the smallest and the greatest number. If most is 0, any number is allowed.
	least, most int
	// choices are the only values that are allowed; empty: any value is.
	choices []any
}

// addTool adds a tool with arguments of type A.
func addTool[A any](x tools, name, description string, do func(context.Context, A) result, bounds ...bound) error {
	schema, err := jsonschema.For[A](nil)
	if err != nil {
		return fmt.Errorf("the arguments of %s: %w", name, err)
	}
	for _, b := range bounds {
		argument := schema.Properties[b.name]
		argument.Enum = b.choices
		if b.most > 0 {
			argument.Minimum = jsonschema.Ptr(float64(b.least))
			argument.Maximum = jsonschema.Ptr(float64(b.most))
		}
	}
	// The tools reach nothing outside this program.
	isOpenWorld := false
	tool := &mcp.Tool{
		Name:        name,
		Description: description,
		InputSchema: schema,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &isOpenWorld},
	}
	mcp.AddTool(x.server, tool, func(ctx context.Context, _ *mcp.CallToolRequest, a A) (*mcp.CallToolResult, any, error) {
		done, err := x.call(ctx, func(ctx context.Context) result { return do(ctx, a) })
		return done, nil, err
	})
	return nil
}

// call works on a call as soon as a processor is free. What cannot be read is an error to the caller. A wrong
// answer, or a puzzle without a solution, is none.
func (x tools) call(ctx context.Context, do func(context.Context) result) (*mcp.CallToolResult, error) {
	select {
	case x.slots <- struct{}{}:
		defer func() { <-x.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, longestCall)
	defer cancel()
	stop := context.AfterFunc(x.ended, cancel)
	defer stop()
	r := do(ctx)
	var text bytes.Buffer
	if err := encoder(&text).Encode(r.object); err != nil {
		return nil, err
	}
	line := bytes.TrimSuffix(text.Bytes(), []byte("\n"))
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(line)}},
		StructuredContent: json.RawMessage(line),
		IsError:           r.status == trouble,
	}, nil
}

// readable returns as much of a text as a batch reads of a line. That is more than any game accepts.
func readable(text string) string { return text[:min(len(text), terminal.MaxLine)] }

func (x tools) solve(ctx context.Context, a solveArguments) result {
	most := a.Most
	if most == 0 {
		most = defaultSolutions
	}
	r := solveCmd{Brackets: a.Brackets}.solve(ctx, x.speaker, readable(a.Puzzle))
	for i, f := range r.object {
		solutions, isList := f.value.([]string)
		if !isList || len(solutions) <= most {
			continue
		}
		r.object[i].value = solutions[:most]
		r.object = append(r.object, field{"more", len(solutions) - most})
		break
	}
	return r
}

func (x tools) check(_ context.Context, a checkArguments) result {
	return x.judge.judge(readable(a.Puzzle), readable(a.Answer))
}

func (x tools) rate(_ context.Context, a rateArguments) result {
	return rate(x.speaker, readable(a.Puzzle))
}

func (x tools) explain(_ context.Context, a explainArguments) result {
	return explain(x.speaker, readable(a.Expression))
}

// deal makes a puzzle.
func (x tools) deal(_ context.Context, a dealArguments) result {
	seed := rand.Uint32()
	if a.Seed != nil {
		seed = *a.Seed
	}
	asked := object{{"game", a.Game}, {"seed", seed}}
	g, ok := games.ByName(a.Game)
	if !ok {
		return x.unreadable(asked, "", a.Game, &engine.Fault{Code: "id.game", Args: engine.Args{"name": a.Game}})
	}
	if a.Kind != "" && !slices.Contains(g.Rules().Choices, a.Kind) {
		return x.unreadable(asked, a.Game, a.Kind, fmt.Errorf("%s has no puzzles of the kind %s", a.Game, a.Kind))
	}
	wish := engine.Wish{Level: engine.Level(a.Level), Text: a.Kind}
	p, err := g.New(rand.New(rand.NewPCG(uint64(seed), 0)), wish)
	if err != nil {
		return x.unreadable(asked, a.Game, "", err)
	}
	r := rate(x.speaker, p.ID())
	face := object{{"tiles", p.Face().Tiles}, {"goal", p.Face().Goal}}
	// The ID, which is the first field, stays in front.
	r.object = slices.Concat(r.object[:1], asked, face, r.object[1:])
	return r
}

// book looks a number up in the book.
func (x tools) book(ctx context.Context, a bookArguments) result {
	o := object{{"number", a.Number}}
	answers := []object{}
	for _, g := range games.All() {
		b, isBook := g.(engine.Book)
		if !isBook {
			continue
		}
		page, ok := b.Page(strconv.Itoa(a.Number))
		if !ok {
			return x.unreadable(o, "", "", fmt.Errorf("the book has no page for %d", a.Number))
		}
		for _, p := range page.Puzzles {
			_, digit, _ := b.PageOf(p)
			if a.Digit == 0 || digit == strconv.Itoa(a.Digit) {
				answers = append(answers, solveCmd{}.solve(ctx, x.speaker, p.ID()).object)
			}
		}
	}
	return result{object: append(o, field{"answers", answers})}
}
