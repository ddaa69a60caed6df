package storage

import "fmt"

// Setting returns the value of a setting of a community, by the setting's key. The value is empty if
// nobody has chosen one.
func (tx *Tx) Setting(communityID int64, key string) (string, error) {
	value, _, err := Found(Get[string](tx, "find setting", `
		SELECT value FROM settings WHERE community_id = $1 AND key = $2`, communityID, key))
	return value, err
}

// Settings returns the values that were chosen for settings of a community, by their keys.
func (tx *Tx) Settings(communityID int64) (map[string]string, error) {
	type row struct{ Key, Value string }
	rows, err := List[row](tx, "list settings", `SELECT key, value FROM settings WHERE community_id = $1`, communityID)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, r := range rows {
		all[r.Key] = r.Value
	}
	return all, nil
}

// SetSetting stores the value of a setting of a community. An empty value deletes the setting.
func (tx *Tx) SetSetting(communityID int64, key, value string) error {
	if err := tx.lockCommunities(communityID); err != nil {
		return err
	}
	if value == "" {
		return tx.Exec("delete setting", `
			DELETE FROM settings WHERE community_id = $1 AND key = $2`, communityID, key)
	}
	return tx.Exec("save setting", `
		INSERT INTO settings (community_id, key, value) VALUES ($1, $2, $3)
		ON CONFLICT (community_id, key) DO UPDATE SET value = excluded.value`, communityID, key, value)
}

// OwnSetting is the condition that a setting has a certain value in one of a person's private chats. The
// argument player is a column with the ID of one of the person's players.
func OwnSetting(player, key, value string) string {
	return fmt.Sprintf(`EXISTS (
		SELECT 1 FROM communities own JOIN settings s ON s.community_id = own.id AND s.key = '%s' AND s.value = '%s'
		WHERE own.player_id IN %s)`, key, value, PersonPlayers(player))
}
