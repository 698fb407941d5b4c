package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/tiled"
	"github.com/levelc/levelc/format"
)

// reader reads the levels of an editor, which mean more than their XML or JSON
// says.
type reader struct {
	name      string
	levels    string // what its levels are called
	types     string // the package of its Go types
	kind      string // that types have which are meant for it
	object    string // the kind of what has none of the game's own
	detect    func(*source.File) bool
	translate func(*editor.Translation) error
	schema    func() *format.Schema // of its Go types
}

// readers are in the order in which they are asked: LDtk says at the beginning of
// a file what it is, while those of Tiled may have to be read to their end.
var readers = []*reader{
	{
		name: "tiled", levels: "a map of Tiled", types: "loader/tiled", kind: "tilemap", object: "object",
		detect: tiled.Detect, translate: tiled.Translate, schema: tiled.Schema,
	},
	{
		name: "ldtk", levels: "a project of LDtk", types: "loader/ldtk", kind: "ldtk", object: "entity",
		detect: ldtk.Detect, translate: ldtk.Translate, schema: ldtk.Schema,
	},
}

// besides is what a schema has besides the types of an editor's levels, if it is
// meant for those: a person defines it in the editor, the rest is the editor's own.
func besides(name string, s *format.Schema) *format.Schema {
	r := readers[slices.IndexFunc(readers, func(r *reader) bool { return r.name == name })]
	if !hasKind(s, r.kind) {
		return s
	}
	own := map[string]*format.Table{}
	for _, t := range r.schema().Tables {
		own[t.Name] = &t
	}
	placed := own[r.object]
	rest := new(format.Schema)
	for _, t := range s.Tables {
		if own[t.Name] != nil && t.Class != format.ClassFixed {
			continue
		}
		t.Fields = slices.DeleteFunc(slices.Clone(t.Fields), func(f format.Field) bool {
			return slices.ContainsFunc(placed.Fields, func(p format.Field) bool { return p.Name == f.Name && alike(p.Type, f.Type) })
		})
		rest.Tables = append(rest.Tables, t)
	}
	return rest
}

// alike reports whether fields of both types may take the same value of an object.
func alike(a, b format.Type) bool {
	isNumber := func(t format.Type) bool { return format.TypeU8 <= t && t <= format.TypeF64 }
	return a == b || isNumber(a) && isNumber(b)
}

func hasKind(s *format.Schema, kind string) bool {
	return slices.ContainsFunc(s.Tables, func(t format.Table) bool { return t.Name == kind && t.Class == format.ClassNode })
}

// readerFlag is the value of --reader.
type readerFlag struct {
	plain bool    // every source is what its XML or JSON says
	one   *reader // of every source
}

func (r *readerFlag) String() string {
	switch {
	case r.plain:
		return "plain"
	case r.one != nil:
		return r.one.name
	}
	return "auto"
}

func (r *readerFlag) Type() string { return "reader" }

func (r *readerFlag) Set(s string) error {
	i := slices.IndexFunc(readers, func(r *reader) bool { return r.name == s })
	switch {
	case i >= 0:
		*r = readerFlag{one: readers[i]}
	case s == "plain", s == "auto":
		*r = readerFlag{plain: s == "plain"}
	default:
		return errors.New("it is auto, plain, tiled or ldtk")
	}
	return nil
}

// missingFlag is the value of --missing.
type missingFlag diag.Severity

func (m *missingFlag) String() string {
	if diag.Severity(*m) == diag.Warning {
		return "warn"
	}
	return "error"
}

func (m *missingFlag) Type() string { return "policy" }

func (m *missingFlag) Set(s string) error {
	switch s {
	case "error":
		*m = missingFlag(diag.Error)
	case "warn":
		*m = missingFlag(diag.Warning)
	default:
		return errors.New("it is error or warn")
	}
	return nil
}

// editorFlags add what there is to say about levels of editors.
func (b *builder) editorFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&b.reader, "reader", "who reads the sources: tiled, ldtk, plain for XML and JSON as they stand, or auto")
	f.Var(&b.missing, "missing", "what to do about files that a level of an editor refers to and that are not there: error or warn")
	f.StringVar(&b.project, "project", "", "the Tiled project `file` that defines the classes of maps")
}

// aboutEditors is part of the help of verbs with editorFlags.
const aboutEditors = "Maps of Tiled (TMX, TMJ and .world) and projects of LDtk are read for what they mean: packed\n" +
	"cells, tilesets, templates, external levels and typed fields. Their kinds are those of the Go\n" +
	"types in loader/tiled and loader/ldtk; types of your own that have them embedded get objects and\n" +
	"entities of the classes that are kinds of theirs. That is so without types, and for types that\n" +
	"have the kind tilemap or ldtk; --reader=plain takes the XML or JSON as it stands.\n\n"

// auto reports whether levels of r are recognised in a build for a schema, or in
// one without types if there is none.
func (b *builder) auto(r *reader, s *format.Schema) bool {
	return b.types == "" && b.schema == "" || s != nil && hasKind(s, r.kind)
}

// readerOf finds who reads a source; nil is nobody in particular.
func (b *builder) readerOf(f *source.File, s *format.Schema) *reader {
	switch {
	case b.reader.one != nil:
		return b.reader.one
	case b.reader.plain:
		return nil
	}
	for _, r := range readers {
		if b.auto(r, s) && r.detect(f) {
			return r
		}
	}
	return nil
}

// isTyped reports whether the user said what levels look like.
func (b *builder) isTyped() bool { return b.types != "" || b.schema != "" }

// plainOnes are the sources that no editor wrote, in a build without types.
func (b *builder) plainOnes(files []*source.File) []*source.File {
	return slices.DeleteFunc(slices.Clone(files), func(f *source.File) bool { return b.readerOf(f, nil) != nil })
}

// editorPlans are the plans of levels that are built without types.
type editorPlans struct {
	mu    sync.Mutex
	plans map[*reader]*compile.Plan
}

func (p *editorPlans) of(r *reader) (*compile.Plan, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if plan := p.plans[r]; plan != nil {
		return plan, false, nil
	}
	plan, err := compile.NewPlan(r.schema())
	if err != nil {
		return nil, false, err
	}
	if p.plans == nil {
		p.plans = map[*reader]*compile.Plan{}
	}
	p.plans[r] = plan
	return plan, true, nil
}

// untyped is the plan of sources that are built without types, if an editor wrote
// them. It is nil if nobody did, and then the schema has to be inferred.
func (b *builder) untyped(files []*source.File) (*compile.Plan, error) {
	first := b.readerOf(files[0], nil)
	for _, f := range files[1:] {
		if b.readerOf(f, nil) != first {
			return nil, usageError{fmt.Errorf("%s and %s are of different editors, or of none, and have no types in common; name some with -types, or read all alike with --reader", files[0].Name, f.Name)}
		}
	}
	if first == nil {
		return nil, nil
	}
	plan, fresh, err := b.byEditor.of(first)
	if err != nil {
		return nil, err
	}
	if fresh && !b.quiet {
		is := "is"
		if b.reader.one != nil { // somebody says so
			is = "is read as"
		}
		fmt.Fprintf(b.err, "levelc: no -types, and %s %s %s, so the types are those of %s\n", files[0].Name, is, first.levels, first.types)
	}
	if err := plan.CheckChunks(b.chunkBy); err != nil {
		return nil, usageError{fmt.Errorf("--chunk-by: %w", err)}
	}
	return plan, nil
}

// translated are the sources of one level as they are compiled.
type translated struct {
	files  []*source.File // without those that could not be translated
	levels []*editor.Level
	others summed // what else they were made of
	found  diag.List
	whole  bool // nothing is missing
}

func (t *translated) close() {
	for _, l := range t.levels {
		l.Close()
	}
}

// translate has the sources translated that an editor wrote.
func (b *builder) translate(ctx context.Context, files []*source.File, s *format.Schema) (*translated, error) {
	t := &translated{files: slices.Clone(files), whole: true}
	o := editor.Options{Shared: new(editor.Shared), Schema: s, Source: b.sourceOptions(), Missing: diag.Severity(b.missing), Project: b.project}
	for i, f := range files {
		r := b.readerOf(f, s)
		if r == nil {
			continue
		}
		path := f.Name
		if f.IsSpooled() {
			path = ""
		}
		l, err := editor.Translate(ctx, f, path, r.translate, o)
		if err != nil {
			t.close()
			return nil, err
		}
		t.levels = append(t.levels, l)
		addAll(&t.found, &l.Found)
		t.others.paths = append(t.others.paths, l.Others...)
		t.files[i] = l.File
		t.whole = t.whole && l.File != nil
	}
	slices.Sort(t.others.paths)
	t.others.paths = slices.Compact(t.others.paths)
	t.others.sum = sumOthers(t.others.paths)
	if slices.ContainsFunc(t.levels, func(l *editor.Level) bool { return !l.IsSame() }) {
		t.others.sum = cache.Sum{} // there is none of what was read
	}
	return t, nil
}

// notTranslated is why a level could not be translated that is not its own fault.
func (b *builder) notTranslated(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return errInterrupted
	}
	return cannotCheck(name, err)
}

// readerAt is readerOf for a file that is not open yet, in a build without types.
// What cannot be read is nobody's.
func (b *builder) readerAt(path string) *reader {
	if b.reader.one != nil || b.reader.plain {
		return b.reader.one
	}
	f, err := source.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	return b.readerOf(f, nil)
}

// others remembers what levels were made of besides their sources, by their
// outputs.
type others struct {
	mu    sync.Mutex
	byOut map[string]summed
}

// summed are files and the sum of what was read of them.
type summed struct {
	paths []string
	sum   cache.Sum
}

func (o *others) set(out string, of summed) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.byOut == nil {
		o.byOut = map[string]summed{}
	}
	if len(of.paths) == 0 {
		delete(o.byOut, out)
		return
	}
	o.byOut[out] = of
}

func (o *others) of(out string) summed {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.byOut[out]
}

// all are those of every level.
func (o *others) all() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var all []string
	for _, of := range o.byOut {
		all = append(all, of.paths...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// sumOthers is the sum of files that may be missing, and of the names in folders.
// That of no files is zero.
func sumOthers(paths []string) cache.Sum {
	if len(paths) == 0 {
		return cache.Sum{}
	}
	var all strings.Builder
	for _, p := range paths {
		info, err := os.Stat(p)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			fmt.Fprintf(&all, "%q is missing\n", p)
		case err == nil && info.IsDir():
			fmt.Fprintf(&all, "%q %q\n", p, editor.NamesIn(p))
		default:
			sum, _, err := cache.SumFile(p)
			fmt.Fprintf(&all, "%q %s %v\n", p, sum, err)
		}
	}
	return cache.SumOf([]byte(all.String()))
}
