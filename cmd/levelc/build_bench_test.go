package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/heap"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/testdata/gen"
)

// BenchmarkBuild compiles generated levels from file to bytes, on one core and
// on two, beside what others need for less of the work: the tokens of the same
// XML by encoding/xml, the values of the same JSON by encoding/json, and the DOM
// of the XML by pugixml. What is in Go runs on as many cores as levelc. how=untyped is
// a build without types, which infers them first.
func BenchmarkBuild(b *testing.B) {
	plan := gamePlan(b)
	sizes(b, func(b *testing.B, size int64) {
		for _, f := range []gen.Format{gen.XML, gen.JSON} {
			path, stats := generated(b, f, size, 1)
			text, err := os.ReadFile(path)
			require.NoError(b, err)
			bench := func(how string, cores int, run func() error) {
				if cores > runtime.NumCPU() {
					return
				}
				b.Run(fmt.Sprintf("from=%v/how=%s/cores=%d", f, how, cores), func(b *testing.B) {
					defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
					b.SetBytes(stats.Bytes)
					b.ReportAllocs()
					for b.Loop() {
						require.NoError(b, run())
					}
					perNode(b, stats.Nodes)
				})
			}
			build := func() error {
				defer heap.KeepHeadroom()()
				return buildFile(plan, path)
			}
			if f == gen.XML {
				bench("token", 1, func() error { return tokens(text) })
				b.Run("from=xml/how=pugixml", func(b *testing.B) { benchPugixml(b, path, stats.Bytes) })
			} else {
				bench("unmarshal", 1, func() error { return json.Unmarshal(text, new(jsonNode)) })
			}
			bench("levelc", 1, build)
			if size > source.AheadSize {
				bench("levelc", 2, build)
				bench("untyped", 2, func() error {
					defer heap.KeepHeadroom()()
					return buildUntyped(path)
				})
			} else {
				bench("untyped", 1, func() error { return buildUntyped(path) })
			}
		}
	})
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

// buildFile does what levelc build does with a file, but writes nothing.
func buildFile(plan *compile.Plan, name string) error {
	f, err := source.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	o := compile.Options{Source: source.Options{Ahead: source.AheadSize}}
	files := []*source.File{f}
	heap.UseHugePages(files)
	_, _, err = plan.Build(context.Background(), files, nowhere{}, format.WriterOptions{Memory: build.RowsInMemory(files)}, o)
	return err
}

// buildUntyped is buildFile for a file that nobody has told the types of.
func buildUntyped(name string) error {
	f, err := source.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := infer.Files(context.Background(), []*source.File{f}, infer.Options{OneLevel: true, Source: source.Options{Ahead: source.AheadSize}})
	if err != nil {
		return err
	}
	plan, err := compile.NewPlan(r.Schema)
	if err != nil {
		return err
	}
	return buildFile(plan, name)
}

// nowhere is an io.WriterAt that costs nothing.
type nowhere struct{}

func (nowhere) WriteAt(p []byte, _ int64) (int, error) { return len(p), nil }
