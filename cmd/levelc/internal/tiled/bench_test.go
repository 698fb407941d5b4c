package tiled_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
	"github.com/levelc/levelc/format"
)

// large is a map of size x size cells in two layers and as many objects as a row has
// cells, a quarter of them of a template.
func large(t testing.TB, size int, encoding string) string {
	cells := make([]uint32, size*size)
	for i := range cells {
		cells[i] = uint32(i*i/7)%8 + 1
	}
	data := ""
	switch encoding {
	case "csv":
		data = `<data encoding="csv">` + strings.Trim(strings.ReplaceAll(fmt.Sprint(cells), " ", ","), "[]") + "</data>"
	default:
		data = `<data encoding="base64" compression="` + encoding + `">` + packed(t, cells, encoding) + "</data>"
	}
	var s strings.Builder
	fmt.Fprintf(&s, `<map orientation="orthogonal" width="%d" height="%[1]d" tilewidth="16" tileheight="16"><tileset firstgid="1" source="set.tsx"/>`, size)
	for i := range 2 {
		fmt.Fprintf(&s, `<layer id="%d" width="%d" height="%[2]d">%s</layer>`, i+1, size, data)
	}
	s.WriteString(`<objectgroup id="3">`)
	for i := range size {
		if i%4 == 0 {
			fmt.Fprintf(&s, "\n<object id=\"%d\" template=\"t.tx\" x=\"%d\" y=\"%d.5\"/>", i+1, i*16, i)
			continue
		}
		fmt.Fprintf(&s, "\n<object id=\"%d\" name=\"object %[1]d\" type=\"crate\" x=\"%d\" y=\"%d.25\" width=\"16\" height=\"24\"><properties><property name=\"next\" type=\"object\" value=\"%d\"/><property name=\"hits\" type=\"int\" value=\"%d\"/></properties></object>", i+1, i*16, i, (i+7)%size+1, i)
	}
	s.WriteString(`</objectgroup></map>`)
	return s.String()
}

// BenchmarkBuild is a map from its file to a level.
func BenchmarkBuild(b *testing.B) {
	for _, size := range []int{128, 1024} {
		for _, encoding := range []string{"csv", "zlib", "zstd"} {
			path := write(b, "m.tmx", large(b, size, encoding), "set.tsx", set("", ""),
				"t.tx", `<template><object name="T" type="crate" width="5" height="6"><properties><property name="hits" type="int" value="3"/></properties></object></template>`)
			info, err := os.Stat(path)
			require.NoError(b, err)
			plan, err := compile.NewPlan(reader.Schema())
			require.NoError(b, err)
			for _, step := range []string{"translate", "build"} {
				b.Run(fmt.Sprintf("cells=%d/encoding=%s/step=%s", 2*size*size, encoding, step), func(b *testing.B) {
					b.SetBytes(info.Size())
					b.ReportAllocs()
					for b.Loop() {
						f, err := source.Open(path)
						require.NoError(b, err)
						level, err := editor.Translate(context.Background(), f, path, reader.Reader, editor.Options{Schema: reader.Schema()})
						require.NoError(b, err)
						require.Empty(b, level.Found.All())
						if step == "build" {
							var out format.Buffer
							_, _, err = plan.Build(context.Background(), []*source.File{level.File}, &out, format.WriterOptions{}, compile.Options{})
							require.NoError(b, err)
						}
						level.Close()
						f.Close()
					}
				})
			}
		}
	}
}

// manyTiles is a tileset of so many tiles with a class, two properties and, each other one, a
// shape of collision.
func manyTiles(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "<tile id=\"%d\" type=\"wall\"><properties><property name=\"solid\" type=\"bool\" value=\"true\"/><property name=\"sound\" value=\"step%d\"/></properties>", i, i%7)
		if i%2 == 0 {
			s.WriteString(`<objectgroup><object id="1" x="0" y="2" width="16" height="12"/></objectgroup>`)
		}
		s.WriteString("</tile>\n")
	}
	return set("", s.String())
}

// BenchmarkOneTileset is a small map with a tileset of 1,000 tiles, by itself and as one of many
// that have it.
func BenchmarkOneTileset(b *testing.B) {
	path := write(b, "m.tmx", large(b, 16, "csv"), "set.tsx", manyTiles(1000), "t.tx", `<template><object name="T"/></template>`)
	for _, how := range []string{"alone", "shared"} {
		b.Run("how="+how, func(b *testing.B) {
			b.ReportAllocs()
			o := editor.Options{Schema: reader.Schema()}
			if how == "shared" {
				o.Shelf = new(editor.Shelf)
				defer o.Shelf.Close()
			}
			for b.Loop() {
				f, err := source.Open(path)
				require.NoError(b, err)
				level, err := editor.Translate(context.Background(), f, path, reader.Reader, o)
				require.NoError(b, err)
				level.Close()
				f.Close()
			}
		})
	}
}
