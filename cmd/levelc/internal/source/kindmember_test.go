package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// With another member than "type" objects are opened as they are with that, however
// they are read, and "type" is a member as any other.
func TestTheMemberThatNamesAKindMayHaveAnotherName(t *testing.T) {
	const text = `{"things":[{"x":[{"a":1}],"k nd":"body","type":"shape"},{"k nd":"nobody","y":2},` +
		`{"z":[1,2],"in":{"\u006b\u0020nd":"shape","v":3},"k\u0020nd":"body"},{"k nd":7,"w":{"type":"body"}}]}`
	usual := strings.NewReplacer(`\u006b\u0020nd`, "type", `k\u0020nd`, "type", "k nd", "type", `"type"`, `"other"`).Replace(text)
	told := func(text string, o Options) string {
		r := record{kinds: map[string]bool{"body": true, "shape": true}, stop: -1}
		require.NoError(t, new(Reader).JSON(strings.NewReader(text), int64(len(text)), &r, o))
		return r.out.String()
	}
	want := told(usual, Options{})
	require.Contains(t, want, `open "body"`)
	for _, window := range []int{0, -1, 20, 64} {
		got := told(text, Options{KindMember: "k nd", window: window})
		require.Equal(t, want, strings.NewReplacer(`"type"`, `"other"`, `"k nd"`, `"type"`).Replace(got))
	}
}

// unkinded is a listing that takes objects under their keys although it has kinds.
type unkinded struct{ listing }

func (u *unkinded) OpenTyped(_, key []byte, at int64) bool { return u.Open(key, at) }

func TestTypesAreToldAsIfTheyWereNoKinds(t *testing.T) {
	for _, text := range []string{
		`{"type":"body","k":{"a":1,"type":"no"},"body":{"b":[{"type":"k"},{"c":{},"type":"body"},{"d":2}]}}`,
		`{"a":1,"b":"x","type":"body","c":[{"x":[],"y":2,"type":"k","z":3},{"x":{},"t\u0079pe":"bod\u0079"}]}`,
		`[{"n":null,"type":"k"},{"type":{"type":"k"}},[{"type":"k"}],{"x":[1],"y":[{}],"type":"k","z":"type"}]`,
	} {
		for _, window := range []int{0, -1, 8, 16, 40} {
			var r Reader
			want := &listing{record{at: true}}
			require.NoError(t, r.JSON(strings.NewReader(text), int64(len(text)), want, Options{window: window}))
			got := &unkinded{listing{record{at: true, kinds: testKinds}}}
			require.NoError(t, r.JSON(strings.NewReader(text), int64(len(text)), got, Options{window: window, Types: true}))
			require.Equal(t, want.out.String(), got.out.String(), window)
		}
	}
}
