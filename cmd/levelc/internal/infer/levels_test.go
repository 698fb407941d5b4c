package infer_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// mixedLevels are sources that have names in common, and mean other things by
// them.
var mixedLevels = [][]string{
	{`{"type":"bs"}`, `<scene d="1"/>`},
	{`{}`, `<scene y="1"/>`},
	{`<a/>`, `<scene y="1"/>`},
	{`[{"id":[{"key":1},{"$d":1}]}]`, `<scene><id><parent><id d="false"/></parent></id></scene>`},
	{`{"text":{"x":{"x":{"$d":"w"}}}}`, `<scene><x><d/><d/></x></scene>`},
	{`[{}]`, `<scene><value><b>1</b></value></scene>`, `{"key":{"value":[{"name":1,"b":"a b"},{"b":{}}]}}`},
	{`<scene><e-f><value><e-f><text/></e-f></value>hello</e-f></scene>`, `{"id":{"e-f":[{"name":1},{"text":1}]}}`},
	{`{"e-f":{"bs":{}}}`, `[{"e-f":[]}]`},
}

func TestLevelsOfDifferentKindsBuildWithOneSchema(t *testing.T) {
	for _, texts := range mixedLevels {
		for _, one := range []bool{false, true} {
			var files []*source.File
			for _, s := range texts {
				f, err := source.Spool(strings.NewReader(s), "level")
				require.NoError(t, err)
				files = append(files, f)
			}
			r, err := infer.Files(context.Background(), files, infer.Options{OneLevel: one})
			require.NoError(t, err)
			policies := []compile.Policy{compile.UnknownKeep, compile.UnknownError}
			for _, n := range r.Notes {
				if n.Lost {
					policies[1] = compile.UnknownWarn
				}
			}
			for _, p := range policies {
				if one {
					said := build(t, r.Schema, p, files...)
					require.NotContains(t, said, "ERROR", "%s: %s\n%v", texts, said, r.Notes)
					continue
				}
				for _, f := range files {
					said := build(t, r.Schema, p, f)
					require.NotContains(t, said, "ERROR", "%s: %s\n%v", texts, said, r.Notes)
				}
			}
			for _, f := range files {
				f.Close()
			}
		}
	}
}
