package roles

import (
	"testing"

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
