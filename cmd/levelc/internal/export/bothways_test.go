package export_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/format"
)

// requireBoth holds levels against a schema for editors and a build, which with names
// that the schema does not have does as o says: both take a level, or neither does.
func requireBoth(t *testing.T, s *format.Schema, o export.EditorOptions, levels map[string]bool) {
	t.Helper()
	var validJSON, validXML func(string) error
	policy := compile.UnknownError
	if o.Unknown {
		policy = compile.UnknownKeep
	}
	for text, ok := range levels {
		err := build(t, s, text, compile.Options{Unknown: policy})
		require.Equal(t, ok, err == nil, "a build of %s: %v", text, err)
		if strings.HasPrefix(text, "<") {
			if validXML == nil {
				validXML = xmlValidator(t, s, o)
			}
			err = validXML(document(t, text))
		} else {
			if validJSON == nil {
				validJSON = jsonValidator(t, s, o)
			}
			err = validJSON(text)
		}
		require.Equal(t, ok, err == nil, "the schema of %s: %v", text, err)
	}
}
