package infer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

func TestTheBeginningTellsTheKinds(t *testing.T) {
	const begin = `{"type":"world","children":[{"type":"b","y":{"type":"soft"}}`
	most := strings.Repeat(`,{"type":"a","x":1},{"type":"b","y":{"type":"soft"}}`, 4000)
	for _, c := range []struct {
		text  string
		kinds string // what is gathered for at once; empty is none
	}{
		{begin + most + `]}`, "world a b"},
		{strings.Replace(begin, `"type":"world",`, "", 1) + most + `],"type":"world"}`, "a b world"},
		{begin + `,{"type":"c","children":[{"type":"d"}` + most + `]}]}`, "world a b c d"},
		{begin + most + `,{"type":"late"}]}`, ""},
		{`{"children":[{"x":{"type":"soft"}}` + strings.Repeat(`,{"x":{"type":"soft"}}`, 4000) + `]}`, ""},
		{begin + `,{"type":"a"}]}`, ""}, // that little is read twice
	} {
		f, err := source.Spool(strings.NewReader(c.text), "level.json")
		require.NoError(t, err)
		defer f.Close()
		r := rounds{files: []*source.File{f}}
		g, next, err := r.first(t.Context())
		require.NoError(t, err)
		var kinds map[string]bool
		if c.kinds != "" {
			kinds = map[string]bool{}
			for name := range strings.FieldsSeq(c.kinds) {
				kinds[name] = true
			}
			require.ElementsMatch(t, strings.Fields(c.kinds), g.typeKinds())
		}
		if next == nil {
			require.Nil(t, kinds)
			continue
		}
		require.Equal(t, kinds, next.kinds)
	}
}
