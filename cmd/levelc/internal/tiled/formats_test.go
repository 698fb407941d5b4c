package tiled_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
	"github.com/levelc/levelc/loader/tiled"
)

var update = flag.Bool("update", false, "write town.lvl anew")

// examples are the levels of this project's own.
var examples = filepath.Join("..", "..", "..", "..", "testdata", "editors", "tiled")

func TestTheSchemaIsThatOfTheTypes(t *testing.T) {
	require.NotEmpty(t, reader.Schema().Tables)
}

func TestBothFormatsOfAMapGiveTheSameBytes(t *testing.T) {
	for _, project := range []string{"", filepath.Join(examples, "game.tiled-project")} {
		for _, schema := range []int{0, 1} {
			o := editor.Options{Project: project}
			if schema == 1 {
				o.Schema = gameSchema(t)
			}
			x := build(t, filepath.Join(examples, "town.tmx"), o)
			j := build(t, filepath.Join(examples, "town.tmj"), o)
			require.Empty(t, x.messages)
			require.Empty(t, j.messages)
			require.Equal(t, x.xml, j.xml)
			require.Equal(t, x.lvl, j.lvl)
		}
	}
}

// packed are cells as base64, compressed.
func packed(t testing.TB, cells []uint32, compression string) string {
	t.Helper()
	var raw, out bytes.Buffer
	require.NoError(t, binary.Write(&raw, binary.LittleEndian, cells))
	var w io.WriteCloser
	switch compression {
	case "":
		return base64.StdEncoding.EncodeToString(raw.Bytes())
	case "zlib":
		w = zlib.NewWriter(&out)
	case "gzip":
		w = gzip.NewWriter(&out)
	case "zstd":
		z, err := zstd.NewWriter(&out)
		require.NoError(t, err)
		w = z
	}
	_, err := w.Write(raw.Bytes())
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

const (
	mapHead = `<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16" infinite="0"><tileset firstgid="1" name="s" tilewidth="16" tileheight="16" tilecount="8" columns="4"/>`
	jsonEnd = `"infinite":false,"orientation":"orthogonal","tileheight":16,"tilesets":[{"firstgid":1,"name":"s","tilewidth":16,"tileheight":16,"tilecount":8,"columns":4}],"tilewidth":16,"type":"map","version":1.6,"width":3}`
)

func TestAllEncodingsOfCellsGiveTheSameBytes(t *testing.T) {
	cells := []uint32{1, 0, 3, 0x80000004, 0xF0000005, 0}
	text := strings.Trim(strings.ReplaceAll(fmt.Sprint(cells), " ", ","), "[]")
	var elements strings.Builder
	for _, c := range cells {
		if c == 0 {
			elements.WriteString("<tile/>")
		} else {
			fmt.Fprintf(&elements, "<tile gid='%d'/>", c)
		}
	}
	tmx := func(attributes, data string) string {
		return mapHead + `<layer id="1" name="l" width="3" height="2"><data` + attributes + ">" + data + "</data></layer></map>"
	}
	tmj := func(data, more string) string {
		return `{"height":2,"layers":[{"data":` + data + `,"id":1,"name":"l","type":"tilelayer","width":3,"height":2` + more + `}],` + jsonEnd
	}
	var first []byte
	for name, level := range map[string]string{
		"elements":   tmx("", elements.String()),
		"csv":        tmx(` encoding="csv"`, text),
		"csv, lines": tmx(` encoding="csv"`, "\n"+strings.ReplaceAll(text, ",", ",\r\n ")+"\n"),
		"base64":     tmx(` encoding="base64"`, "\n   "+packed(t, cells, "")+"\n  "),
		"in lines":   tmx(` encoding="base64"`, broken(packed(t, cells, ""))),
		"gzip":       tmx(` encoding="base64" compression="gzip"`, packed(t, cells, "gzip")),
		"zlib":       tmx(` encoding="base64" compression="zlib"`, packed(t, cells, "zlib")),
		"zstd":       tmx(` encoding="base64" compression="zstd"`, packed(t, cells, "zstd")),
		"unpadded":   tmx(` encoding="base64" compression="zlib"`, strings.TrimRight(packed(t, cells, "zlib"), "=")),
		"json":       tmj("["+text+"]", ""),
		"json csv":   tmj("["+text+"]", `,"encoding":"csv"`),
		"json zstd":  tmj(`"`+packed(t, cells, "zstd")+`"`, `,"encoding":"base64","compression":"zstd"`),
		"json plain": tmj(`"`+packed(t, cells, "")+`"`, `,"encoding":"base64","compression":""`),
	} {
		b := build(t, write(t, "m.tmx", level), editor.Options{})
		require.Empty(t, b.messages, name)
		if first == nil {
			first = b.lvl
			var w tiled.World
			load(t, b, &w)
			for _, c := range w.Chunks.All() {
				require.Equal(t, []tiled.GID{1, 0, 3, 0x80000004, 0xF0000005, 0}, w.Cells.Slice(c.Cells))
			}
		}
		require.Equal(t, first, b.lvl, name)
	}
}

// broken is a text in lines, as mail has it.
func broken(s string) string {
	return "\n\t " + s[:9] + "\r\n\t " + s[9:15] + "\n" + s[15:] + "\n"
}

// shorter is base64 of what text is base64 of, but for its last n bytes.
func shorter(t *testing.T, text string, n int) string {
	b, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	return base64.StdEncoding.EncodeToString(b[:len(b)-n])
}

// longer is base64 of what text is base64 of, and more.
func longer(t *testing.T, text string, more ...byte) string {
	b, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	return base64.StdEncoding.EncodeToString(append(b, more...))
}

// emptyGzip is a stream of nothing, which other readers take for more of the one before it.
var emptyGzip = []byte{31, 139, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0}

// As in the editor, zlib and gzip are told apart by how the data begins, whatever the
// attribute says.
func TestCompressionIsToldByTheHeader(t *testing.T) {
	for said, is := range map[string]string{"zlib": "gzip", "gzip": "zlib"} {
		list := []uint32{1, 2, 3, 4, 5, 6}
		b := build(t, write(t, "m.tmx", mapHead+`<layer id="1" name="l" width="3" height="2"><data encoding="base64" compression="`+said+`">`+packed(t, list, is)+"</data></layer></map>"), editor.Options{})
		require.Empty(t, b.messages)
		require.Contains(t, b.xml, "1 2 3 4 5 6")
	}
}

// Files may have the line ends of any system, which are one character each to a reader of XML.
func TestAWrongCellIsShownWhateverTheLineEnds(t *testing.T) {
	for _, end := range []string{"\n", "\r\n"} {
		data := end + "1,2,3," + end + "4,5,-6" + end
		b := build(t, write(t, "m.tmx", mapHead+`<layer id="1" name="l" width="3" height="2"><data encoding="csv">`+data+"</data></layer></map>"), editor.Options{})
		require.Contains(t, b.messages, "m.tmx:3:5: the cells cannot be read: -6 is no number of a tile")
	}
}

func TestCellsThatAreWrongAreRefused(t *testing.T) {
	tooFew, tooMany, odd := []uint32{1, 2, 3, 4, 5}, []uint32{1, 2, 3, 4, 5, 6, 7}, "AQAAAAIA"
	right := tooMany[:6]
	for _, c := range []struct{ attributes, data, want string }{
		{` encoding="csv"`, "1,2,3,4,5", "fewer than the layer is large: 5 of 3 x 2"},
		{` encoding="csv"`, "1,2,3,4,5,6,7", "more than the layer is large"},
		{` encoding="csv"`, "1,2,3,4,5,x", "no number of a tile"},
		{` encoding="csv"`, "1,2,3,4,,6", "no number of a tile"},
		{` encoding="csv"`, "1,2,3,4,5,-6", "-6 is no number of a tile; an empty cell is 0"},
		{` encoding="csv"`, "1,2,3,4,5,-x", "there is something that is no number of a tile"},
		{` encoding="csv"`, "-1,2,3,4,5,6", ":265: the cells cannot be read: -1 is no number of a tile"},
		{` encoding="csv"`, "1,2,3,4,5,4294967296", "no number of a tile"},
		{` encoding="csv"`, "1 2 3 4 5 6", "no number of a tile"},
		{` encoding="base64"`, packed(t, tooFew, ""), "fewer"},
		{` encoding="base64"`, packed(t, tooMany, ""), "more"},
		{` encoding="base64"`, odd, "fewer"},
		{` encoding="base64"`, "!!!!", "damaged"},
		{` encoding="base64" compression="zlib"`, packed(t, tooFew, "zlib"), "fewer"},
		{` encoding="base64" compression="zlib"`, packed(t, tooMany, "zlib"), "more"},
		{` encoding="base64" compression="zlib"`, packed(t, tooMany, "gzip"), "more"}, // see TestCompressionIsToldByTheHeader
		{` encoding="base64" compression="gzip"`, packed(t, tooMany, "zlib"), "more"},
		{` encoding="base64" compression="gzip"`, packed(t, tooMany, ""), "damaged"},
		{` encoding="base64" compression="gzip"`, packed(t, tooMany, "gzip"), "more"},
		{` encoding="base64" compression="zstd"`, packed(t, tooMany, "zstd"), "more"},
		{` encoding="base64" compression="zstd"`, packed(t, tooMany, ""), "damaged"},
		{` encoding="base64" compression="lzma"`, "AAAA", `compression "lzma" is not known`},
		{` encoding="base64" compression="zlib"`, shorter(t, packed(t, right, "zlib"), 1), "damaged"},
		{` encoding="base64" compression="zlib"`, shorter(t, packed(t, right, "zlib"), 5), "damaged"},
		{` encoding="base64" compression="gzip"`, shorter(t, packed(t, right, "gzip"), 1), "damaged"},
		{` encoding="base64" compression="gzip"`, shorter(t, packed(t, right, "gzip"), 8), "damaged"},
		{` encoding="base64" compression="zstd"`, shorter(t, packed(t, right, "zstd"), 1), "damaged: it ends too early"},
		{` encoding="base64" compression="zstd"`, shorter(t, packed(t, right, "zstd"), 8), "damaged: it ends too early"},
		{` encoding="base64" compression="zlib"`, shorter(t, packed(t, right, "zlib"), 12), "damaged: it ends too early"},
		{` encoding="base64" compression="gzip"`, shorter(t, packed(t, right, "gzip"), 16), "damaged: it ends too early"},
		{` encoding="base64" compression="zlib"`, longer(t, packed(t, right, "zlib"), 0), "damaged"},
		{` encoding="base64" compression="gzip"`, longer(t, packed(t, right, "gzip"), 0), "damaged"},
		{` encoding="base64" compression="gzip"`, longer(t, packed(t, right, "gzip"), emptyGzip...), "damaged"},
		{` encoding="base64" compression="zstd"`, longer(t, packed(t, right, "zstd"), 1, 2, 3, 4), "damaged"},
		{` encoding="hex"`, "AAAA", `encoding "hex" is not known`},
		{``, "<tile/>", "fewer"},
		{``, strings.Repeat("<tile/>", 7), "more"},
	} {
		b := build(t, write(t, "m.tmx", mapHead+`<layer id="1" name="l" width="3" height="2"><data`+c.attributes+">"+c.data+"</data></layer></map>"), editor.Options{})
		require.Equal(t, 1, b.errors, "%s %s: %s", c.attributes, c.data, b.messages)
		require.Contains(t, b.messages, c.want)
		require.Contains(t, b.messages, "m.tmx:1:")
	}
}

// A message is about a cell, and shows that one.
func TestACellThatIsWrongIsShown(t *testing.T) {
	csv := mapHead + "<layer id='1' name='l' width='3' height='2'>\n<data encoding='csv'>%s</data></layer></map>"
	for _, c := range []struct{ data, place string }{
		{"\n1,2,3,\n4,x,6\n", "m.tmx:4:3:"},
		{"\n1,2,3,\n4,5,4294967296\n", "m.tmx:4:5:"},
		{"\n1,2,3\n4,5,6\n", "m.tmx:4:1:"}, // a comma is missing
		{"\n1,2,3,\n4,5,6,7\n", "m.tmx:4:7:"},
		{"\n x,2,3,\n4,5,6\n", "m.tmx:3:2:"},
		{"x,2,3,4,5,6", "m.tmx:2:22:"},
		{"<![CDATA[1,2,3,4,y,6]]>", "m.tmx:2:39:"},
		{"1,2,3,<!-- two\nlines -->4,-5,6", "m.tmx:3:12:"},
	} {
		b := build(t, write(t, "m.tmx", fmt.Sprintf(csv, c.data)), editor.Options{})
		require.Contains(t, b.messages, c.place, c.data)
	}
	b := build(t, write(t, "m.tmx", mapHead+`<layer id="1" name="l" width="3" height="2"><data>`+"\n<tile/>\n<tile gid='x'/><tile/><tile/><tile/><tile/></data></layer></map>"), editor.Options{})
	require.Contains(t, b.messages, "m.tmx:3:12:")
	json := `{"layers":[{"type":"tilelayer","name":"l","id":1,"width":2,"height":2,"data":` + "\n[%s]" + `}],"orientation":"orthogonal","width":2,"height":2,"tilewidth":1,"tileheight":1}`
	for data, place := range map[string]string{"1,2,\n-3,4": "m.tmj:3:1:", "1,2,1.5,4": "m.tmj:2:6:", "1,2,3,4294967296": "m.tmj:2:8:", "1,2,3,4,5": "m.tmj:2:10:", "1,true,3,4": "m.tmj:2:4:"} {
		b := build(t, write(t, "m.tmj", fmt.Sprintf(json, data)), editor.Options{})
		require.Contains(t, b.messages, place, data)
		require.Equal(t, 1, b.errors)
	}
	// A number may be written in another way, as JSON has it.
	b = build(t, write(t, "m.tmj", fmt.Sprintf(json, "0.0,0e3,0.00,0")), editor.Options{})
	require.Empty(t, b.messages)

	// The cell of a tile that there is not is named, too.
	layer := "<layer id='1' name='l' width='3' height='2'>\n<data encoding='csv'>\n0,0,0,\n0,7,7\n</data></layer>"
	b = build(t, write(t, "m.tmx", bare(layer)), editor.Options{})
	require.Contains(t, b.messages, "m.tmx:4:3: warning: map m has cells of tiles that no tileset of it has, such as 7 at 1,1 of layer \"l\"")
	b = build(t, write(t, "m.tmx", bare("<tileset firstgid='1' name='s' tilewidth='1' tileheight='1' tilecount='4'/>"+layer)), editor.Options{})
	require.Contains(t, b.messages, "m.tmx:4:3: warning: map m has tiles behind the last one of tileset m/s, such as number 6 of 4 at 1,1 of layer \"l\"")
}

func TestChunksOfInfiniteMapsStayChunks(t *testing.T) {
	var w tiled.World
	b := build(t, filepath.Join(examples, "caves", "cave_1_-2.tmx"), editor.Options{})
	load(t, b, &w)
	require.Empty(t, b.messages)
	require.Equal(t, 3, w.Chunks.Len())
	ids := map[string]bool{}
	for _, c := range w.Chunks.All() {
		ids[w.Strings.Get(c.ID)] = true
	}
	require.Equal(t, map[string]bool{"cave_1_-2/1@-2,-2": true, "cave_1_-2/1@2,-2": true, "cave_1_-2/1@-2,0": true}, ids)
	for _, l := range w.Layers.All() {
		require.EqualValues(t, 2, l.ChunkWidth)
		want := map[[2]int]tiled.GID{{-2, -2}: 1, {-1, -2}: 2, {-2, -1}: 3, {-1, -1}: 4, {2, -2}: 5, {3, -2}: 6, {2, -1}: 7, {3, -1}: 8, {-1, 1}: 1}
		for y := -5; y < 5; y++ {
			for x := -5; x < 6; x++ {
				require.Equal(t, want[[2]int{x, y}], w.At(l, x, y), "%d,%d", x, y)
			}
		}
	}
}

// The first infinite maps had no chunks in TMJ, but said where the contents begin.
func TestContentsOfInfiniteMapsBeginWhereTheySay(t *testing.T) {
	b := build(t, write(t, "m.tmj", `{"height":9,"layers":[{"data":[1,2],"id":1,"name":"l","type":"tilelayer","startx":-2,"starty":3,"width":2,"height":1}],`+strings.Replace(jsonEnd, "false", "true", 1)), editor.Options{})
	require.Empty(t, b.messages)
	require.Contains(t, b.xml, `<chunk id="m/1@-2,3" x="-2" y="3" width="2" height="1" cells="1 2"/>`)
}

func TestChunksThatLieAnyhowAreFound(t *testing.T) {
	var w tiled.World
	b := build(t, write(t, "m.json", `{"infinite":true,"layers":[{"chunks":[{"data":"`+packed(t, []uint32{1, 2, 3, 4, 5, 6}, "")+
		`","height":2,"width":3,"x":5,"y":-1},{"data":[7,8],"width":2,"height":1,"x":0,"y":0}],"compression":"","encoding":"base64","id":1,"type":"tilelayer"}],"orientation":"orthogonal","tilewidth":1,"tileheight":1,"tilesets":[{"firstgid":1,"name":"s","tilewidth":1,"tileheight":1,"tilecount":9}]}`), editor.Options{})
	load(t, b, &w)
	for _, l := range w.Layers.All() {
		require.Zero(t, l.ChunkWidth)
		require.Equal(t, []tiled.GID{1, 6, 8, 0}, []tiled.GID{w.At(l, 5, -1), w.At(l, 7, 0), w.At(l, 1, 0), w.At(l, 2, 0)})
		require.True(t, w.Set(l, 7, 0, 3|tiled.FlipH))
		require.Equal(t, 3|tiled.FlipH, w.At(l, 7, 0))
		require.False(t, w.Set(l, 8, 0, 3))
	}
}

// A layer of more cells than one list may have is several bands of rows.
func TestLargeLayersAreBands(t *testing.T) {
	const width, height = 3000, 700
	cells := make([]uint32, width*height)
	for i := range cells {
		cells[i] = uint32(i%7) + 1
	}
	level := fmt.Sprintf(`<map orientation="orthogonal" width="%d" height="%d" tilewidth="1" tileheight="1"><tileset firstgid="1" name="s" tilewidth="1" tileheight="1" tilecount="9"/><layer id="1" width="%[1]d" height="%[2]d"><data encoding="base64" compression="zlib">%s</data></layer></map>`,
		width, height, packed(t, cells, "zlib"))
	var w tiled.World
	load(t, build(t, write(t, "m.tmx", level), editor.Options{}), &w)
	require.Equal(t, 3, w.Chunks.Len())
	for _, l := range w.Layers.All() {
		for _, at := range [][2]int{{0, 0}, {2999, 0}, {0, 348}, {0, 349}, {17, 698}, {2999, 699}} {
			require.EqualValues(t, cells[at[1]*width+at[0]], w.At(l, at[0], at[1]), at)
		}
		require.Zero(t, w.At(l, 0, height))
		require.Zero(t, w.At(l, -1, 0))
	}
}

func TestTheExampleLevelIsThatOfItsSources(t *testing.T) {
	b := build(t, filepath.Join(examples, "town.tmx"), editor.Options{Project: filepath.Join(examples, "game.tiled-project")})
	require.Empty(t, b.messages)
	path := filepath.Join(examples, "town.lvl")
	if *update {
		require.NoError(t, os.WriteFile(path, b.lvl, 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, b.lvl, "make it again with -update")
}

// A layer of TMJ is one list of numbers.
func TestALayerOfJSONMayHaveMoreCellsThanAListHasItems(t *testing.T) {
	const w, h = 2100, 2000
	text := `{"type":"map","orientation":"orthogonal","width":1,"height":1,"tilewidth":1,"tileheight":1,"tilesets":[],"layers":[{"type":"tilelayer","id":1,"width":` +
		strconv.Itoa(w) + `,"height":` + strconv.Itoa(h) + `,"data":[` + strings.Repeat("0,", w*h-1) + `0]}]}`
	b := build(t, write(t, "m.tmj", text), editor.Options{Memory: 6 * w * h})
	require.Zero(t, b.errors, b.messages)
}

// The layers of an infinite map are as large as the map in TMX, and in TMJ as their content.
func TestLayersOfInfiniteMapsHaveTheMapsSize(t *testing.T) {
	tmx := build(t, write(t, "m.tmx", `<map orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8" infinite="1"><layer id="1" width="3" height="2"><data encoding="csv"><chunk x="-2" y="0" width="2" height="2">1,2,3,4</chunk></data></layer></map>`), editor.Options{})
	tmj := build(t, write(t, "m.json", `{"height":2,"infinite":true,"layers":[{"id":1,"type":"tilelayer","width":2,"height":4,"startx":-2,"starty":0,"x":0,"y":0,"chunks":[{"x":-2,"y":0,"width":2,"height":2,"data":[1,2,3,4]}]}],"orientation":"orthogonal","tileheight":8,"tilesets":[],"tilewidth":8,"width":3}`), editor.Options{})
	require.Zero(t, tmx.errors, tmx.messages)
	require.Contains(t, tmx.xml, `type="tiles" width="3" height="2"`)
	require.Equal(t, tmx.xml, tmj.xml)
}

// Cells of a layer or chunk that has lost its size would be lost too.
func TestCellsWithoutRoomAreErrors(t *testing.T) {
	layer := func(size, data string) string { return bare("<layer id='1' " + size + ">\n" + data + "</layer>") }
	json := func(size, data string) string {
		return mapWith(`"layers":[{"type":"tilelayer","id":1,` + size + "\n" + `"data":` + data + `}]`)
	}
	one, none := []uint32{1}, []uint32{}
	for _, c := range []struct{ level, want string }{
		{layer("width='2'", "<data encoding='csv'>0,0</data>"), "m.tmx:2:22: the cells cannot be read: there are more than the layer is large: 2 x 0"},
		{layer("height='2'", "<data><tile/>\n</data>"), "m.tmx:2:8: the cells cannot be read: there are more than the layer is large: 0 x 2"},
		{layer("", "<data encoding='base64'>"+packed(t, one, "")+"</data>"), "m.tmx:2:25: the cells cannot be read: there are more"},
		{layer("", "<data encoding='base64' compression='zlib'>"+packed(t, one, "zlib")+"</data>"), "there are more"},
		{layer("", "<data encoding='base64' compression='zlib'>"+packed(t, none, "zlib")+"</data>"), ""},
		{layer("", "<data encoding='base64' compression='zstd'>"+packed(t, none, "zstd")+"</data>"), ""},
		{layer("", "<data encoding='csv'>\n</data>"), ""},
		{layer("", "<data encoding='csv'><chunk x='0' y='0' width='1'>1</chunk></data>"), "there are more than the layer is large: 1 x 0"},
		{layer("", "<data encoding='csv'><chunk x='0' y='0' width='1'/></data>"), ""},
		{json(`"width":2,`, "[0,0]"), "m.tmx:2:9: the cells cannot be read: there are more than the layer is large: 2 x 0"},
		{json(`"width":0,"height":0,`, "[]"), ""},
		{json(`"encoding":"base64","compression":"zlib",`, `"`+packed(t, one, "zlib")+`"`), "m.tmx:2:8: the cells cannot be read: there are more"},
	} {
		b := build(t, write(t, "m.tmx", c.level), editor.Options{})
		if c.want == "" {
			require.Empty(t, b.messages, c.level)
			continue
		}
		require.Contains(t, b.messages, c.want, c.level)
		require.Equal(t, 1, b.errors, b.messages)
	}
}
