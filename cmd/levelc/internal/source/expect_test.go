package source_test

import (
	"context"
	"fmt"
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
