package source

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ways are the two ways of the JSON reader, and something in between.
var ways = map[string]Options{
	"whole":   {},
	"descend": {window: -1},
	"small":   {window: 20},
}

func readJSON(b []byte, h Handler, o Options) error {
	var r Reader
	return r.JSON(bytes.NewReader(b), int64(len(b)), h, o)
}

func TestJSONTestSuiteIsAcceptedAndRefused(t *testing.T) {
	duplicates := map[string]bool{"y_object_duplicated_key.json": true, "y_object_duplicated_key_and_value.json": true}
	files, err := filepath.Glob(filepath.Join(corpus(t, "jsontestsuite"), "test_parsing", "*.json"))
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
		count[name[:1]]++
	}
	t.Logf("%d y_, %d n_, %d i_ files of JSONTestSuite", count["y"], count["n"], count["i"])
}
