package source

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func jsonSeeds(t testing.TB) []string {
	seeds := []string{
		`{}`, `[]`, `{"a":1,"b":[1,"x",[]],"type":"body","c":{"d":true},"e":[{"f":null},{"type":"k"}]}`,
		`[1,{"type":"k"},[2,[3,{"a":4}]],null]`, `{"a":{"a":[{}],"type":"k"},"type":"body"}`, `{"":[[{"\ud83d\ude00":"\u0000"}]]}`,
	}
	const run = `1,-2.5, 3e4 ,0,5,60,700,8000,90000,-1,1.25e-3,12345678,123456789,10,11,12,13,14,15,16`
	require.Greater(t, strings.Count(run, ","), leastRun)
	for _, doc := range []string{`[|]`, `{"a":[|],"b":[ |,null]}`, `[[|],[|],[|,"x"]]`, `{"a":[|,{"b":[|]},|]}`, `[[|,{}],[|]]`, `[[[|],|],|]`, `{"a":|}`, `[|`, `[|,`, `[|,01]`, `[|,1 2]`, `[|,1.]`,
		`[|,1` + strings.Repeat("0", 60) + `,|]`, "[\n  |,\n\t\t\n|\r\n]", `[|,|,|,|,|,|]`, `[|}`, `[|x]`} {
		seeds = append(seeds, strings.ReplaceAll(doc, "|", run))
	}
	for _, c := range wrongJSON {
		seeds = append(seeds, strings.Replace(c.doc, "|", "", 1))
	}
	return seeds
}

// FuzzJSONWays: what a text is reported as, or refused for, does not depend on
// which objects are taken in one step.
func FuzzJSONWays(f *testing.F) {
	seeds := jsonSeeds(f)
	require.NotEmpty(f, seeds)
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	var readers [9]Reader
	options := []Options{
		{}, {window: 20}, {window: -1}, {Numbers: 1}, {window: 20, Numbers: 1}, {window: -1, Numbers: 1},
		{Numbers: 2, Rows: true}, {window: 20, Numbers: 1, Rows: true}, {window: -1, Numbers: 2, Rows: true},
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		var want string
		var wantErr error
		for i, o := range options {
			rec := &record{at: true, kinds: testKinds}
			err := readers[i].JSON(strings.NewReader(string(doc)), int64(len(doc)), rec, o)
			if i == 0 {
				want, wantErr = rec.out.String(), err
				continue
			}
			if wantErr != nil {
				require.EqualError(t, err, wantErr.Error())
				continue
			}
			require.NoError(t, err)
			require.Equal(t, want, rec.out.String())
		}
	})
}

// FuzzJSONByPipe: nor does it depend on which core takes them.
func FuzzJSONByPipe(f *testing.F) {
	seeds := jsonSeeds(f)
	require.NotEmpty(f, seeds)
	for i, s := range seeds {
		f.Add([]byte(s), i%20)
	}
	f.Fuzz(func(t *testing.T, doc []byte, stop int) {
		straight, byPipe := readBoth(doc, JSON, stop)
		require.Equal(t, straight, byPipe)
	})
}

// FuzzJSONAgainstTheStandardLibrary: we accept what encoding/json accepts, but
// for repeated names, text that is not UTF-8, halves of surrogate pairs, and
// deep nesting; and we report it as the oracle says.
func FuzzJSONAgainstTheStandardLibrary(f *testing.F) {
	seeds := jsonSeeds(f)
	require.NotEmpty(f, seeds)
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	limits := Limits{}.withDefaults()
	f.Add(bytes.Repeat([]byte{'9'}, limits.Number+1))
	f.Add([]byte(`{"` + strings.Repeat("n", limits.Name+1) + `":1}`))
	f.Add([]byte(strings.Repeat("[", limits.Depth+1) + strings.Repeat("]", limits.Depth+1)))
	var r Reader
	f.Fuzz(func(t *testing.T, doc []byte) {
		rec := &record{kinds: testKinds}
		err := r.JSON(strings.NewReader(string(doc)), int64(len(doc)), rec, Options{})
		if !json.Valid(doc) {
			// The mark is the one thing that we let pass.
			if bom := strings.TrimPrefix(string(doc), "\uFEFF"); bom == string(doc) || !json.Valid([]byte(bom)) {
				require.Error(t, err)
			}
			return
		}
		if err != nil {
			require.True(t, !utf8.Valid(doc) || refusedByDecision(err), "refused with %v", err)
			return
		}
		want, err := expected(string(doc), testKinds)
		require.NoError(t, err)
		require.Equal(t, want, rec.out.String())
	})
}

func refusedByDecision(err error) bool {
	for _, s := range []string{"is written twice", "surrogate pair", "more than"} {
		if strings.Contains(err.Error(), s) {
			return true
		}
	}
	return false
}

// Texts that are nearly right, and larger than the windows.
func TestMutatedJSONIsReadAlikeEveryWay(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 200
	}
	r := rand.New(rand.NewPCG(3, 4))
	valid := []byte(`[[1,2,3,40,50,60,700,8.5, 9e1, 10 ,11,-12,13,14,15,16,17,18,19,20],{"name":"a\u00e9b","type":"body","pos":[1,-2.5e3,[7,8]],"in":[{"x":1.5,"y":-2},{"x":0,"type":"k"}], "on":true},` +
		"\n{\"material\":{\"sound\":\"é\",\"density\":null},\"list\":[1,{\"a\":[]},2],\"type\":\"body\"}]")
	pieces := []string{`"`, `{`, `}`, `[`, `]`, `,`, `:`, `\`, `0`, `-`, `.`, "\n", "\x00", "\xff", `null`, `{}`, `"a":1,`, ` `, `é`, `e`, `1,2,3,4,5,6,7,8,9,`}
	var readers [5]Reader
	accepted := 0
	for range n {
		doc := append([]byte(nil), valid...)
		for range r.IntN(3) {
			i := r.IntN(len(doc))
			switch r.IntN(3) {
			case 0:
				doc = append(doc[:i], doc[i+1:]...)
			case 1:
				doc = append(doc[:i], append([]byte(pieces[r.IntN(len(pieces))]), doc[i:]...)...)
			case 2:
				doc = append(doc[:i], doc[min(len(doc), i+r.IntN(40)):]...)
			}
			if len(doc) == 0 {
				break
			}
		}
		var want string
		var wantErr error
		for i, o := range []Options{{}, {window: -1}, {window: 10}, {window: 40}, {window: 130}} {
			rec := &record{at: true, kinds: testKinds}
			err := readers[i].JSON(bytes.NewReader(doc), int64(len(doc)), rec, o)
			switch {
			case i == 0:
				want, wantErr = rec.out.String(), err
			case wantErr != nil:
				require.EqualError(t, err, wantErr.Error(), "%s", doc)
			default:
				require.NoError(t, err, "%s", doc)
				require.Equal(t, want, rec.out.String(), "%s", doc)
			}
		}
		if wantErr == nil {
			accepted++
			by, err := expected(string(doc), testKinds)
			require.NoError(t, err, "%s", doc)
			plain := &record{kinds: testKinds}
			require.NoError(t, readJSON(doc, plain, Options{}))
			require.Equal(t, by, plain.out.String(), "%s", doc)
		} else if json.Valid(doc) {
			require.True(t, refusedByDecision(wantErr) || !utf8.Valid(doc), "%s: %v", doc, wantErr)
		}
	}
	require.Greater(t, accepted, n/10)
	require.Less(t, accepted, n)
}
