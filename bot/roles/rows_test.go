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

// If the person has agreed again meanwhile, what came from the network is not stored.
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
		a.Shown = "solved 7"
		if err := saveAgreement(tx, a, "old"); err != nil {
			return err
		}
		if err := deleteAgreement(tx, a); err != nil {
			return err
		}
		got, err := agreementOf(tx, ann.ID)
		if got.Token != "new" || got.Shown != "" {
			t.Errorf("the agreement is %+v", got)
		}
		return err
	})
}
