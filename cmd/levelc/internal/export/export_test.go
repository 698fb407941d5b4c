package export_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/testdata/game"
)

// gameSchema is the schema of the game in testdata, which uses all that a
// schema can say but maps.
func gameSchema(t *testing.T) *format.Schema {
	t.Helper()
	w, err := layout.Of(layout.FromReflect(reflect.TypeFor[game.World]()))
	require.NoError(t, err)
	return w.Schema
}

// jsonValidator compiles a JSON Schema with a validator by others.
func jsonValidator(t *testing.T, s *format.Schema) *jsonschema.Schema {
	t.Helper()
	text, err := export.JSONSchema(s, "levels of a game")
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("game.schema.json", doc))
	v, err := c.Compile("game.schema.json")
	require.NoError(t, err)
	return v
}

func validate(t *testing.T, v *jsonschema.Schema, text []byte) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return v.Validate(doc)
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return b
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "testdata", pattern))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	return paths
}

func TestJSONSchemaTakesTheLevelsThatBuild(t *testing.T) {
	v := jsonValidator(t, gameSchema(t))
	for _, path := range glob(t, "levels/*.json") {
		require.NoError(t, validate(t, v, read(t, path)), path)
	}
}

// xmllint checks a document with an XML Schema validator by others.
func xmllint(t *testing.T, schema []byte, path string) error {
	t.Helper()
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Skip("xmllint is not there (Debian has it in libxml2-utils)")
	}
	xsd := filepath.Join(t.TempDir(), "schema.xsd")
	require.NoError(t, os.WriteFile(xsd, schema, 0o666))
	out, err := exec.Command("xmllint", "--noout", "--schema", xsd, path).CombinedOutput()
	if err != nil {
		return &exec.Error{Name: strings.TrimSpace(string(out)), Err: err}
	}
	return nil
}

func TestXMLSchemaTakesTheLevelsThatBuild(t *testing.T) {
	text, err := export.XSD(gameSchema(t), "levels of a game")
	require.NoError(t, err)
	os.WriteFile("/tmp/game.xsd", text, 0o666)
	for _, path := range glob(t, "levels/*.xml") {
		require.NoError(t, xmllint(t, text, path), path)
	}
}
func TestBadJSON(t *testing.T) {
	v := jsonValidator(t, gameSchema(t))
	for _, path := range glob(t, "bad/*.json") {
		if validate(t, v, read(t, path)) == nil {
			t.Log("ACCEPTED", path)
		}
	}
}
