package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/dom"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/measure"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// benchLevel is a level in the forms that bench needs: the compiled file, which is in
// the system's page cache, and its source, if there is one.
type benchLevel struct {
	file     *os.File
	temp     string // the file's name, if close has to remove it
	size     int64
	nodes    int
	elements int // of spans
	schema   *format.Schema

	opened     *source.File // what the level is compiled from, or nil
	sourceSize int64
	translated bool           // an editor wrote it
	source     []byte         // as it is compiled, so perhaps translated
	written    *format.Schema // by which it is compiled: a level does not store how references are written
	way        dom.Options
	compile    func() error // compiles the source again; nil without one

	notes  []string // what is not measured, and why
	tables []*loader.Tables
}

// keep copies the compiled level to a temporary file.
func (l *benchLevel) keep(level io.Reader, name string) (err error) {
	if l.file, err = os.CreateTemp("", "levelc-bench-*.lvl"); err != nil {
		return err
	}
	if os.Remove(l.file.Name()) != nil { // some systems do not allow that while it is open
		l.temp = l.file.Name()
	}
	return l.measureFile(io.TeeReader(level, l.file), name)
}

// measureFile reads the compiled level once, with all checks.
func (l *benchLevel) measureFile(level io.Reader, name string) error {
	r, err := format.NewReader(level, format.Options{MaxBytes: maxBenchBytes})
	for err == nil {
		_, err = r.Next()
	}
	if err != io.EOF {
		return fmt.Errorf("%s: %w", name, err)
	}
	l.size, l.schema = r.Size(), r.Schema()
	l.nodes = int(r.Rows(format.TableNode))
	for i := range l.schema.Tables {
		if l.schema.Tables[i].Class == format.ClassArray {
			l.elements += int(r.Rows(i))
		}
	}
	return nil
}

// close releases what the level and its cases hold.
func (l *benchLevel) close() error {
	var errs []error
	for _, t := range l.tables {
		errs = append(errs, t.Close())
	}
	if l.opened != nil {
		l.opened.Close() // it was only read
	}
	if l.file != nil {
		errs = append(errs, l.file.Close())
	}
	if l.temp != "" {
		errs = append(errs, os.Remove(l.temp))
	}
	return errors.Join(errs...)
}

// cases returns the ways to load the level, and how many bytes each reads. The first is
// the bare read, to which the others are compared.
func (l *benchLevel) cases(ctx context.Context) ([]measure.Case, []int64, error) {
	cases := []measure.Case{{Name: "read into warm memory", Run: l.read()}}
	inputs := []int64{l.size}
	for _, mode := range []struct {
		name string
		mode format.Mode
	}{
		{"load, all checks", format.CheckFull},
		{"load, checksums only", format.CheckSums},
		{"load, unchecked", format.CheckNone},
	} {
		run, err := l.load(ctx, mode.mode)
		if err != nil {
			return nil, nil, err
		}
		cases, inputs = append(cases, measure.Case{Name: mode.name, Run: run}), append(inputs, l.size)
	}
	if l.source == nil {
		return cases, inputs, nil
	}
	library := map[dom.Syntax]string{dom.XML: "encoding/xml", dom.JSON: "encoding/json"}[l.way.Syntax]
	name := library + " tree, walked"
	if l.translated {
		name = library + ", translated"
	}
	run, err := l.tree(ctx)
	if err == nil {
		_, err = run()
	}
	switch {
	case errors.Is(err, fault.ErrInterrupted):
		return nil, nil, err
	case err == nil:
		cases, inputs = append(cases, measure.Case{Name: name, Run: run}), append(inputs, int64(len(l.source)))
	default:
		l.notes = append(l.notes, fmt.Sprintf("the way by a tree of %s is not measured, which cannot read this source: %v", library, err))
	}
	return append(cases, measure.Case{Name: "levelc build", Run: timed(l.compile)}), append(inputs, l.sourceSize), nil
}

// timed makes a run of a function that counts as a whole.
func timed(f func() error) func() (time.Duration, error) {
	return func() (time.Duration, error) {
		begin := time.Now()
		err := f()
		return time.Since(begin), err
	}
}

// read reads the compiled file with as few calls as the system allows.
func (l *benchLevel) read() func() (time.Duration, error) {
	buf := make([]byte, l.size)
	return timed(func() error {
		if _, err := l.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err := io.ReadFull(l.file, buf)
		return err
	})
}

// load loads the file into stores that held a level before. The unloading afterwards is
// not timed.
func (l *benchLevel) load(ctx context.Context, mode format.Mode) (func() (time.Duration, error), error) {
	binding, tables, err := loader.BindSchema(l.schema, loader.Check(mode), loader.MaxBytes(maxBenchBytes))
	if err != nil {
		return nil, err
	}
	l.tables = append(l.tables, tables)
	return func() (time.Duration, error) {
		begin := time.Now()
		if _, err := l.file.Seek(0, io.SeekStart); err != nil {
			return 0, err
		}
		level, err := binding.Load(ctx, l.file)
		took := time.Since(begin)
		if err != nil {
			return 0, err
		}
		if level.Nodes() != l.nodes {
			return 0, fmt.Errorf("loaded %d nodes of %d", level.Nodes(), l.nodes)
		}
		return took, level.Unload()
	}, nil
}

// slowTree is the length of a source of which a tree takes so long that an interrupt should
// not wait for it. Beside that time, what it takes to watch for one does not count.
const slowTree = 1 << 20

// tree loads the source by way of a tree. A build may accept sources that the standard
// library does not, or that the tree was not made for.
func (l *benchLevel) tree(ctx context.Context) (func() (time.Duration, error), error) {
	way, err := dom.New(l.written, l.way)
	if err != nil {
		return nil, err
	}
	load := func() error {
		level, err := way.Load(l.source)
		if err == nil && level.Nodes != l.nodes {
			err = fmt.Errorf("the tree has %d nodes of %d", level.Nodes, l.nodes)
		}
		return err
	}
	if len(l.source) < slowTree {
		return timed(load), nil
	}
	return timed(func() error { return interrupt.Run(ctx, load) }), nil
}
