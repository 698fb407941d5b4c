package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/testdata/gen"
)

// BenchmarkBuild compiles generated levels from file to bytes, beside what the
// standard library needs for the tokens or the values alone.
func BenchmarkBuild(b *testing.B) {
	plan := gamePlan(b)
	for _, size := range []string{"500KB", "5MB", "50MB"} {
		for _, f := range []gen.Format{gen.XML, gen.JSON} {
			bytes, err := gen.ParseSize(size)
			require.NoError(b, err)
			name := filepath.Join(b.TempDir(), "level")
			to, err := os.Create(name)
			require.NoError(b, err)
			_, err = gen.Write(to, gen.Options{Format: f, Bytes: bytes, Seed: 1})
			require.NoError(b, err)
			require.NoError(b, to.Close())
			text, err := os.ReadFile(name)
			require.NoError(b, err)
			bench := func(how string, run func() error) {
				b.Run("size="+size+"/how="+how, func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					b.ReportAllocs()
					for b.Loop() {
						require.NoError(b, run())
					}
				})
			}
			if f == gen.XML {
				bench("xml-token", func() error { return tokens(text) })
				bench("xml-build", func() error { return buildFile(plan, name) })
			} else {
				bench("json-any", func() error { var v any; return json.Unmarshal(text, &v) })
				bench("json-build", func() error { return buildFile(plan, name) })
			}
		}
	}
}

func tokens(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func buildFile(plan *compile.Plan, name string) error {
	f, err := source.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, _, err = plan.Build(context.Background(), []*source.File{f}, nowhere{}, format.WriterOptions{}, compile.Options{})
	return err
}

// nowhere is an io.WriterAt that costs nothing.
type nowhere struct{}

func (nowhere) WriteAt(p []byte, _ int64) (int, error) { return len(p), nil }
