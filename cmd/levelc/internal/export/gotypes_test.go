package export_test

import (
	"bytes"
	"context"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
	levelformat "github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// TestGoTypesHaveTheSchemaThatTheyWereWrittenFrom reads the types back as
// levelc build -types does, and has their sizes checked for machines that align 64-bit
// numbers to 8 bytes and to 4.
func TestGoTypesHaveTheSchemaThatTheyWereWrittenFrom(t *testing.T) {
	dir := leveltest.Module(t, "../../../..")
	for name, s := range map[string]*levelformat.Schema{"game": gameSchema(t), "odd": oddSchema(t), "quoted": quotedSchema(t), "listed": listedSchema(t)} {
		text, err := export.Go(s, export.GoOptions{Package: name})
		require.NoError(t, err)
		tidy, err := format.Source(text)
		require.NoError(t, err)
		require.Equal(t, string(tidy), string(text), "as gofmt has it")
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "types.go"), text, 0o666))
		w, err := schema.Load(context.Background(), "./"+name+".World", schema.Options{Dir: dir, Env: append(os.Environ(), leveltest.Offline()...)})
		require.NoError(t, err)
		require.Equal(t, leveltest.Undocumented(s), leveltest.Undocumented(w.Schema))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "sizes.go"), sizes(t, name, s, text), 0o666))
	}
	if testing.Short() {
		return // sizes are checked by the longer run
	}
	for _, arch := range []string{"amd64", "386"} {
		// Types are checked from the sources, as a compiler would. Go's own tools compile and vet
		// all that is imported for it, which takes many times as long.
		found, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
				packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesSizes,
			Dir: dir,
			Env: append(append(os.Environ(), leveltest.Offline()...), "GOOS=linux", "CGO_ENABLED=0", "GOARCH="+arch),
		}, "./game", "./odd", "./quoted", "./listed")
		require.NoError(t, err)
		require.Len(t, found, 4)
		packages.Visit(found, nil, func(p *packages.Package) {
			require.Empty(t, p.Errors, "%s: %s", arch, p.PkgPath)
		})
		for _, p := range found {
			require.Len(t, p.Syntax, 2, "types and sizes")
		}
	}
}

// quotedSchema has values that a tag cannot have as they are.
func quotedSchema(t testing.TB) *levelformat.Schema {
	type sign struct {
		Name store.Str
		Text store.Str
		Kind uint8 `level:"kind,enum=a|b"`
	}
	type world struct {
		Signs   standin.Bulk[sign] `level:"sign"`
		Strings store.Strings
	}
	s := leveltest.SchemaOf[world](t)
	signs := &s.Tables[len(s.Tables)-1]
	signs.Attr.JSON = "a, b"
	name, text, kind := &signs.Fields[0], &signs.Fields[1], &signs.Fields[2]
	name.Attr.HasDefault, name.Attr.Default = true, "don't know"
	text.Attr.HasDefault, text.Attr.Default, text.Attr.JSON = true, "it's 'quoted', or so", "the text "
	kind.Symbols, kind.Attr.Aliases = []string{"'tis", "yes, no"}, []string{"no, yes"}
	return s
}

// listedSchema has symbols and handles in lists of all sorts.
func listedSchema(t testing.TB) *levelformat.Schema {
	type mood uint8
	type item struct {
		Moods store.Span[mood]               `level:"moods,enum=calm|so so"`
		Masks store.Span[[3]uint16]          `level:"masks,flags=a|b"`
		Yes   store.Span[bool]               `level:"yes,enum=no|yes"`
		Pairs store.Span[[2]store.AnyHandle] `level:"pairs,ref=other,none=-"`
		Edges struct{ Left, Right mood }     `level:"edges,enum=thin|thick"`
		Grid  [1][3]mood                     `level:"grid,enum=thin|thick"`
		Row   [3]mood                        `level:"row,enum=thin|thick"`
		Flags [4]bool                        `level:"flags,enum=no|yes"`
	}
	type world struct {
		Items  standin.Bulk[item] `level:"item"`
		Others standin.Bulk[item] `level:"other"`
		Moods  standin.Array[mood]
		Masks  standin.Array[[3]uint16]
		Yes    standin.Array[bool]
		Pairs  standin.Array[[2]store.AnyHandle]
	}
	return leveltest.SchemaOf[world](t)
}

// sizes is a Go file that compiles only if each record has its stride.
func sizes(t *testing.T, pkg string, s *levelformat.Schema, types []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport \"unsafe\"\n\n", pkg)
	for _, tab := range s.Tables {
		for line := range strings.SplitSeq(string(types), "\n") {
			if what, ok := strings.CutSuffix(line, " is a node of kind "+tab.Name+"."); ok {
				name := strings.TrimPrefix(what, "// ")
				fmt.Fprintf(&b, "var _ = [1]int{}[unsafe.Sizeof(%s{})-%d]\n", name, tab.Stride)
			}
		}
	}
	require.Contains(t, b.String(), "Sizeof")
	return b.Bytes()
}

func TestGoNamesAreExportedAndDifferent(t *testing.T) {
	names := []string{"anchor-a", "anchorA", "id", "3d", "日本", "$type", "a.b", "a b", "AB", "url", "x", "_", "-", "bodyId", "a9", "A9"}
	s := &levelformat.Schema{Tables: []levelformat.Table{{Name: "world", Class: levelformat.ClassNode, Stride: uint32(len(names)), Attr: levelformat.TableAttr{Names: []string{"world"}}}}}
	for i, n := range names {
		s.Tables[0].Fields = append(s.Tables[0].Fields, levelformat.Field{Name: n, Type: levelformat.TypeU8, Offset: uint32(i), Count: 1, Attr: levelformat.Attr{Source: n}})
	}
	text, err := export.Go(s, export.GoOptions{})
	require.NoError(t, err)
	var got []string
	for line := range strings.SplitSeq(string(text), "\n") {
		if f := strings.Fields(line); len(f) > 1 && f[1] == "uint8" {
			got = append(got, f[0])
		}
	}
	require.Equal(t, []string{"AnchorA", "AnchorA2", "ID", "N3d", "X日本", "Type", "AB", "AB2", "AB3", "URL", "X", "X2", "X3", "BodyID", "A9", "A9_2"}, got)
	require.Contains(t, string(text), "type WorldNode struct", "the world has the name")
	require.Contains(t, string(text), "WorldNodes store.Bulk[WorldNode] `level:\"world\"`")
	_, err = export.Go(s, export.GoOptions{Package: "func"})
	require.ErrorIs(t, err, export.ErrName)
	_, err = export.Go(s, export.GoOptions{World: "world"})
	require.ErrorIs(t, err, export.ErrName)
}

func TestStoresAreCalledInThePlural(t *testing.T) {
	s := &levelformat.Schema{}
	for _, n := range []string{"body", "box", "boss", "tile", "layers", "status", "vertex", "y", "materials", "material", "tiles"} {
		s.Tables = append(s.Tables, levelformat.Table{Name: n, Class: levelformat.ClassNode, Stride: 1, Attr: levelformat.TableAttr{Names: []string{n}},
			Fields: []levelformat.Field{{Name: "n", Type: levelformat.TypeU8, Count: 1, Attr: levelformat.Attr{Source: "n"}}}})
	}
	text, err := export.Go(s, export.GoOptions{})
	require.NoError(t, err)
	var got []string
	for line := range strings.SplitSeq(string(text), "\n") {
		if f := strings.Fields(line); len(f) > 1 && strings.HasPrefix(f[1], "store.Bulk[") {
			got = append(got, f[0])
		}
	}
	require.Equal(t, []string{"Bodies", "Boxes", "Bosses", "Tiles", "Layers", "Statuses", "Vertices", "Ys", "Materials", "MaterialStore", "TilesStore"}, got)
}

func TestTheSameSchemaGivesTheSameBytes(t *testing.T) {
	for _, s := range []*levelformat.Schema{gameSchema(t), oddSchema(t)} {
		for name, write := range map[string]func() ([]byte, error){
			"go":         func() ([]byte, error) { return export.Go(s, export.GoOptions{}) },
			"jsonschema": func() ([]byte, error) { return export.JSONSchema(s, export.EditorOptions{Title: "t"}) },
			"xsd":        func() ([]byte, error) { return export.XSD(s, export.EditorOptions{Title: "t"}) },
			"tiled":      func() ([]byte, error) { return export.Tiled(s) },
			"ldtk":       func() ([]byte, error) { return export.LDtk(s) },
		} {
			want, err := write()
			require.NoError(t, err)
			require.Equal(t, byte('\n'), want[len(want)-1], name)
			for range 5 {
				got, err := write()
				require.NoError(t, err)
				require.Equal(t, string(want), string(got), name)
			}
		}
	}
}

func TestAnElementWithNothingButATextInsideIsAStruct(t *testing.T) {
	s := &levelformat.Schema{Tables: []levelformat.Table{
		{Name: "n", Class: levelformat.ClassNode, Stride: 8, Attr: levelformat.TableAttr{Names: []string{"n"}}, Fields: []levelformat.Field{
			{Name: "c", Type: levelformat.TypeSpan, Count: 1, Target: "n.c", Attr: levelformat.Attr{Source: "c"}}}},
		{Name: "n.c", Class: levelformat.ClassArray, Stride: 1, Fields: []levelformat.Field{
			{Name: "value.text", Type: levelformat.TypeU8, Count: 1, Attr: levelformat.Attr{Role: levelformat.RoleText, Source: "value/text"}}}},
	}}
	for _, source := range []string{"value/text", ""} {
		s.Tables[1].Fields[0].Attr.Source = source
		text, err := export.Go(s, export.GoOptions{})
		require.NoError(t, err)
		require.NotContains(t, string(text), "Span[uint8]")
		require.Regexp(t, `Text\s+uint8`, string(text))
	}
}

// A level tag would take one such name for two.
func TestNamesWithABarAreRefused(t *testing.T) {
	thing := func(name string, aliases, symbols []string) *levelformat.Schema {
		return &levelformat.Schema{Tables: []levelformat.Table{{
			Name: "thing", Class: levelformat.ClassNode, Stride: 1, Attr: levelformat.TableAttr{Names: []string{"thing"}, Aliases: aliases},
			Fields: []levelformat.Field{{Name: name, Type: levelformat.TypeEnum8, Count: 1, Symbols: symbols}},
		}}}
	}
	for want, s := range map[string]*levelformat.Schema{
		`thing.kind: a level tag has no way to write the name "a|b", because | stands between names; rename it`: thing("kind", nil, []string{"c", "a|b"}),
		`thing: a level tag has no way to write the name "|", because | stands between names; rename it`:        thing("kind", []string{"|"}, []string{"c"}),
		`thing.x|y: a level tag has no way to write the name "x|y", because | stands between names; rename it`:  thing("x|y", nil, []string{"c"}),
	} {
		_, err := export.Go(s, export.GoOptions{})
		require.EqualError(t, err, want)
	}
	_, err := export.Go(thing("kind", []string{"it"}, []string{"c", "a"}), export.GoOptions{})
	require.NoError(t, err)
}

func TestComponentsAreFieldsIfThatGivesTheirNames(t *testing.T) {
	s := &levelformat.Schema{Tables: []levelformat.Table{{Name: "n", Class: levelformat.ClassNode, Stride: 4, Attr: levelformat.TableAttr{Names: []string{"n"}},
		Fields: []levelformat.Field{{Name: "size", Type: levelformat.TypeU16, Count: 2, Attr: levelformat.Attr{Source: "size"}}}}}}
	for want, components := range map[string][]string{
		`struct{ Wide, MaxHigh uint16 }`: {"wide", "maxHigh"}, `\[1\]\[2\]uint16`: nil, `\[2\]uint16 `: {"x", "y"},
		`Size \[2\]uint16`: {"a-", "b"}, `Size  *\[2\]uint16`: {"aB", "c"}, `Size +\[2\]uint16`: {"Wide", "ß"},
	} {
		s.Tables[0].Fields[0].Attr.Components = components
		text, err := export.Go(s, export.GoOptions{})
		require.NoError(t, err, want)
		require.Regexp(t, want, string(text))
	}
}

func TestArraysOfHandlesAreCalledAfterTheirKinds(t *testing.T) {
	type door struct {
		ID  store.Str                      `level:"id,id"`
		One store.Span[store.Handle[room]] `level:"one,ref"`
		Any store.Span[store.AnyHandle]    `level:"any,ref=door|room"`
	}
	type world struct {
		Doors standin.Bulk[door] `level:"door"`
		Rooms standin.Bulk[room] `level:"room"`
		Ones  standin.Array[store.Handle[room]]
		Anys  standin.Array[store.AnyHandle]
		store.Strings
	}
	text, err := export.Go(leveltest.SchemaOf[world](t), export.GoOptions{})
	require.NoError(t, err)
	require.Regexp(t, `\tRoomHandles +store\.Array\[store\.Handle\[Room\]\]`, string(text))
	require.Regexp(t, `\tAnyHandles +store\.Array\[store\.AnyHandle\]`, string(text))
}
