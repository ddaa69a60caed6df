package settings

import (
	"strings"

	"reckon/storage"
)

// A Toggle is a setting of a feature. It is off until somebody switches it on. Its text is the key of its
// row: the feature's name, a dot, and the name that people type.
type Toggle string

// Name is what people type.
func (t Toggle) Name() string {
	_, name, _ := strings.Cut(string(t), ".")
	return name
}

// IsOn reports whether it is on in a community.
func (t Toggle) IsOn(tx *storage.Tx, communityID int64) (bool, error) {
	value, err := tx.Setting(communityID, string(t))
	return value == on, err
}

// Set switches it on or off in a community.
func (t Toggle) Set(tx *storage.Tx, communityID int64, isOn bool) error {
	if !isOn {
		return tx.SetSetting(communityID, string(t), "")
	}
	return tx.SetSetting(communityID, string(t), on)
}

// IsOnFor returns the condition, for a statement, that a person has switched it on in one of their
// private chats. player is the column of the statement that has the ID of one of their players.
func (t Toggle) IsOnFor(player string) string { return storage.OwnSetting(player, string(t), on) }

// Setting returns the setting as a feature registers it.
func (t Toggle) Setting(where Where) Setting {
	x := toggle(t.Name(), where, nil)
	x.unset = off
	x.row = string(t)
	return x
}
