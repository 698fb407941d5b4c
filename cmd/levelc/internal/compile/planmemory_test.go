package compile

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A schema file of moderate size says no more than its text: the names of what is around do
// not count again for all that is in it.
func TestAPlanTakesMemoryByItsSchema(t *testing.T) {
	in := func(path string) func(*format.Field) { return func(f *format.Field) { f.Attr.Source = path } }
	deep := func(fields, length int) format.Table {
		var fs []format.Field
		for i := range fields {
			outer := strings.Repeat(fmt.Sprintf("%0*d/", length, i), source.MaxDepth-1)
			fs = append(fs, with(fld(fmt.Sprint("x", i), format.TypeU8), in(outer+"x")))
		}
		return makeTable("b", format.ClassNode, fs...)
	}
	parts := func(n int, path string) format.Table {
		f := with(fld("x", format.TypeU8), in(path))
		f.Count = uint32(n)
		for i := range n {
			f.Attr.Components = append(f.Attr.Components, fmt.Sprint("a", i))
		}
		return makeTable("b", format.ClassNode, f)
	}
	called := func(name string, t format.Table) format.Table {
		t.Attr.Names = []string{name}
		return t
	}
	for name, table := range map[string]format.Table{
		"names of structs": deep(2, 2000),
		"name of the kind": called(strings.Repeat("k", 300_000), deep(5, 2)),
		"components":       parts(5000, strings.Repeat("p", 100_000)),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := NewPlan(&format.Schema{Tables: []format.Table{table}})
			runtime.ReadMemStats(&after)
			require.NoError(t, err)
			require.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, uint64(16), "MiB")
		})
	}
}
