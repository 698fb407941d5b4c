package bench

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"

	"github.com/levelc/levelc/bench/flat"
	"github.com/levelc/levelc/bench/level"
)

// Peer is another way to store a level.
type Peer struct {
	Name   string
	Bar    float64 // how many times as fast levelc is meant to be; 0 for none
	Encode func(*level.Level) ([]byte, error)
	Decode func([]byte) (*level.Level, error)
}

// Peers returns all peers that run on this machine, and says of the others why
// they do not.
func Peers() (peers []Peer, missing []string) {
	var reused level.Level
	peers = []Peer{
		{"msgp", 5, encodeMsgp, func(data []byte) (*level.Level, error) {
			l := new(level.Level)
			_, err := l.UnmarshalMsg(data)
			return l, err
		}},
		{"msgp-reused", 0, encodeMsgp, func(data []byte) (*level.Level, error) {
			_, err := reused.UnmarshalMsg(data)
			return &reused, err
		}},
		{"flatbuffers", 5, func(l *level.Level) ([]byte, error) { return flat.Encode(l), nil },
			func(data []byte) (*level.Level, error) { return flat.Decode(data), nil }},
		{"gob", 20, encodeGob, decode(func(data []byte, l *level.Level) error {
			return gob.NewDecoder(bytes.NewReader(data)).Decode(l)
		})},
		{"json", 100, encodeJSON, decode(func(data []byte, l *level.Level) error { return json.Unmarshal(data, l) })},
		{"xml", 300, encodeXML, decode(func(data []byte, l *level.Level) error { return xml.Unmarshal(data, l) })},
	}
	peer, why := sonicPeer()
	if why != "" {
		return peers, []string{why}
	}
	return append(peers, peer), nil
}

// decode decodes into a new level.
func decode(into func([]byte, *level.Level) error) func([]byte) (*level.Level, error) {
	return func(data []byte) (*level.Level, error) {
		l := new(level.Level)
		return l, into(data, l)
	}
}

func encodeMsgp(l *level.Level) ([]byte, error) { return l.MarshalMsg(nil) }

func encodeGob(l *level.Level) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(l)
	return b.Bytes(), err
}

func encodeJSON(l *level.Level) ([]byte, error) { return json.Marshal(l) }
func encodeXML(l *level.Level) ([]byte, error)  { return xml.Marshal(l) }
