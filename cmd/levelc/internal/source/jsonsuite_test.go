package source

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
)

// ways are the two ways of the JSON reader, and something in between.
var ways = map[string]Options{
	"whole":   {},
	"descend": {window: -1},
	"small":   {window: 20},
}

// numberWays are ways, and those in which arrays of numbers are texts.
var numberWays = func() map[string]Options {
	all := maps.Clone(ways)
	for how, o := range ways {
		o.Numbers = 1
		all[how+" with numbers"] = o
	}
	return all
}()

func readJSON(b []byte, h Handler, o Options) error {
	var r Reader
	return r.JSON(bytes.NewReader(b), int64(len(b)), h, o)
}

func TestJSONTestSuiteIsAcceptedAndRefused(t *testing.T) {
	duplicates := map[string]bool{"y_object_duplicated_key.json": true, "y_object_duplicated_key_and_value.json": true}
	files, err := filepath.Glob(filepath.Join(corpus.Folder(t, "jsontestsuite"), "test_parsing", "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	count := map[string]int{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		name := filepath.Base(f)
		results := map[string]string{}
		for how, o := range ways {
			rec := &record{at: true}
			err := readJSON(b, rec, o)
			if err != nil {
				results[how] = err.Error()
				require.LessOrEqual(t, len(err.Error()), 400)
			} else {
				results[how] = rec.out.String()
			}
			switch {
			case strings.HasPrefix(name, "n_"), duplicates[name]:
				require.Error(t, err, "%s: %q", name, b)
			case strings.HasPrefix(name, "y_"):
				require.NoError(t, err, "%s: %q", name, b)
			}
		}
		require.Equal(t, results["whole"], results["descend"], name)
		require.Equal(t, results["whole"], results["small"], name)
		straight, byPipe := readBoth(b, JSON, 0)
		require.Equal(t, straight, byPipe, name)
		count[name[:1]]++
	}
	t.Logf("%d y_, %d n_, %d i_ files of JSONTestSuite", count["y"], count["n"], count["i"])
}

// test_transform holds what parsers disagree on: we keep every digit, tell
// names apart byte by byte, and refuse what has no one meaning.
func TestJSONTestSuiteTransformations(t *testing.T) {
	dir := filepath.Join(corpus.Folder(t, "jsontestsuite"), "test_transform")
	want := map[string]string{
		"number_-9223372036854775808.json":         "-9223372036854775808",
		"number_-9223372036854775809.json":         "-9223372036854775809",
		"number_1.0.json":                          "1.0",
		"number_1.000000000000000005.json":         "1.000000000000000005",
		"number_1000000000000000.json":             "1000000000000000",
		"number_10000000000000000999.json":         "10000000000000000999",
		"number_1e-999.json":                       "1E-999",
		"number_1e6.json":                          "1E6",
		"number_9223372036854775807.json":          "9223372036854775807",
		"number_9223372036854775808.json":          "9223372036854775808",
		"object_key_nfc_nfd.json":                  "\"é\" = \"NFC\"\n  \"e\u0301\" = \"NFD\"",
		"object_key_nfd_nfc.json":                  "\"e\u0301\" = \"NFD\"\n  \"é\" = \"NFC\"",
		"object_same_key_different_values.json":    "",
		"object_same_key_same_value.json":          "",
		"object_same_key_unclear_values.json":      "",
		"string_1_escaped_invalid_codepoint.json":  "",
		"string_1_invalid_codepoint.json":          "",
		"string_2_escaped_invalid_codepoints.json": "",
		"string_2_invalid_codepoints.json":         "",
		"string_3_escaped_invalid_codepoints.json": "",
		"string_3_invalid_codepoints.json":         "",
		"string_with_escaped_NULL.json":            `"A\x00B"`,
	}
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, len(want))
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		require.NoError(t, err)
		show, ok := want[f.Name()]
		require.True(t, ok, f.Name())
		for _, o := range ways {
			rec := &record{}
			err := readJSON(b, rec, o)
			if show == "" {
				require.Error(t, err, f.Name())
				continue
			}
			require.NoError(t, err, f.Name())
			require.Contains(t, rec.out.String(), show)
		}
	}
	t.Logf("%d files", len(files))
}
