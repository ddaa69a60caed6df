package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A stage is the stand-ins' program as it runs, and the way to its control.
type stage struct {
	*process
	env    map[string]string // what a bot needs to find the stand-ins
	client *http.Client
}

// openStage starts the stand-ins with options of theirs, on ports that are free.
func openStage(ctx context.Context, program, specs string, log io.Writer, options ...string) (*stage, error) {
	cmd := exec.Command(program, append([]string{"up", "-tg", "0", "-dc", "0", "-ctl", "0"}, options...)...)
	if specs != "" {
		cmd.Env = append(os.Environ(), "STAGE_SPECS="+specs)
	}
	cmd.Stderr = log
	says, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	// Each of many players has a request under way now and then.
	s := &stage{env: map[string]string{}, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	if s.process, err = launch(cmd); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(says)
	for lines.Scan() {
		name, value, ok := strings.Cut(strings.TrimPrefix(lines.Text(), "export "), "=")
		if ok {
			s.env[name] = strings.Trim(value, "'")
		}
		if strings.HasPrefix(lines.Text(), "# up") {
			return s, nil
		}
	}
	return nil, fmt.Errorf("the stand-ins did not come up: %w", ctx.Err())
}

// A result is what the control says to an order.
type result struct {
	Exit int             `json:"exit"`
	Text string          `json:"text"`
	Data json.RawMessage `json:"data"`
}

// options are flags of an order.
type options map[string]any

// order gives an order, such as "tg say", with words of its own. One that is not
// carried out is an error.
func (s *stage) order(ctx context.Context, what string, o options, words ...string) (result, error) {
	body := map[string]any{"args": words}
	for name, value := range o {
		body[name] = fmt.Sprint(value)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return result{}, err
	}
	url := s.env["STAGE_CTL"] + "/" + strings.ReplaceAll(what, " ", "/")
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(raw))
	if err != nil {
		return result{}, err
	}
	response, err := s.client.Do(request)
	if err != nil {
		return result{}, err
	}
	defer response.Body.Close()
	var r result
	if err := json.NewDecoder(response.Body).Decode(&r); err != nil {
		return result{}, fmt.Errorf("%s: %w", what, err)
	}
	if r.Exit != 0 {
		return r, fmt.Errorf("%s: %.400s", what, r.Text)
	}
	return r, nil
}

// ask gives an order and reads the data that comes back.
func (s *stage) ask(ctx context.Context, into any, what string, o options, words ...string) error {
	r, err := s.order(ctx, what, o, words...)
	if err != nil || len(r.Data) == 0 {
		return err
	}
	return json.Unmarshal(r.Data, into)
}

// ready waits until the bot is connected to both networks. polls is how often
// updates had been fetched from Telegram before it was started.
func (s *stage) ready(ctx context.Context, polls int, timeout time.Duration) error {
	if _, err := s.order(ctx, "dc ready", options{"timeout": timeout, "command": "24"}); err != nil {
		return err
	}
	until := time.Now().Add(timeout)
	for {
		// A poll that waits is not counted yet; one with something to fetch waits
		// too short a time to be seen.
		_, err := s.order(ctx, "tg ready", options{"timeout": "0s"})
		if err == nil {
			return nil
		}
		c, fail := s.counts(ctx)
		switch {
		case fail != nil:
			return fail
		case c.calls("tg getUpdates") > polls:
			return nil
		case time.Now().After(until):
			return err
		}
		if err := pause(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
}

// counts are what the stand-ins have counted.
type counts struct {
	Counters map[string]int `json:"counters"`
	Calls    []struct {
		Method string         `json:"method"`
		Calls  int            `json:"calls"`
		Status map[string]int `json:"status"`
	} `json:"calls"`
}

func (s *stage) counts(ctx context.Context) (counts, error) {
	var c counts
	err := s.ask(ctx, &c, "stats", nil)
	return c, err
}

// calls is how often a method has been called.
func (c counts) calls(method string) int {
	for _, m := range c.Calls {
		if m.Method == method {
			return m.Calls
		}
	}
	return 0
}

// A violation is a rule of a network that the bot has broken.
type violation struct {
	First    time.Time `json:"first"`
	Last     time.Time `json:"last"`
	Platform string    `json:"platform"`
	Where    string    `json:"where"`
	Rule     string    `json:"rule"`
	Detail   string    `json:"detail"`
	Count    int       `json:"count"`
}

func (v violation) String() string {
	return fmt.Sprintf("%d × %s, %s: %s: %s", v.Count, v.Platform, v.Where, v.Rule, v.Detail)
}

// violations are the rules broken so far.
func (s *stage) violations(ctx context.Context) ([]violation, error) {
	var found struct {
		Violations []violation `json:"violations"`
	}
	r, err := s.order(ctx, "violations", nil)
	if len(r.Data) == 0 {
		return nil, err
	}
	// That it has failed says that there are some.
	err = json.Unmarshal(r.Data, &found)
	return found.Violations, err
}
