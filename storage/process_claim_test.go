package storage

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// What a process has claimed that is gone is free as soon as another opens the
// database; what one has that runs is not.
func TestClaimsOfTheDead(t *testing.T) {
	s := openTemp(t)
	dead := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	claimants := map[string]struct {
		host string
		pid  int
	}{
		"dead":      {host, dead.Process.Pid},
		"before":    {host, os.Getpid()}, // had the number that this one has
		"running":   {host, os.Getppid()},
		"elsewhere": {host + ".elsewhere", dead.Process.Pid},
	}
	write(t, s, func(tx *Tx) error {
		for name, c := range claimants {
			enqueue(t, tx, Outgoing{Nonce: name, CommunityID: community(t, tx, name).ID}, noon)
			tx.process = must(get(tx, "enter", one[int64], `INSERT INTO processes (host, pid) VALUES (?, ?) RETURNING id`, c.host, c.pid))(t)
			wantClaim(t, tx, noon, name)
		}
		wantNext(t, tx, noon.Add(patience))
		return nil
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, s.path)
	write(t, s, func(tx *Tx) error {
		_, ids := claim(t, tx, noon)
		if len(ids) != 2 || ids["dead"] == 0 || ids["before"] == 0 {
			t.Errorf("free are %v, want those of the two that are gone", ids)
		}
		return nil
	})
}

// Who closes the database keeps nothing claimed.
func TestCloseFreesClaims(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		enqueue(t, tx, Outgoing{Nonce: "n", CommunityID: community(t, tx, "1").ID}, noon)
		wantClaim(t, tx, noon, "n")
		return nil
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, s.path)
	write(t, s, func(tx *Tx) error {
		wantNext(t, tx, noon)
		wantClaim(t, tx, noon.Add(time.Second), "n")
		return nil
	})
}
