package source

import (
	"archive/zip"
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
)

// confCase is a document of the W3C suite, as its index has it.
type confCase struct {
	typ, entities, version, rec, edition, id, path string

	data []byte
}

func confCases(t *testing.T) []confCase {
	dir := corpus.Folder(t, "xmlconf")
	zr, err := zip.OpenReader(filepath.Join(dir, "xmlts20130923.zip"))
	require.NoError(t, err)
	defer zr.Close()
	files := map[string]*zip.File{}
	for _, f := range zr.File {
		files[f.Name] = f
	}
	index, err := os.Open(filepath.Join(dir, "index.tsv"))
	require.NoError(t, err)
	defer index.Close()
	var out []confCase
	for sc := bufio.NewScanner(index); sc.Scan(); {
		f := strings.Split(sc.Text(), "\t")
		c := confCase{typ: f[0], entities: f[1], version: f[2], rec: f[3], edition: f[4], id: f[7], path: f[8]}
		zf := files[c.path]
		require.NotNil(t, zf, c.path)
		r, err := zf.Open()
		require.NoError(t, err)
		c.data, err = io.ReadAll(r)
		require.NoError(t, err)
		out = append(out, c)
	}
	return out
}

// doctypeOf returns what stands before the '>' or '[' of a document type
// declaration, in whatever encoding, and that character; or nothing.
func doctypeOf(b []byte) (string, byte) {
	b = bytes.ReplaceAll(b, []byte{0}, nil)
	_, rest, ok := bytes.Cut(b, []byte("<!DOCTYPE"))
	n := bytes.IndexAny(rest, ">[")
	if !ok || n < 0 {
		return "", 0
	}
	return string(rest[:n]), rest[n]
}

const doctypeScope = "a document type declaration"

// The reasons why documents of the suite are out of scope.
func outOfScope(c confCase) string {
	switch {
	case c.version != "1.0" || strings.HasPrefix(c.rec, "XML1.1") || strings.HasPrefix(c.rec, "NS1.1"):
		return "XML 1.1"
	case strings.HasPrefix(c.rec, "NS"):
		return "namespaces: colons are ordinary name characters here"
	case c.typ == "error":
		return "an error that a parser may ignore"
	case c.edition != "" && !strings.Contains(c.edition, "5"):
		return "an edition before the fifth"
	}
	if _, end := doctypeOf(c.data); end != 0 || bytes.Contains(c.data, []byte("<!DOCTYPE")) {
		return doctypeScope
	}
	return ""
}

func TestW3CDocumentsInScopeAreAcceptedAndRefused(t *testing.T) {
	var r Reader
	out := map[string]int{}
	refused, accepted := 0, 0
	for _, c := range confCases(t) {
		if why := outOfScope(c); why != "" {
			out[why]++
			continue
		}
		err := r.XML(bytes.NewReader(c.data), none{}, Options{})
		if c.typ == "not-wf" {
			require.Error(t, err, "%s %s: %.200q", c.id, c.path, c.data)
			refused++
		} else {
			require.NoError(t, err, "%s %s: %.200q", c.id, c.path, c.data)
			accepted++
		}
	}
	t.Logf("refused %d documents that are not well-formed, accepted %d that are; out of scope: %v", refused, accepted, out)
	require.Equal(t, 228, refused)
	require.Equal(t, 57, accepted)
}

// With a document type declaration, what has declarations in an internal subset is
// refused. What has none is read: of the well-formed ones all but those with entities
// that only the external subset declares, of the others all whose mistake is
// not in there.
func TestW3CDocumentsWithADoctype(t *testing.T) {
	var r Reader
	count := map[string]int{}
	for _, c := range confCases(t) {
		if outOfScope(c) != doctypeScope {
			continue
		}
		_, end := doctypeOf(c.data)
		err := r.XML(bytes.NewReader(c.data), none{}, Options{})
		switch {
		case c.id == "o-p16pass1": // where it stands in a processing instruction
			require.NoError(t, err)
		case end != '>' && err == nil:
			require.NotEqual(t, "not-wf", c.typ, "%s: %.200q", c.path, c.data)
			count["with a subset that declares nothing, accepted"]++
		case end != '>':
			require.Error(t, err, "%s: %.200q", c.path, c.data)
			count["with a subset, refused"]++
		case c.typ != "not-wf" && err == nil:
			count["well-formed, accepted"]++
		case c.typ != "not-wf":
			require.ErrorContains(t, err, "is not known", "%s: %.200q", c.path, c.data)
			count["well-formed, refused for an entity"]++
		case err != nil:
			count["not well-formed, refused"]++
		default:
			require.NotEqual(t, "none", c.entities, "%s: %.200q", c.path, c.data)
			count["not well-formed outside of the document, accepted"]++
		}
	}
	t.Log(count)
	require.NotZero(t, count["well-formed, accepted"])
}
