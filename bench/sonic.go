//go:build amd64 || arm64

package bench

import (
	"reflect"

	"github.com/bytedance/sonic"

	"github.com/levelc/levelc/bench/level"
)

// sonicPeer returns sonic, or says why it does not run.
func sonicPeer() (peer Peer, missing string) {
	if sonic.APIKind == sonic.UseStdJSON {
		return Peer{}, "sonic does not know this version of Go or this system and would call encoding/json"
	}
	if err := sonic.Pretouch(reflect.TypeFor[level.Level]()); err != nil {
		return Peer{}, "sonic: " + err.Error()
	}
	return Peer{"sonic", 100, encodeJSON, decode(func(data []byte, l *level.Level) error {
		return sonic.Unmarshal(data, l)
	})}, ""
}
