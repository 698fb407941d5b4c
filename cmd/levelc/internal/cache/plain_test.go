package cache

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

func factOf(t testing.TB, l Level) []byte {
	t.Helper()
	line, err := json.Marshal(fact{Level: &l})
	require.NoError(t, err)
	return line
}

func TestFactsAsNearlyAllAreReadInOneGo(t *testing.T) {
	var p plain
	for _, l := range []Level{
		aLevel("a.lvl"),
		{Out: "b/c.lvl", Source: "x.xml", Flags: `--best="true" --src="a\b"`, Tool: "v2"},
		{Out: "b/c.lvl", Source: "x.xml", Flags: `--best="false"`, Tool: "é\n"}, // escaped, or left to decode
		aLevel("a.lvl"),
	} {
		line := factOf(t, l)
		got, ok := p.level(line)
		if l.Tool != "é\n" {
			require.True(t, ok, string(line))
		}
		if ok {
			require.Equal(t, l, got)
		}
	}
}

func TestOtherFactsAreLeftToDecode(t *testing.T) {
	warned := aLevel("a.lvl")
	warned.Warnings = []diag.Diagnostic{{Message: "odd"}}
	more := aLevel("a.lvl")
	more.More = 1
	negative := aLevel("a.lvl")
	negative.Size = -1
	lines := []string{"", "{}", `{"types":{}}`}
	for _, l := range []Level{warned, more, negative, aLevel("é.lvl"), aLevel("a&b.lvl"), aLevel("../a.lvl"), aLevel("/a.lvl"), aLevel("")} {
		lines = append(lines, string(factOf(t, l)))
	}
	whole := string(factOf(t, aLevel("a.lvl")))
	lines = append(lines, whole+" ", strings.Replace(whole, ":7}", ":07}", 1), strings.Replace(whole, ":7}", ":7.0}", 1))
	for i := range whole {
		lines = append(lines, whole[:i])
	}
	for _, line := range lines {
		_, ok := new(plain).level([]byte(line))
		require.False(t, ok, line)
	}
}

// What is read in one go is what encoding/json reads.
func FuzzPlainFacts(f *testing.F) {
	f.Add(factOf(f, aLevel("a.lvl")), factOf(f, Level{Out: "b", Flags: `--types="x"`}))
	f.Add(factOf(f, Level{Out: "é", Source: "\x00", Tool: "<"}), []byte(`{"level":{"out":"a"}}`))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		var p plain
		for _, line := range [][]byte{a, b, a} {
			l, ok := p.level(line)
			if !ok {
				continue
			}
			want, err := decode(line)
			require.NoError(t, err, string(line))
			require.Equal(t, fact{Level: &l}, want, string(line))
		}
	})
}
