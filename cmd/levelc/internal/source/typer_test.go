package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// typing is a listing that wants to know of types.
type typing struct{ listing }

func (t *typing) OpenTyped(name, key []byte, at int64) bool {
	ok := t.call("typed %q under %q%s", name, key, t.off(at))
	t.depth++
	return ok
}

func TestObjectsUnderTheirTypesAreToldApart(t *testing.T) {
	const text = `{"type":"body","k":{"a":1,"type":"no"},"body":{"b":[{"type":"k"},{"c":{},"type":"body"},{"d":2}]}}`
	const want = `typed "body" under ""@0
  open "k"@19
    "a" = 1@19
    "type" = "no"@19
  close@37
  open "body"@46
    list "b"@46
      typed "k" under "b"@52
      close@63
      typed "body" under "b"@65
        open "c"@70
        close@71
      close@86
      open "b"@88
        "d" = 2@88
      close@94
    end
  close@96
close@97
`
	for _, window := range []int{0, -1, 8, 16, 40} {
		var r Reader
		l := &typing{listing{record{at: true, kinds: testKinds}}}
		require.NoError(t, r.JSON(strings.NewReader(text), int64(len(text)), l, Options{window: window}))
		require.Equal(t, want, l.out.String(), window)
		for stop := 1; stop < strings.Count(want, "\n"); stop++ {
			l := &typing{listing{record{kinds: testKinds, stop: stop}}}
			require.ErrorIs(t, r.JSON(strings.NewReader(text), int64(len(text)), l, Options{window: window}), ErrStopped)
		}
		rec := &record{at: true, kinds: testKinds}
		require.NoError(t, r.JSON(strings.NewReader(text), int64(len(text)), rec, Options{window: window}))
		require.NotContains(t, rec.out.String(), "typed")
	}
}
