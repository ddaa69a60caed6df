package roles

import (
	"testing"

	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
	"reckon/storage/storetest"
)

func TestPlans(t *testing.T) {
	storetest.Plans(t, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		if err := addAgreement(tx, ann.ID, "token", storetest.Noon); err != nil {
			return err
		}
		a, err := agreementOf(tx, ann.ID)
		if err != nil {
			return err
		}
		if _, err := listAgreeing(tx, 0, pageSize); err != nil {
			return err
		}
		if err := saveAgreement(tx, a, "token"); err != nil {
			return err
		}
		return deleteAgreement(tx, a)
	})
}

// If the person has agreed again meanwhile, what came from the network is not stored. It is not stored with
// somebody else's agreement either.
func TestAgreedAgain(t *testing.T) {
	store := storetest.Open(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		if err := addAgreement(tx, ann.ID, "old", storetest.Noon); err != nil {
			return err
		}
		a, err := agreementOf(tx, ann.ID)
		if err != nil {
			return err
		}
		if err := addAgreement(tx, ann.ID, "new", storetest.Noon); err != nil {
			return err
		}
		bob := storetest.Person(t, tx, "bob")
		if err := addAgreement(tx, bob.ID, "old", storetest.Noon); err != nil {
			return err
		}
		a.Shown = "solved 7"
		if err := saveAgreement(tx, a, "old"); err != nil {
			return err
		}
		if err := deleteAgreement(tx, a); err != nil {
			return err
		}
		for id, token := range map[int64]string{ann.ID: "new", bob.ID: "old"} {
			got, err := agreementOf(tx, id)
			if err != nil || got.Token != token || got.Shown != "" {
				t.Errorf("player %d has the agreement %+v (%v)", id, got, err)
			}
		}
		return nil
	})
}

// Only somebody who has agreed, on whichever of their networks, reads that a secret key is stored.
func TestTellAgreed(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	store := storetest.Open(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		act := round.Act{Person: storetest.Person(t, tx, "ann")}
		for _, hasAgreed := range []bool{false, true} {
			line, err := tellAgreed(v, tx, act)
			if err != nil {
				return err
			}
			if (line != nil) != hasAgreed {
				t.Errorf("agreed %t: %q", hasAgreed, say.Plain(line))
			}
			if err := addAgreement(tx, act.Person.ID, "token", storetest.Noon); err != nil {
				return err
			}
		}
		return nil
	})
}
