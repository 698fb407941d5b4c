package infer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// TestInferredTypesHaveTheInferredSchema writes the Go types of each schema,
// reads them back as levelc build -types does, and compares.
func TestInferredTypesHaveTheInferredSchema(t *testing.T) {
	dir := leveltest.Module(t, "../../../..")
	sets := map[string][]string{
		"both": append(glob(t, "../../../../testdata/levels/*.json"), glob(t, "../../../../testdata/levels/*.xml")...),
	}
	if levels, ok := corpus.Find(t, "levels"); ok && !testing.Short() {
		for _, path := range []string{"o3de-mps/Levels/GameplayTest/GameplayTest.prefab", "ldtk/tests/multiWorldsTest.ldtk"} {
			sets[strings.NewReplacer(".", "", "-", "").Replace(filepath.Base(path))] = []string{filepath.Join(levels, path)}
		}
	}
	links := filepath.Join(t.TempDir(), "links.xml")
	require.NoError(t, os.WriteFile(links, []byte(linked()), 0o666))
	sets["links"] = []string{links}
	names := filepath.Join(t.TempDir(), "names.json")
	require.NoError(t, os.WriteFile(names, []byte(hostileNames), 0o666))
	sets["names"] = []string{names}
	alone := filepath.Join(t.TempDir(), "alone.xml")
	require.NoError(t, os.WriteFile(alone, []byte(`<s><d x="1"><d/><p>1<k/></p><p k="1"/></d></s>`), 0o666))
	sets["alone"] = []string{alone}
	defaults := filepath.Join(t.TempDir(), "defaults.xml")
	require.NoError(t, os.WriteFile(defaults, []byte(`<s><k n="1"/><k n="2"/><k n="3"><opacity>0.5</opacity><opacity>0.25</opacity></k></s>`), 0o666))
	sets["defaults"] = []string{defaults}
	for name, paths := range sets {
		r, err := infer.Files(context.Background(), open(t, paths...), infer.Options{Source: source.Options{}})
		require.NoError(t, err, name)
		text, err := export.Go(r.Schema, export.GoOptions{Package: "level"})
		require.NoError(t, err, name)
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "types.go"), text, 0o666))
		w, err := schema.Load(context.Background(), "./"+name+".World", schema.Options{Dir: dir, Env: append(os.Environ(), leveltest.Offline()...)})
		require.NoError(t, err, name)
		require.Equal(t, leveltest.Undocumented(r.Schema), leveltest.Undocumented(w.Schema), name)
	}
	t.Logf("%d sets of levels", len(sets))
}

// hostileNames has keys that a tag can hold barely or not at all.
const hostileNames = `{"a ":1," a":2,"a":3,"\t":true,"a\u00a0":4,"\u2028":5,"$ b":6,"c|d ":7,"\"q\"":8,"\\":9,"` + "`" + `":10,"a=b":11,"json=.":12,
	"%s":13,"it's":14,"":15," ":16,".":17,"-":18,"é ":{"x ":1,"y":2},"lamp ":[{"id":"1","n ":1},{"id":"2","n ":2}],"doors ":[{"x":1},{"x":2}]}`

// linked is a level in which texts and lists refer to two of three kinds.
func linked() string {
	var b strings.Builder
	b.WriteString("<level>")
	for i := range 6 {
		fmt.Fprintf(&b, `<door id="d%d" w="%d"/><lamp id="l%d" h="%d"/><bell id="b%d" s="%d"/>`, i, i, i, i*2, i, i*3)
	}
	for i := range 8 {
		fmt.Fprintf(&b, `<wire n="%d">%c%d</wire>`, i, "dl"[i%2], i%6)
		fmt.Fprintf(&b, `<net size="%d" targets="d%d l%d%s"/>`, i, i%5, i%6, strings.Repeat(" l0", i%3))
	}
	return b.String() + "</level>"
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	out, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, out)
	return out
}
