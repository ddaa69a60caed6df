package storage

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/storage/dbtest"
)

// ended returns the number of a process of this machine that has ended.
func ended(t *testing.T) int {
	t.Helper()
	dead := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	return dead.Process.Pid
}

func here(t *testing.T) string {
	t.Helper()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	return host
}

// claimant stores a process that owns two deliveries, and has begun the second.
func claimant(t *testing.T, tx *Tx, name, host string, pid int, seen time.Time) {
	t.Helper()
	id := must(Get[int64](tx, "enter",
		`INSERT INTO processes (host, pid, seen_at) VALUES ($1, $2, $3) RETURNING id`, host, pid, seen))(t)
	other := as(tx, id)
	c := community(t, tx, name)
	enqueue(t, other, Outgoing{Nonce: name, CommunityID: c.ID}, noon)
	wantClaim(t, other, name)
	enqueue(t, other, Outgoing{Nonce: name + ": reply", CommunityID: c.ID, Event: []byte("event")}, noon)
	if _, err := other.NoteBegun(waitingAs(t, tx, name+": reply").ID); err != nil {
		t.Fatal(err)
	}
}

// wantFree claims all free deliveries, and checks which processes owned them.
func wantFree(t *testing.T, tx *Tx, names ...string) {
	t.Helper()
	var got, want []string
	for _, o := range must(tx.ClaimOutgoing("test", false, 100))(t) {
		got = append(got, o.Nonce)
		if reply := strings.HasSuffix(o.Nonce, ": reply"); o.Begun != reply || reply != (string(o.Event) == "event") {
			t.Errorf("%s was begun: %v, answers %q", o.Nonce, o.Begun, o.Event)
		}
	}
	for _, name := range names {
		want = append(want, name, name+": reply")
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("free are %q, want %q", got, want)
	}
}

// When a process opens the database, the claims of dead processes become free. Those of running processes
// do not, nor those of processes of other machines, about which nothing is known.
func TestClaimsOfTheDead(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	dead := ended(t)
	host := here(t)
	write(t, s, func(tx *Tx) error {
		claimant(t, tx, "dead", host, dead, noon)
		// This one has the number of this process.
		claimant(t, tx, "before", host, os.Getpid(), noon)
		claimant(t, tx, "running", host, os.Getppid(), noon)
		claimant(t, tx, "elsewhere", host+".elsewhere", dead, noon)
		return nil
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, s.path)
	write(t, s, func(tx *Tx) error {
		wantFree(t, tx, "dead", "before")
		var hosts []string
		for _, p := range must(tx.processes(noon, time.Hour))(t) {
			if p.ID == tx.process {
				if p.Host != host || int(p.PID) != os.Getpid() || time.Since(p.Seen).Abs() > time.Minute {
					t.Errorf("this process is noted as %+v", p)
				}
				continue
			}
			hosts = append(hosts, p.Host)
		}
		if want := []string{host, host + ".elsewhere"}; !slices.Equal(hosts, want) {
			t.Errorf("of others known are those of %q, want %q", hosts, want)
		}
		return nil
	})
}

// A serving process frees the claims of processes that died.
func TestStillHereFreesClaimsOfTheDead(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	dead := ended(t)
	host := here(t)
	const silent = time.Minute
	now := noon.Add(time.Hour)
	write(t, s, func(tx *Tx) error {
		lately := now.Add(-silent + time.Millisecond)
		long := now.Add(-silent)
		claimant(t, tx, "dead", host, dead, lately)
		claimant(t, tx, "running", host, os.Getppid(), lately)
		claimant(t, tx, "number taken by another", host, os.Getppid(), long)
		claimant(t, tx, "elsewhere", host+".elsewhere", dead, lately)
		claimant(t, tx, "elsewhere and silent", host+".elsewhere", os.Getppid(), long)
		enqueue(t, tx, Outgoing{Nonce: "own", CommunityID: community(t, tx, "own").ID, Event: []byte("event")}, noon)
		if _, err := tx.StillHere(now, silent); err != nil {
			return err
		}
		wantFree(t, tx, "dead", "number taken by another", "elsewhere and silent")
		// This process itself was silent for as long, and still counts as living.
		if _, err := tx.StillHere(now.Add(time.Hour), silent); err != nil {
			return err
		}
		wantFree(t, tx, "running", "elsewhere")
		all := must(tx.processes(noon, time.Hour))(t)
		if len(all) != 1 || all[0].ID != tx.process || !all[0].Seen.Equal(now.Add(time.Hour)) {
			t.Errorf("known are %+v, want this one as of now", all)
		}
		return nil
	})
}

// A process that was declared dead, such as after a sleep of its machine, is stored again. So its later
// claims become free when it dies.
func TestDeclaredDead(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if must(tx.StillHere(noon, time.Minute))(t) {
			t.Error("a process that lives was declared dead")
		}
		other := as(tx, must(tx.enter("elsewhere", 7, noon.Add(time.Hour)))(t))
		for i, nonce := range []string{"before", "after"} {
			at := noon.Add(time.Duration(i+1) * time.Hour)
			enqueue(t, tx, Outgoing{Nonce: nonce, CommunityID: community(t, tx, nonce).ID}, noon)
			wantClaim(t, tx, nonce)
			if _, err := other.StillHere(at, time.Minute); err != nil {
				return err
			}
			wantClaim(t, other, nonce)
			if !must(tx.StillHere(at, time.Minute))(t) {
				t.Error("a process does not learn that it was declared dead")
			}
			// The other process lives.
			wantClaim(t, tx)
			if n := len(must(tx.processes(noon, time.Hour))(t)); n != 2 {
				t.Errorf("%d processes are known, want both", n)
			}
		}
		return nil
	})
}

// Closing the database frees the claims of the process.
func TestCloseFreesClaims(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		enqueue(t, tx, Outgoing{Nonce: "n", CommunityID: community(t, tx, "1").ID}, noon)
		enqueue(t, tx, Outgoing{Nonce: "reply", CommunityID: community(t, tx, "1").ID, Event: []byte("event")}, noon)
		wantClaim(t, tx, "n")
		return nil
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// A reader frees no claims.
	r := openReadOnlyAt(t, s.path)
	if err := r.Read(t.Context(), func(tx *Tx) error {
		if n := must(Get[int](tx, "count", `SELECT COUNT(*) FROM processes`))(t); n != 0 {
			t.Errorf("%d processes are known after the last has closed", n)
		}
		if n := must(Get[int](tx, "count", `SELECT COUNT(*) FROM outbox WHERE claimed_by IS NULL`))(t); n != 2 {
			t.Errorf("%d are free, want both", n)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, openAt(t, s.path), func(tx *Tx) error {
		wantClaim(t, tx, "n", "reply")
		return nil
	})
}

// deliverAll claims deliveries, ends them, and prints their nonces, until every delivery has an owner.
func deliverAll(path string) error {
	s, err := Open(context.Background(), path)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		return err
	}
	for {
		var out []Outgoing
		err := s.Write(context.Background(), func(tx *Tx) (err error) {
			out, err = tx.ClaimOutgoing("test", false, 3)
			return err
		})
		if err != nil {
			return err
		}
		if len(out) == 0 {
			return s.Close()
		}
		for _, o := range out {
			if err := s.Write(context.Background(), func(tx *Tx) error { return deliverInTurn(tx, o) }); err != nil {
				return err
			}
			fmt.Println(o.Nonce)
		}
	}
}

// deliverInTurn ends a delivery. It fails if an older one of the same community has not ended, or if somebody else
// has ended this one.
func deliverInTurn(tx *Tx, o Outgoing) error {
	isEarly, err := Get[bool](tx, "look",
		`SELECT EXISTS (SELECT 1 FROM outbox WHERE community_id = $1 AND id < $2 AND bulk = 0 AND done_at IS NULL)`, o.CommunityID, o.ID)
	if err != nil {
		return err
	}
	if isEarly {
		return fmt.Errorf("%s goes before its turn", o.Nonce)
	}
	ended, err := tx.Done(o, Delivered, "m", "", noon).List()
	if err != nil {
		return err
	}
	if len(ended) == 0 {
		return fmt.Errorf("%s has had two owners", o.Nonce)
	}
	return nil
}

// A deliverer is a child process that runs deliverAll. It begins when it reads a line.
type deliverer struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func newDeliverer(t *testing.T, path string) deliverer {
	t.Helper()
	c := child(t, "deliver", path)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	s := deliverer{c, in, bufio.NewScanner(out)}
	// The first line says that the child has opened the database.
	if !s.out.Scan() {
		t.Fatal("a child has not begun")
	}
	return s
}

// Several processes share the deliveries: each delivery has one owner, and those of one community keep
// their order.
func TestProcessesShareClaims(t *testing.T) {
	path := newDatabase(t)
	const rows = 60
	write(t, openAt(t, path), func(tx *Tx) error {
		for i := range rows {
			enqueue(t, tx, Outgoing{Nonce: fmt.Sprint(i), CommunityID: community(t, tx, fmt.Sprint(i%6)).ID}, noon)
		}
		return nil
	})
	var deliverers []deliverer
	for range 3 {
		deliverers = append(deliverers, newDeliverer(t, path))
	}
	for _, s := range deliverers {
		if _, err := fmt.Fprintln(s.in); err != nil {
			t.Fatal(err)
		}
	}
	times := map[string]int{}
	for _, s := range deliverers {
		for s.out.Scan() {
			times[s.out.Text()]++
		}
		if err := s.Wait(); err != nil {
			t.Error("child:", err)
		}
	}
	for i := range rows {
		if n := times[fmt.Sprint(i)]; n != 1 {
			t.Errorf("%d was delivered %d times", i, n)
		}
	}
}

// A server may commit a claim after its process was killed and its row was deleted. Such a claim is
// freed, too.
func TestClaimsOfTheForgotten(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		killed := as(tx, 1_000_000)
		enqueue(t, killed, Outgoing{Nonce: "late", CommunityID: community(t, tx, "late").ID, Event: []byte("event"), Unordered: true}, noon)
		if err := tx.SetJob(Job{Kind: "late", At: noon}); err != nil {
			return err
		}
		// Another process, which was killed, too, owned no delivery.
		return tx.Exec("claim", `UPDATE jobs SET claimed_by = 1000001`)
	})
	write(t, s, func(tx *Tx) error {
		if free := must(tx.ClaimOutgoing("test", false, 100))(t); len(free) != 0 {
			t.Errorf("%d deliveries are free before anybody has looked", len(free))
		}
		return nil
	})
	write(t, s, func(tx *Tx) error {
		_, err := tx.StillHere(noon, time.Minute)
		return err
	})
	write(t, s, func(tx *Tx) error {
		if free := must(tx.ClaimOutgoing("test", false, 100))(t); len(free) != 1 {
			t.Errorf("%d deliveries are free, want the one of the killed process", len(free))
		}
		if claimed := must(Get[int](tx, "count", `SELECT COUNT(*) FROM jobs WHERE claimed_by IS NOT NULL`))(t); claimed != 0 {
			t.Errorf("%d jobs are still claimed", claimed)
		}
		return nil
	})
}
