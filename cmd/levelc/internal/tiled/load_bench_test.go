package tiled_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/tiled"
)

// plainMap is a map as a game reads it that does without levelc: the elements as
// structs, then the cells. Templates, tilesets and references are left as they are.
type plainMap struct {
	Width  int `xml:"width,attr"`
	Height int `xml:"height,attr"`
	Layers []struct {
		ID   int `xml:"id,attr"`
		Data struct {
			Encoding string `xml:"encoding,attr"`
			Text     string `xml:",chardata"`
		} `xml:"data"`
		cells []uint32
	} `xml:"layer"`
	Groups []struct {
		Objects []struct {
			ID         int     `xml:"id,attr"`
			Name       string  `xml:"name,attr"`
			Type       string  `xml:"type,attr"`
			X          float64 `xml:"x,attr"`
			Y          float64 `xml:"y,attr"`
			Width      float64 `xml:"width,attr"`
			Height     float64 `xml:"height,attr"`
			Template   string  `xml:"template,attr"`
			Properties []struct {
				Name  string `xml:"name,attr"`
				Type  string `xml:"type,attr"`
				Value string `xml:"value,attr"`
			} `xml:"properties>property"`
		} `xml:"object"`
	} `xml:"objectgroup"`
}

func loadPlain(text []byte) (*plainMap, error) {
	m := new(plainMap)
	if err := xml.Unmarshal(text, m); err != nil {
		return nil, err
	}
	for i := range m.Layers {
		l := &m.Layers[i]
		l.cells = make([]uint32, 0, m.Width*m.Height)
		if l.Data.Encoding == "csv" {
			for s := range strings.SplitSeq(strings.TrimSpace(l.Data.Text), ",") {
				v, err := strconv.ParseUint(s, 10, 32)
				if err != nil {
					return nil, err
				}
				l.cells = append(l.cells, uint32(v))
			}
			continue
		}
		z, err := zlib.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(strings.TrimSpace(l.Data.Text))))
		if err != nil {
			return nil, err
		}
		b, err := io.ReadAll(z)
		if err != nil {
			return nil, err
		}
		for ; len(b) >= 4; b = b[4:] {
			l.cells = append(l.cells, binary.LittleEndian.Uint32(b))
		}
	}
	return m, nil
}

// BenchmarkLoad is what a game waits for: a compiled map into a world that has held
// it before, or the map itself by the standard library.
func BenchmarkLoad(b *testing.B) {
	for _, size := range []int{128, 1024} {
		for _, encoding := range []string{"csv", "zlib"} {
			text := []byte(large(b, size, encoding))
			path := write(b, "m.tmx", string(text), "set.tsx", set("", ""),
				"t.tx", `<template><object name="T" type="crate" width="5" height="6"/></template>`)
			built := build(b, path, editor.Options{})
			require.Zero(b, built.errors, built.messages)
			name := fmt.Sprintf("cells=%d/encoding=%s/how=", 2*size*size, encoding)
			b.Run(name+"levelc", func(b *testing.B) {
				var w tiled.World
				bound, err := loader.Bind(&w)
				require.NoError(b, err)
				defer bound.Close()
				b.ReportAllocs()
				for b.Loop() {
					l, err := bound.Load(context.Background(), bytes.NewReader(built.lvl))
					require.NoError(b, err)
					require.NoError(b, l.Unload())
				}
			})
			b.Run(name+"xml", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					m, err := loadPlain(text)
					require.NoError(b, err)
					require.Len(b, m.Layers[1].cells, size*size)
				}
			})
		}
	}
}
