package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// The fields of a struct are found under its earlier names, and those that moved by a
// path from the top.
func TestEarlierNamesOfStructs(t *testing.T) {
	type deep struct {
		Drag float32 `level:"drag,alias=pull"`
	}
	type body struct {
		Mass float32 `level:"mass,alias=/mass|/old/mass"`
		Hot  bool    `level:"hot,alias=warm"`
		Deep deep    `level:"deep,alias=low|/drags"`
		Path store.Span[uint8]
	}
	th := table(t, of(t, struct {
		Things standin.Bulk[struct {
			body `level:"body,alias=in"`
			Cold bool `level:"cold,alias=in.cold|/in/chill"`
		}] `level:"thing"`
		Bytes standin.Array[uint8]
	}{}), "thing")
	for name, want := range map[string]string{
		"body.mass":      "mass old.mass in.mass",
		"body.hot":       "body.warm in.hot in.warm",
		"body.deep.drag": "body.deep.pull body.low.drag body.low.pull drags.drag drags.pull in.deep.drag in.deep.pull in.low.drag in.low.pull",
		"body.path":      "in.path",
		"cold":           "in.cold in.chill",
	} {
		require.Equal(t, want, strings.Join(field(t, th, name).Attr.Aliases, " "), name)
	}
}
