package tiled_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// others are the values that each member of TMJ is set to.
var others = list{7.5, "zz", true, list{1}, list{"a"}, list{obj{"q": 1}}, obj{}, obj{"q": 1}}

// free are members, as the end of a path, that may have a value of any sort, as far as TMJ
// knows.
var free = regexp.MustCompile(`/value(\[\])?(/\w+)*$` + // of a property, and what is in a class or a list
	`|/(tile)?propert(ies|ytypes)(/\w+)*$`) // as before Tiled 1.2

// sortOfValue is the sort of a value of JSON.
func sortOfValue(v any) string {
	switch v := v.(type) {
	case obj:
		return "object"
	case list:
		if len(v) > 0 {
			return "list of " + sortOfValue(v[0])
		}
		return "list"
	}
	return fmt.Sprintf("%T", v)
}

// members breaks each member of an object, with all that is in it.
func (b *breaker) members(v any, path string, root any) {
	switch v := v.(type) {
	case list:
		for i := range v {
			b.members(v[i], path+"[]", root)
		}
	case obj:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			at, old := path+"/"+key, v[key]
			for i, other := range others {
				may := sortOfValue(old) == sortOfValue(other) || sortOfValue(old) == "list" || free.MatchString(at)
				may = may || key == "tiles" && sortOfValue(other) == "object" // as before Tiled 1.2
				v[key] = other
				b.try(fmt.Sprintf("%s %d", tail(at), i), string(asJSON(b.t, root)), may, false)
			}
			v[key] = old
			b.members(old, at, root)
		}
	}
}

// tail is the end of a path: what is true of an object is true wherever it stands.
func tail(path string) string {
	const most = 2
	for i, n := len(path)-1, 0; i >= 0; i-- {
		if path[i] == '/' {
			if n++; n == most {
				return path[i:]
			}
		}
	}
	return path
}

func asJSON(t *testing.T, v any) []byte {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}

// A value of another sort is not left out without a word, wherever it stands.
func TestMembersOfAnotherSort(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{examples, filepath.Join("testdata", "seeds")} {
		files, err := filepath.Glob(filepath.Join(folder, "*.*"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o666))
		}
	}
	seen, tried := map[string]bool{}, 0
	for _, file := range [][2]string{{"town.tmj", ""}, {"ground.tsj", "town.tmj"}, {"door.tj", "town.tmj"}, {"infinite.json", ""}, {"old.json", ""}, {"small.world", ""}} {
		b := &breaker{t: t, path: filepath.Join(dir, file[0]), main: filepath.Join(dir, file[0]), seen: seen}
		if file[1] != "" {
			b.main = filepath.Join(dir, file[1])
		}
		text, err := os.ReadFile(b.path)
		require.NoError(t, err)
		var root any
		require.NoError(t, json.Unmarshal(text, &root))
		b.whole = build(t, b.main, editor.Options{})
		require.Empty(t, b.whole.messages)
		b.members(root, "", root)
		require.NoError(t, os.WriteFile(b.path, text, 0o666))
		require.Empty(t, b.silent)
		tried += b.tried
	}
	require.Greater(t, tried, 50)
}
