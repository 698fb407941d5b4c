package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/dom"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/testdata/gen"
)

func TestXMLAndJSONOfALevelGiveTheSameBytes(t *testing.T) {
	for name, sources := range levels(t) {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, compiled(t, sources[0]), compiled(t, sources[1]))
		})
	}
}

func TestXMLAndJSONOfAGeneratedLevelGiveTheSameBytes(t *testing.T) {
	for seed := range uint64(3) {
		xml, stats := generated(t, gen.XML, 200<<10, seed)
		json, _ := generated(t, gen.JSON, 200<<10, seed)
		level := compiled(t, xml)
		require.Equal(t, level, compiled(t, json))
		r, err := format.NewReader(bytes.NewReader(level), format.Options{})
		require.NoError(t, err)
		require.Equal(t, stats.Nodes, int(r.Rows(format.TableNode)))
		require.Equal(t, stats.Vertices, int(r.Rows(r.Schema().Table("shape.vertex"))))
		require.Equal(t, stats.Stops, int(r.Rows(r.Schema().Table("camera.stop"))))
	}
}

// generated writes a generated level to a file.
func generated(t testing.TB, f gen.Format, size int64, seed uint64) (path string, stats gen.Stats) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "generated."+f.String())
	out, err := os.Create(path)
	require.NoError(t, err)
	defer out.Close()
	stats, err = gen.Write(out, gen.Options{Format: f, Bytes: size, Seed: seed})
	require.NoError(t, err)
	return path, stats
}

// The compiler and the way by a tree of the standard library share no code.
// Where they agree on every row, both are likely to be right.
func TestRowsAreWhatTheStandardLibraryReads(t *testing.T) {
	var paths []string
	for _, sources := range levels(t) {
		paths = append(paths, sources[0], sources[1])
	}
	xml, _ := generated(t, gen.XML, 100<<10, 5)
	json, _ := generated(t, gen.JSON, 100<<10, 5)
	for _, path := range append(paths, xml, json) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			syntax := map[string]dom.Syntax{".xml": dom.XML, ".json": dom.JSON}[filepath.Ext(path)]
			plan := gamePlan(t)
			way, err := dom.New(plan.Schema(), dom.Options{Syntax: syntax})
			require.NoError(t, err)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			tree, err := way.Load(text)
			require.NoError(t, err)
			requireSameRows(t, compiled(t, path), tree)
		})
	}
}

// requireSameRows compares the rows of a file with those of a tree. Strings are
// compared by their text and spans by their elements, since the two number them
// differently; everything else is compared byte for byte.
func requireSameRows(t *testing.T, level []byte, tree *dom.Level) {
	t.Helper()
	r, err := format.NewReader(bytes.NewReader(level), format.Options{})
	require.NoError(t, err)
	tables := make([][]byte, len(r.Schema().Tables))
	for {
		block, err := r.Next()
		if err != nil {
			break
		}
		tables[block.Table] = append(tables[block.Table], block.Data...)
	}
	require.Equal(t, tree.Nodes, int(r.Rows(format.TableNode)))
	texts := make([]string, r.Rows(format.TableStr))
	for i := range texts {
		at := tables[format.TableStr][8*i:]
		texts[i] = string(tables[format.TableBytes][le32(at):][:le32(at[4:])])
	}
	c := comparison{schema: r.Schema(), file: tables, fileText: texts, tree: tree.Tables, treeText: tree.Strings}
	for i := range r.Schema().Tables {
		table := &r.Schema().Tables[i]
		if table.Class != format.ClassNode {
			continue
		}
		require.Equal(t, len(tables[i]), len(tree.Tables[i]), table.Name)
		for row := 0; row < len(tables[i])/int(table.Stride); row++ {
			c.row(t, i, row, row)
		}
	}
}

func le32(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 | int(b[3])<<24 }

type comparison struct {
	schema             *format.Schema
	file, tree         [][]byte
	fileText, treeText []string
}

func (c *comparison) row(t *testing.T, table, inFile, inTree int) {
	tb := &c.schema.Tables[table]
	stride := int(tb.Stride)
	a, b := c.file[table][inFile*stride:][:stride], c.tree[table][inTree*stride:][:stride]
	for i := range tb.Fields {
		f := &tb.Fields[i]
		x, y := a[f.Offset:][:f.Size()], b[f.Offset:][:f.Size()]
		switch f.Type {
		case format.TypeStr:
			require.Equal(t, c.fileText[le32(x)], c.treeText[le32(y)], "%s[%d].%s", tb.Name, inFile, f.Name)
		case format.TypeSpan:
			require.Equal(t, le32(x[4:]), le32(y[4:]), "%s[%d].%s", tb.Name, inFile, f.Name)
			for j := range le32(x[4:]) {
				c.row(t, c.schema.Table(f.Target), le32(x)+j, le32(y)+j)
			}
		default:
			require.Equal(t, x, y, "%s[%d].%s", tb.Name, inFile, f.Name)
		}
	}
}
