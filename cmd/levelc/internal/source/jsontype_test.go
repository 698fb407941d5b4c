package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATypeIsFoundBehindStringsOfAnyLength(t *testing.T) {
	var r Reader
	for _, size := range []int{0, 5, 16<<10 - 60, 64 << 10} {
		for n := range 60 {
			for _, end := range []string{``, `\\`, `\"`, `\\\"`, `\\\\`, `\"\\`, `\"\"`} {
				text := `{"list":["a,b",1,"]"],"s":"` + strings.Repeat("x", size+n) + end + `","n":"\\\"type","type":"body"}`
				rec := &typing{listing{record{kinds: testKinds}}}
				require.NoError(t, r.JSON(strings.NewReader(text), int64(len(text)), rec, Options{window: -1}))
				require.True(t, strings.HasPrefix(rec.out.String(), `typed "body"`), "%d x %s", size+n, end)
			}
		}
	}
}

// What is written like a type but is no string is none, and hides nothing behind it.
func TestATypeThatIsNoStringIsPassed(t *testing.T) {
	for _, no := range []string{`5`, `null`, `{"x":"}"}`, `["type","body"]`, `"none"`} {
		for _, inner := range []string{`{"type":%,"x":"y"}`, `{"x":["]","type"],"type" : %}`, `{"type":%}`} {
			text := `{"list":[` + strings.Replace(inner, "%", no, 1) + `],"type":"body"}`
			rec := &typing{listing{record{kinds: testKinds}}}
			require.NoError(t, readJSON([]byte(text), rec, Options{window: -1}), text)
			require.True(t, strings.HasPrefix(rec.out.String(), `typed "body"`), text)
			require.Equal(t, 1, strings.Count(rec.out.String(), "typed"), text)
		}
	}
}

// A file without a type for its outermost object is looked through for one only once.
func TestALongLookForATypeIsRemembered(t *testing.T) {
	f, err := Spool(strings.NewReader(`{"list":[{}`+strings.Repeat(`,{"x":[{}]}`, 20_000)+`],"no":"body"}`), "level.json")
	require.NoError(t, err)
	defer f.Close()
	var r Reader
	first := func(o Options) string {
		rec := &typing{listing{record{kinds: testKinds}}}
		require.NoError(t, f.Read(&r, rec, o))
		line, _, _ := strings.Cut(rec.out.String(), "\n")
		return line
	}
	require.Equal(t, `open ""`, first(Options{}))
	require.Greater(t, f.far.looked, f.Size()*9/10)
	f.far.typ = f.Size() - int64(len(`"body"}`))
	require.Equal(t, `typed "body" under ""`, first(Options{}), "the answer is what was found before")
	require.Equal(t, `typed "body" under ""`, first(Options{KindMember: "no"}), "another question has another answer")
}

// An object whose type stands behind more scalars than are kept is read all the same: its
// type is looked for.
func TestATypeIsFoundBehindManyLongScalars(t *testing.T) {
	member := func(name string) string { return `"` + name + `":"` + strings.Repeat(name, 60) + `"` }
	for _, members := range [][]string{
		{member("a"), member("b"), member("c"), `"type":"body"`},
		{member("a"), `"n":1`, member("b"), `"o":[{"p":2}]`, `"type":"body"`, member("c")},
		{member("a"), member("b"), `"n":null`},
		{member("a"), `"type":"body"`, member("b")},
	} {
		text := "{" + strings.Join(members, ", ") + "}"
		for _, o := range []Options{{}, {Types: true}} {
			read := func(token int) string {
				o.window, o.Limits.Token = -1, token
				var r Reader
				rec := &typing{listing{record{kinds: testKinds}}}
				require.NoError(t, r.JSON(strings.NewReader(text), int64(len(text)), rec, o))
				return rec.out.String()
			}
			require.Equal(t, read(0), read(100), text)
		}
	}
}
