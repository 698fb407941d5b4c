package source_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// An object that holds nodes under their keys may be all of a file. Each of many messages
// may have one place in it and one elsewhere, and it is read about once for all.
func TestAFileWithManyMistakesIsReadAFewTimes(t *testing.T) {
	id := format.Field{Name: "id", Type: format.TypeStr, Count: 1, Attr: format.Attr{Source: "id", Role: format.RoleIDKey}}
	plan, err := compile.NewPlan(&format.Schema{Tables: []format.Table{
		{Name: "room", Class: format.ClassNode, Stride: 12, Attr: format.TableAttr{Names: []string{"room"}}, Fields: []format.Field{id, {Name: "door", Type: format.TypeRef, Offset: 4, Count: 1, Target: "door", Attr: format.Attr{Source: "door"}}}},
		{Name: "door", Class: format.ClassNode, Stride: 4, Attr: format.TableAttr{Names: []string{"door"}}, Fields: []format.Field{id}},
	}})
	require.NoError(t, err)
	const rooms = 1000
	var b strings.Builder
	for i := range rooms {
		fmt.Fprintf(&b, `%c"r%d": {"door": "r%d"}%1500c`, "{,"[min(i, 1)], i, rooms-1-i, '\n')
	}
	path := filepath.Join(t.TempDir(), "a.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"room": `+b.String()+`}}`), 0o600))
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	read := source.CountPlaces(f)
	s, _, err := plan.Build(context.Background(), []*source.File{f}, new(format.Buffer), format.WriterOptions{}, compile.Options{})
	require.ErrorIs(t, err, compile.ErrLevel)
	found := s.Diagnostics.All()
	require.Len(t, found, rooms)
	for _, d := range found {
		require.Len(t, d.Related, 1)
	}
	const around = 300 << 10 // is read of two places
	require.Less(t, read(), rooms*around)
	require.Greater(t, f.Size(), int64(3*around))
}

// A place is the same whether it was expected or not.
func TestExpectedPlacesAreThoseThatAreNot(t *testing.T) {
	values := []string{"3", "-0.5e1", `"text"`, "true", "null", "[]", `[1, {"a": 2}]`, "{}", `{"id": "b", "a": [3]}`}
	rng := rand.New(rand.NewPCG(1, 2))
	blank := func() string { return strings.Repeat([]string{"", " ", "\n", "\r\n\t"}[rng.IntN(4)], rng.IntN(3)) }
	for range 300 {
		var b strings.Builder
		var all []source.Pos
		for i := range 1 + rng.IntN(4) { // objects
			b.WriteString([]string{"[", ","}[min(i, 1)] + blank())
			off := int64(b.Len())
			names := rng.Perm(6)[:1+rng.IntN(6)]
			for k := range names {
				name := string(rune('a' + names[k]))
				fmt.Fprintf(&b, "%c%s\"%s\"%s:%s%s%s", "{,"[min(k, 1)], blank(), name, blank(), blank(), values[rng.IntN(len(values))], blank())
				all = append(all, source.Pos{Off: off, Member: name, Name: rng.IntN(2) == 0})
			}
			all = append(all, source.Pos{Off: off}, source.Pos{Off: off, Member: "none"})
			b.WriteString("}")
		}
		b.WriteString("]")
		rng.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		path := filepath.Join(t.TempDir(), "a.json")
		require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
		expected, err := source.Open(path)
		require.NoError(t, err)
		for _, p := range all {
			if rng.IntN(4) > 0 {
				expected.Expect(p)
			}
		}
		for _, p := range all {
			fresh, err := source.Open(path)
			require.NoError(t, err)
			want, err := fresh.Position(p)
			require.NoError(t, err)
			require.NoError(t, fresh.Close())
			got, err := expected.Position(p)
			require.NoError(t, err)
			require.Equal(t, want, got, "%+v in %s", p, b.String())
		}
		require.NoError(t, expected.Close())
	}
}
