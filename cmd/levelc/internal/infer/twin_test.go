package infer_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// requireSameGuessed checks that what is inferred does not depend on where the kinds are
// guessed, or whether they are.
func requireSameGuessed(t *testing.T, o infer.Options, what string, files ...*source.File) {
	t.Helper()
	want, wrong := infer.Files(context.Background(), files, infer.WithLook(o, -1))
	for _, look := range []int64{0, 1, 40, 300} {
		o := infer.WithLook(o, look)
		o.Source.Ahead = look % 2
		got, err := infer.Files(context.Background(), files, o)
		require.Equal(t, fmt.Sprint(wrong), fmt.Sprint(err), "%d: %s", look, what)
		require.Equal(t, want, got, "%d: %s", look, what)
	}
}

func TestAGuessOfKindsDoesNotChangeTheSchema(t *testing.T) {
	for _, text := range append(fuzzSeeds, guessable...) {
		requireSameGuessed(t, infer.Options{}, text, spool(t, text)...)
		requireSameGuessed(t, infer.Options{OneLevel: true}, text, spool(t, text, fuzzSeeds[5], text)...)
		requireSameGuessed(t, infer.Options{}, text, spool(t, fuzzSeeds[5], text, `{"children":[{"type":"new"}`)...)
	}
	for seed := range uint64(150) {
		var texts []string
		for range 1 + seed%3 {
			r := rand.New(rand.NewPCG(seed, uint64(len(texts))))
			w := writer{r: r, left: 3 + r.IntN(200)}
			w.document()
			texts = append(texts, w.String())
		}
		requireSameGuessed(t, infer.Options{OneLevel: seed%2 == 0}, strings.Join(texts, "\n"), spool(t, texts...)...)
	}
}

// guessable are levels whose kinds are seen in different places, or are none.
var guessable = []string{
	`{"type":"scene","children":[{"type":"a","x":1},{"type":"a","x":2},{"y":[{"type":"b"}],"type":"c"},{"type":"late","children":[{"type":"later"}]}]}`,
	`{"children":[{"type":"a","shape":{"type":"box","w":1}},{"type":"a","shape":{"type":"ball","r":1}},{"type":"b","left":{"type":"a"},"right":{"type":"a"}}]}`,
	`{"things":[{"type":"a","x":1,"id":"p"},{"type":"b","y":1,"to":"p"},{"type":"c","z":{"type":"a"}}],"a":[{"x":1}],"type":"things"}`,
	`{"children":[{"x":[{"type":"a"}],"type":"a"},{"type":"a","x":[{"x":1}]},{"type":1},{"type":"a b"}]}`,
	`{"children":[{"type":"a","n":1},{"type":"b","n":1}],"rooms":{"r1":{"type":"room","to":"r2","children":[{"type":"a"}]},"r2":{"to":"r1","type":"room","children":[{"type":"b"}]}}}`,
	`[{"type":"a","children":[{"type":"a","children":[{"type":"b","v":[1,2]}]}]},{"children":[],"type":"b"}]`,
	`{"children":[` + strings.Repeat(`{"type":"a","x":1},{"type":"b","y":[1,2,3]},`, 2000) + `{"type":"c"}],"type":"world"}`,
	`{"children":[` + strings.Repeat(`{"type":"a","x":1},{"type":"b","y":[1,2,3]},`, 2000) + `{"type":"a"}],"type":"world"`,
	`{"children":[` + strings.Repeat(`{"a":1,"children":[{"type":"n","x":`, 30) + "1" + strings.Repeat(`}],"type":"m"}`, 30) + `]}`,
}

func TestAGuessOfKindsDoesNotChangeTheSchemaOfRealLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads all levels six times")
	}
	dir := corpus.Folder(t, "levels")
	o := infer.Options{Source: source.Options{LenientXML: true}}
	for _, path := range levels(t, dir) {
		if filepath.Ext(path) == ".json" {
			requireSameGuessed(t, o, path, open(t, path)...)
		}
	}
}

func TestAGuessOfKindsDoesNotChangeTheSchemaOfTheExamples(t *testing.T) {
	n := 0
	require.NoError(t, filepath.WalkDir("../../../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".json" {
			requireSameGuessed(t, infer.Options{}, path, open(t, path)...)
			n++
		}
		return err
	}))
	require.Greater(t, n, 5)
}
