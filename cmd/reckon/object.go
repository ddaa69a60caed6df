package main

import (
	"bytes"

	"reckon/engine"
)

// An object is a JSON object that keeps the order of its fields; some fields
// have names that only a game knows.
type object []field

type field struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := encoder(&b)
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := enc.Encode(f.name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(f.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// fault is an engine.Fault in JSON; At is in bytes of the text given.
type fault struct {
	Code string      `json:"code"`
	Args engine.Args `json:"args,omitempty"`
	At   *place      `json:"at,omitempty"`
}

type place struct {
	Pos int `json:"pos"`
	End int `json:"end"`
}

func faultOf(err error) fault {
	f := engine.AsFault(err)
	if f == nil {
		return fault{Code: "error", Args: engine.Args{"text": err.Error()}}
	}
	if f.At == nil {
		return fault{Code: f.Code, Args: f.Args}
	}
	return fault{f.Code, f.Args, &place{f.At.Pos, f.At.End}}
}
