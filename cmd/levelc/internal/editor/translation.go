package editor

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Reader reads the levels of an editor.
type Reader struct {
	Translate func(*Translation) error
	// Packed names nodes of which there may be very many, each as "parent/name". They
	// are kept packed with everything in them. Node.Children and Node.Cursor unpack one
	// after another; they are not in Nodes.
	Packed []string
	// Shares says that many levels refer to the same files: see Options.Shelf.
	Shares bool
	// Preserve names elements whose text is kept to the byte, even if it is only white
	// space.
	Preserve []string
}

// packed returns Packed by name.
func (r *Reader) packed() map[string][]string {
	wanted := map[string][]string{}
	for _, path := range r.Packed {
		in, name, _ := strings.Cut(path, "/")
		wanted[name] = append(wanted[name], in)
	}
	return wanted
}

// Options say how a level is translated.
type Options struct {
	Schema  *format.Schema // what the level is for
	Source  source.Options
	Missing diag.Severity // for a file that is referred to and cannot be read, or an object that is not there
	Shared  *Shared       // between the sources of the level, or nil
	Shelf   *Shelf        // shared with the levels before and after this one, or nil
	Memory  int64         // the most bytes of all Nodes together; 0 is MaxTree
	Project string        // path of the editor's project, or empty
	Keep    int           // how many errors, and how many warnings, are certainly kept; more are only counted; 0 is 1,000
}

// Level is a translated level.
type Level struct {
	// File is the level in levelc's own XML, under the name of its source. Close closes
	// everything that it was made of, except for that source.
	File *source.File
	// Others are the other files that it was made of, including missing ones, and
	// folders whose list of files matters.
	Others []string
	// Fits are regular expressions: only names that fit one of them matter in the folders.
	Fits []string
	// Places are paths of which it matters whether there is something, and where symbolic
	// links lead from there. What is in these files matters only if they are in Others too.
	Places []string
	// Rooted says that it was made of absolute and of relative paths, so that it depends on
	// where the working directory is.
	Rooted bool
	// Lost is for compile.Options.
	Lost map[string]bool
	// Found is what was wrong. If it has errors, File may be nil.
	Found diag.List

	files *Files
}

// Close closes the files, except for the one that was given to Translate.
func (l *Level) Close() {
	if l.File != nil {
		l.File.Close() // a temporary file
	}
	l.files.close()
}

// IsSame reports whether everything that the level was made of is still as it was read.
func (l *Level) IsSame() bool { return l.files.areSame() }

// Translation is a level that is being translated into levelc's own form.
type Translation struct {
	*Writer
	Main    *Doc
	Options Options

	ctx    context.Context
	files  Files
	level  *Level
	told   map[string]bool // see Once
	kept   [2]int          // problems, by severity
	full   [2]bool         // more of them are only counted
	start  int64           // of Main.Root
	tables map[string]*format.Table
	did    int // see Doings

	lacks   map[lack]int // which of lacking
	lacking []lacking
}

// ErrStop ends a translation whose problems have been reported.
var ErrStop = errors.New("the level cannot be translated")

// Translate translates a level with a reader. The source stays open; the caller closes
// it, after the Level. The error is the context's or that of a temporary file. What is
// wrong with the level is in Level.Found.
func Translate(ctx context.Context, f *source.File, path string, by Reader, o Options) (*Level, error) {
	t := &Translation{Options: o, ctx: ctx, level: new(Level), told: map[string]bool{}, tables: map[string]*format.Table{}}
	t.Options.Shared = o.Shared.begin(path)
	t.files.options, t.files.ctx, t.files.packed = o.Source, ctx, by.packed()
	if by.Shares {
		t.files.shelf = o.Shelf
	}
	t.files.options.Blanks, t.files.options.Keys = true, true
	t.files.options.Preserve, t.files.options.Numbers, t.files.options.Parts = by.Preserve, 1, source.PartSize
	t.files.options.Limits.Token = max(o.Source.Limits.Token, MaxText)
	t.files.most = cmp.Or(o.Memory, MaxTree)
	t.files.room = t.files.most
	t.level.files = &t.files
	for i := range o.Schema.Tables {
		table := &o.Schema.Tables[i]
		for _, name := range append([]string{table.Name}, table.Attr.Names...) {
			t.tables[name] = table
		}
	}
	var err error
	if t.Main, err = t.files.main(f, path); ctx.Err() != nil {
		return nil, ctx.Err()
	} else if err != nil {
		t.level.Found.Add(f.Diagnose(err))
		return t.level, nil
	}
	if path != "" {
		t.files.put(t.files.absolute(path), t.Main)
	}
	file, err := source.Generate(f.Name, t, func(w io.Writer) error {
		t.Writer = &Writer{to: w, ctx: ctx, docs: map[*Doc]int32{}, odd: t.oddText}
		return t.run(by.Translate)
	})
	t.reportLacks()
	t.level.Others = t.files.asked
	t.level.Places, t.level.Rooted = t.files.places()
	t.start = t.Main.Root.At
	t.files.forget()
	switch {
	case ctx.Err() != nil:
		t.level.Close()
		return nil, ctx.Err()
	case errors.Is(err, ErrStop) && t.level.Found.Count(diag.Error) > 0:
		return t.level, nil
	case err != nil:
		t.level.Close()
		return nil, err
	}
	t.level.File = file
	return t.level, nil
}

// run runs a reader until it ends or the Writer gives up.
func (t *Translation) run(by func(*Translation) error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case gaveUp:
			err = t.Writer.err
		default:
			panic(r)
		}
	}()
	if err = by(t); err == nil {
		t.Writer.flush(0)
		t.Writer.buf = nil // it may be as long as the cells of a layer
	}
	return err
}

// Read reads a file that is referred to. If that fails, it reports that where the file
// that from is in refers to it first, and returns nil.
func (t *Translation) Read(from Place, ref string) *Doc {
	t.did++
	path := Beside(from.Doc, ref)
	if filepath.IsAbs(path) && !filepath.IsAbs(from.Doc.Path) {
		from.Doc.rooted = true // a relative path may lead to the same file
	}
	d, err := t.files.open(path)
	if err == nil {
		return d
	}
	if errors.Is(err, fs.ErrNotExist) && from.Doc.Path != "" {
		t.files.lacking = append(t.files.lacking, from.Doc.Path)
	}
	t.missing(from, ref, path, err)
	return nil
}

// ReadProject reads the file of Options.Project, or returns nil. It reports what is
// wrong with it.
func (t *Translation) ReadProject() *Doc {
	path := t.Options.Project
	if path == "" {
		return nil
	}
	d, err := t.files.open(path)
	if err == nil {
		return d
	}
	var bad *badFile
	if errors.As(err, &bad) {
		t.missing(Place{}, path, path, err)
	} else {
		t.level.Found.Add((*source.File)(nil).Diagnose(err))
	}
	return nil
}

// Absolute returns the absolute path of a file of the level.
func (t *Translation) Absolute(path string) string { return t.files.absolute(path) }

// Known returns the absolute path by which a file of the level is known, the same for each
// spelling of it that the file system takes.
func (t *Translation) Known(path string) string {
	first, _ := t.files.known.First(t.files.absolute(path))
	return first
}

// Relative returns the path of something that a file refers to, as Beside returns it,
// relative to the folder of the level's first source, with slashes.
func (t *Translation) Relative(d *Doc, path string) string {
	dir := t.Options.Shared.Base
	rel, err := filepath.Rel(dir, path)
	if err != nil || strings.HasPrefix(path, "..") {
		// Relative paths that lead out of the working directory may come back into the
		// level's folder, which only absolute ones show.
		whole, werr := filepath.Rel(t.Absolute(dir), t.Absolute(path))
		if werr != nil {
			whole = path // on another disk
		}
		if err != nil || whole != rel {
			rel, d.rooted = whole, true
		}
	}
	return filepath.ToSlash(rel)
}

// Doings counts what a translation has asked for and reported, including what was not
// repeated because it had been reported before. If the count does not change while a
// reader works on a file, the result can be kept for the next level.
func (t *Translation) Doings() int { return t.did }

// Did counts something that is reported elsewhere.
func (t *Translation) Did() { t.did++ }

// Folder returns the NamesIn of a file's folder. The level then depends on those of them
// that fit one of the patterns, which are regular expressions.
func (t *Translation) Folder(d *Doc, patterns []string) []string {
	t.level.Fits = append(t.level.Fits, patterns...)
	dir := filepath.Dir(d.Path)
	if d.Path == "" {
		dir = "."
	}
	if names, ok := t.files.listed[dir]; ok {
		return names
	}
	if t.files.listed == nil {
		t.files.listed = map[string][]string{}
	}
	t.files.asked = append(t.files.asked, dir)
	t.files.listed[dir] = NamesIn(dir)
	return t.files.listed[dir]
}

// Kind reports whether the schema has nodes of a kind by that name.
func (t *Translation) Kind(name string) bool { return t.Table(name) != nil }

// Table returns the table of a kind by any of its names, or nil.
func (t *Translation) Table(name string) *format.Table {
	if table := t.tables[name]; table != nil && table.Class == format.ClassNode {
		return table
	}
	return nil
}

// KindNear returns the first name of a kind of the game's, and not one of those that are
// reserved, that is near to another; or "".
func (t *Translation) KindNear(reserved *Reserved, isNear func(kind string) bool) string {
	for i := range t.Options.Schema.Tables {
		table := &t.Options.Schema.Tables[i]
		if table.Class != format.ClassNode || reserved.Has(table.Name) {
			continue
		}
		names := append([]string{table.Name}, table.Attr.Names...)
		if at := slices.IndexFunc(names, isNear); at >= 0 {
			return names[at]
		}
	}
	return ""
}

// Origin implements source.Origins.
func (t *Translation) Origin(off int64) (*source.File, source.Pos) {
	doc, pos := t.Writer.origin(off)
	if doc == nil {
		doc, pos = t.Main, source.Pos{Off: t.start}
	}
	return doc.File, pos
}
