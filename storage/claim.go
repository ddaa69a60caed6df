package storage

import "slices"

// ClaimOutgoing returns deliveries on a network that have no owner, bulk or not, the oldest
// first, at most limit, and makes this process their owner. What a community has waiting
// that is not bulk has one owner at a time, so that order is kept. When the owner is gone
// its claims are free: see StillHere.
func (tx *Tx) ClaimOutgoing(network string, bulk bool, limit int) ([]Outgoing, error) {
	if bulk && tx.locking() { // it keeps no order: rows that another process is about to claim are passed over
		ids, err := list[int64](tx, "claim bulk", `
			UPDATE outbox SET claimed_by = $1 WHERE id IN (
				SELECT id FROM outbox WHERE network = $2 AND bulk = 1 AND done_at IS NULL AND claimed_by IS NULL
				ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED)
			RETURNING id`, tx.process, network, limit)
		if err != nil || len(ids) == 0 {
			return nil, err
		}
		return list[Outgoing](tx, "list claimed", `
			SELECT `+outgoingColumns+` FROM outbox o JOIN communities c ON c.id = o.community_id
			WHERE o.id = ANY (CAST($1 AS BIGINT[])) ORDER BY o.id`, ids)
	}
	rows, err := tx.free(network, bulk, limit)
	if err == nil && len(rows) > 0 && tx.locking() { // nobody changes the order of these communities until that is done
		var communities []int64
		for _, o := range rows {
			communities = append(communities, o.CommunityID)
		}
		if err := tx.LockCommunities(communities...); err != nil {
			return nil, err
		}
		rows, err = tx.free(network, bulk, limit)
		rows = slices.DeleteFunc(rows, func(o Outgoing) bool { return !slices.Contains(tx.locks.communities, o.CommunityID) })
	}
	if err != nil {
		return nil, err
	}
	for _, o := range rows {
		if err := tx.put("claim delivery", `UPDATE outbox SET claimed_by = $1 WHERE id = $2`, reference(tx.process), o.ID); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// free returns what this process may claim.
func (tx *Tx) free(network string, bulk bool, limit int) ([]Outgoing, error) {
	return list[Outgoing](tx, "list outgoing", `
		SELECT `+outgoingColumns+`
		FROM outbox o CROSS JOIN communities c WHERE c.id = o.community_id
			AND o.network = $1 AND o.bulk = $2 AND o.done_at IS NULL AND o.claimed_by IS NULL
			AND ($2 = 1 OR NOT EXISTS (SELECT 1 FROM outbox h WHERE h.community_id = o.community_id AND h.done_at IS NULL AND h.bulk = 0
					AND h.claimed_by < $3)
				AND NOT EXISTS (SELECT 1 FROM outbox h WHERE h.community_id = o.community_id AND h.done_at IS NULL AND h.bulk = 0
					AND h.claimed_by > $3))
		ORDER BY o.id LIMIT $4`, network, bulk, reference(tx.process), limit)
}
