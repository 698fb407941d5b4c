package source

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/gen"
)

func level(t testing.TB, f gen.Format, size int64) []byte {
	var b bytes.Buffer
	_, err := gen.Write(&b, gen.Options{Format: f, Bytes: size, Seed: 1})
	require.NoError(t, err)
	return b.Bytes()
}

// converter converts every number that it is told of, as a compiler would.
type converter struct {
	none
	sum  float64
	bad  int
	open int
}

func (c *converter) Open([]byte, int64) bool { c.open++; return true }

func (c *converter) Value(_ []byte, v *Value) bool { c.value(v); return true }

func (c *converter) Text(v *Value) bool { c.value(v); return true }

func (c *converter) value(v *Value) {
	switch v.Kind {
	case List:
		for i := range v.Items {
			c.value(&v.Items[i])
		}
	case Number, Text:
		if len(v.Bytes) == 0 || v.Bytes[0] > '9' {
			return
		}
		for it := Split(v.Bytes); it.Next(); {
			f, err := ParseFloat32(it.Item())
			if err != nil {
				c.bad++
			}
			c.sum += float64(f)
		}
	}
}

var benchSizes = []int64{600 << 10, 6 << 20}

func sizeName(n int64) string { return fmt.Sprintf("%.1fMB", float64(n)/(1<<20)) }

// scanner takes types for kinds, as a schema would.
type scanner struct{ none }

func (scanner) Kind(name []byte) bool { return string(name) != "static" && len(name) > 2 }

func BenchmarkXML(b *testing.B) {
	for _, size := range benchSizes {
		doc := level(b, gen.XML, size)
		run := func(how string, f func() error) {
			b.Run("size="+sizeName(size)+"/how="+how, func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, f())
				}
			})
		}
		var r Reader
		run("scan", func() error { return r.XML(bytes.NewReader(doc), scanner{}, Options{}) })
		run("convert", func() error { return r.XML(bytes.NewReader(doc), &converter{}, Options{}) })
		utf16 := wideText(strings.Replace(string(doc), "UTF-8", "UTF-16", 1))
		run("UTF-16", func() error { return r.XML(strings.NewReader(utf16), scanner{}, Options{}) })
		western := bytes.Replace(doc, []byte("UTF-8"), []byte("windows-1252"), 1)
		western = append(western, "<!-- \xE9 -->"...) // so that it does not pass for UTF-8
		run("windows-1252", func() error { return r.XML(bytes.NewReader(western), scanner{}, Options{}) })
		run("encoding/xml", func() error {
			d := xml.NewDecoder(bytes.NewReader(doc))
			for {
				if _, err := d.Token(); err == io.EOF {
					return nil
				} else if err != nil {
					return err
				}
			}
		})
	}
}

func BenchmarkJSON(b *testing.B) {
	for _, size := range benchSizes {
		doc := level(b, gen.JSON, size)
		run := func(how string, f func() error) {
			b.Run("size="+sizeName(size)+"/how="+how, func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, f())
				}
			})
		}
		var r Reader
		run("scan", func() error { return r.JSON(bytes.NewReader(doc), int64(len(doc)), scanner{}, Options{}) })
		run("convert", func() error { return r.JSON(bytes.NewReader(doc), int64(len(doc)), &converter{}, Options{}) })
		run("descend", func() error {
			return r.JSON(bytes.NewReader(doc), int64(len(doc)), scanner{}, Options{window: -1})
		})
		run("encoding/json.Token", func() error {
			d := json.NewDecoder(bytes.NewReader(doc))
			for {
				if _, err := d.Token(); err == io.EOF {
					return nil
				} else if err != nil {
					return err
				}
			}
		})
		run("encoding/json.Unmarshal", func() error {
			var v sceneStruct
			return json.Unmarshal(doc, &v)
		})
	}
}

// The cells of maps: a list of a million numbers, or rows of a thousand.
func BenchmarkJSONNumbers(b *testing.B) {
	row := strings.Repeat("0, 17, 204, 9, ", 250)
	row = row[:len(row)-len(", ")]
	for _, c := range []struct{ what, doc string }{
		{"list", `{"cells": [` + strings.Repeat(row+", ", 1000) + `0]}`},
		{"rows", `{"cells": [[` + strings.Repeat(row+"], [", 1000) + row + `]]}`},
	} {
		run := func(how string, f func() error) {
			b.Run("what="+c.what+"/how="+how, func(b *testing.B) {
				b.SetBytes(int64(len(c.doc)))
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, f())
				}
			})
		}
		var r Reader
		o := Options{Numbers: LongList, Rows: true, Parts: PartSize}
		run("runs", func() error { return r.JSON(strings.NewReader(c.doc), int64(len(c.doc)), scanner{}, o) })
		run("descend", func() error {
			o := o
			o.window = -1
			return r.JSON(strings.NewReader(c.doc), int64(len(c.doc)), scanner{}, o)
		})
		run("encoding/json.Unmarshal", func() error {
			var v struct{ Cells any }
			return json.Unmarshal([]byte(c.doc), &v)
		})
	}
}
