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
	return lineOf(t, fact{Level: &l})
}

func lineOf(t testing.TB, f fact) []byte {
	t.Helper()
	line, err := json.Marshal(f)
	require.NoError(t, err)
	return line
}

func TestFactsAsNearlyAllAreReadByFastjson(t *testing.T) {
	var p plain
	for _, l := range []Level{
		aLevel("a.lvl"),
		{Out: "b/c.lvl", Source: "x.xml", Flags: `--best="true" --src="a\b"`, Tool: "v2"},
		{Out: "b/c.lvl", Source: "x.xml", Flags: `--best="false"`, Tool: "é\n<"},
		aLevel("a.lvl"),
	} {
		line := factOf(t, l)
		got, none, ok := p.fact(line)
		require.True(t, ok, string(line))
		require.Equal(t, l, got)
		require.Zero(t, none)

		seen := Seen{l.Out, Witness{1, 2}, Witness{15: 3}}
		line = lineOf(t, fact{Seen: &seen})
		nothing, found, ok := p.fact(line)
		require.True(t, ok, string(line))
		require.Equal(t, seen, found)
		require.Zero(t, nothing)
	}
}

func TestOtherFactsAreLeftToDecode(t *testing.T) {
	warned := aLevel("a.lvl")
	warned.Warnings = []diag.Diagnostic{{Message: "odd"}}
	more := aLevel("a.lvl")
	more.More = 1
	lines := []string{"", "{}", "[]", "7", `{"types":{}}`, `{"level":7}`, `{"seen":[]}`, `{"seen":{},"level":{}}`}
	for _, l := range []Level{warned, more, aLevel("../a.lvl"), aLevel("/a.lvl"), aLevel("")} {
		lines = append(lines, string(factOf(t, l)))
	}
	whole := string(factOf(t, aLevel("a.lvl")))
	lines = append(lines, strings.Replace(whole, ":7}", `:"7"}`, 1), strings.Replace(whole, ":7}", ":7.0}", 1))
	sum := aLevel("a.lvl").Sum.String()
	for _, other := range []string{"", sum[2:], sum[1:], sum + "0", sum + "00", "x" + sum[1:]} {
		lines = append(lines, strings.Replace(whole, sum, other, 1))
	}
	// As many members, but one of another name or another type.
	found := string(lineOf(t, fact{Seen: &Seen{"a", Witness{1}, Witness{2}}}))
	for _, line := range []string{whole, found} {
		_, members, _ := strings.Cut(line, ":{")
		for _, member := range strings.Split(strings.TrimRight(members, "}"), ",") {
			key, _, _ := strings.Cut(member, ":")
			for _, other := range []string{`"x":"y"`, key + ":null", key + ":[]", key + `:"\u0000"`} {
				if key != `"source"` && key != `"flags"` && key != `"tool"` || !strings.Contains(other, "u0000") {
					lines = append(lines, strings.Replace(line, member, other, 1))
				}
			}
		}
		lines = append(lines, strings.Replace(line, "}}", "}} {}", 1), strings.Replace(line, "}}", `},"x":1}`, 1))
	}
	for i := range whole {
		lines = append(lines, whole[:i])
	}
	for _, s := range []Seen{{Out: "a", Made: Witness{1}}, {Out: "../a", Source: Witness{1}, Made: Witness{1}}} {
		lines = append(lines, string(lineOf(t, fact{Seen: &s})))
	}
	for _, line := range lines {
		_, _, ok := new(plain).fact([]byte(line))
		require.False(t, ok, line)
	}
}

// What fastjson reads is what encoding/json reads, and has written.
func FuzzPlainFacts(f *testing.F) {
	f.Add("a.lvl", "a.xml", "", "v1", int64(7))
	f.Add("é/b", "\x00\xff<", `--types="x\y"`, "\u2028", int64(-1))
	f.Fuzz(func(t *testing.T, out, source, flags, tool string, size int64) {
		var p plain
		line := factOf(t, Level{Out: out, Source: source, Flags: flags, Tool: tool, Size: size})
		for range 2 {
			l, _, ok := p.fact(line)
			want, err := decode(line)
			require.Equal(t, err == nil, ok, string(line))
			if ok {
				require.Equal(t, *want.Level, l, string(line))
			}
		}
	})
}
