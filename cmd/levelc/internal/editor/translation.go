package editor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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
	// Packed are nodes of which there may be a great many, each as "parent/name". They
	// are kept packed with all that is in them: Node.Children and Node.Cursor unpack one
	// after the other, and they are not in Nodes.
	Packed []string
	// Shares says that levels refer to the same files again and again: see Options.Shelf.
	Shares bool
	// Preserve names elements whose text is kept to the byte, white space alone too.
	Preserve []string
}

// packed are Packed by name.
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
	Missing diag.Severity // of a file that is referred to and cannot be read
	Shared  *Shared       // with the other sources of the level, or nil
	Shelf   *Shelf        // with the levels before and after this one, or nil
	Memory  int64         // bytes that all Nodes may take together; 0 is MaxTree
	Project string        // path of what the editor keeps beside levels, or empty
	Keep    int           // how many errors, and how many warnings, are kept for sure, the others only counted; 0 is 1,000
}

// Shared is what the translations of the sources of one level have in common. They
// follow one another. The zero value is of a level with no source yet.
type Shared struct {
	Base  string            // folder of the first source, which paths in the level start from
	IDs   map[string]bool   // that are taken, of each sort of node
	Files map[string]string // absolute paths of what sources have referred to, and its id

	brought map[string]bool // ids of Files that are in the level
}

func (s *Shared) begin(path string) *Shared {
	if s == nil {
		s = new(Shared)
	}
	if s.IDs == nil {
		*s = Shared{Base: filepath.Dir(path), IDs: map[string]bool{}, Files: map[string]string{}, brought: map[string]bool{}}
	}
	return s
}

// IDOf returns the id of a file that this source or an earlier one has referred to, or
// else the one that claim makes.
func (s *Shared) IDOf(path string, claim func() string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	id, again := s.Files[path]
	if !again {
		id = claim()
		s.Files[path] = id
	}
	return id
}

// Bring reports whether what has an id is still to be written, and takes it for written
// from then on. A source may refer to a file and need nothing of it.
func (s *Shared) Bring(id string) bool {
	if s.brought[id] {
		return false
	}
	s.brought[id] = true
	return true
}

// Level is a translated level.
type Level struct {
	// File is the level in levelc's own XML, under the name of what was translated.
	// Close closes what it was made of, except for that.
	File *source.File
	// Others are the files that it was made of besides, those that are missing too,
	// and folders whose list of files counts.
	Others []string
	// Found is what was wrong. If that has errors, File may be nil.
	Found diag.List

	files *Files
}

// Close closes the files, but for the one that was given to Translate.
func (l *Level) Close() {
	if l.File != nil {
		l.File.Close() // it is temporary
	}
	l.files.close()
}

// IsSame reports whether all that the level was made of is still as it was read.
func (l *Level) IsSame() bool { return l.files.areSame() }

// Translation is a level on its way from an editor's form to levelc's own.
type Translation struct {
	*Writer
	Main    *Doc
	Options Options

	ctx    context.Context
	files  Files
	level  *Level
	told   map[string]bool
	kept   [2]int  // problems, by severity
	full   [2]bool // no more of them will be
	start  int64   // of Main.Root
	tables map[string]*format.Table
	did    int // see Doings
}

// ErrStop ends a translation whose problems are reported.
var ErrStop = errors.New("the level cannot be translated")

// Translate has a level translated by a reader. The level itself stays open and
// is the caller's to close, behind the Level. The error is the context's or one of
// the temporary file; what is wrong with the level is in Level.Found.
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
		t.files.put(filepath.Clean(path), t.Main)
	}
	file, err := source.Generate(f.Name, t, func(w io.Writer) error {
		t.Writer = &Writer{to: w, ctx: ctx, docs: map[*Doc]int32{}, odd: t.oddText}
		err := t.run(by.Translate)
		if err == nil {
			err = t.Writer.finish()
		}
		return err
	})
	t.level.Others = t.files.asked
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
	return by(t)
}

// Read reads what a file refers to. If that fails, and for everyone who refers to
// it anew, it is reported at from and the result is nil.
func (t *Translation) Read(from Place, ref string) *Doc {
	t.did++
	path := Beside(from.Doc, ref)
	d, err := t.files.open(path)
	if err == nil {
		return d
	}
	t.missing(from, path, err)
	return nil
}

// ReadProject reads what Options.Project names, or is nil. What is wrong with it is
// reported.
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
		t.missing(Place{}, path, err)
	} else {
		t.level.Found.Add((*source.File)(nil).Diagnose(err))
	}
	return nil
}

// Doings counts what a translation has asked for and said, and what it did not say as it
// was said before. What a reader makes of a file without any can be kept for the next level.
func (t *Translation) Doings() int { return t.did }

// Did counts what is said elsewhere.
func (t *Translation) Did() { t.did++ }

// Folder is NamesIn of the folder of a file of the level. The level depends on
// that list then.
func (t *Translation) Folder(d *Doc) []string {
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

// missing reports a file that is not there, or is wrong.
func (t *Translation) missing(from Place, path string, err error) {
	var bad *badFile
	if errors.As(err, &bad) {
		if key := "bad " + path; !t.told[key] {
			t.told[key] = true
			t.level.Found.Add(bad.file.Diagnose(bad.err))
		}
		return
	}
	hint := ""
	if t.Options.Missing == diag.Error {
		hint = "--missing=warn builds the level without it"
	}
	t.report(t.Options.Missing, from, hint, "%s", strings.TrimSpace(err.Error()))
}

// Errorf reports an error. The level is not going to be built, but the
// translation should go on, to find what else is wrong.
func (t *Translation) Errorf(at Place, hint, msg string, args ...any) {
	t.report(diag.Error, at, hint, msg, args...)
}

// Warnf reports what is odd and does no harm.
func (t *Translation) Warnf(at Place, hint, msg string, args ...any) {
	t.report(diag.Warning, at, hint, msg, args...)
}

// WarnOnce is Warnf for what recurs: the same words are said once in a translation.
func (t *Translation) WarnOnce(at Place, hint, msg string, args ...any) {
	t.WarnOnceFor(fmt.Sprintf(msg, args...), at, hint, msg, args...)
}

// WarnOnceFor is WarnOnce where the words differ each time: one warning for each key.
func (t *Translation) WarnOnceFor(key string, at Place, hint, msg string, args ...any) {
	if t.did++; !t.told[key] {
		t.told[key] = true
		t.Warnf(at, hint, msg, args...)
	}
}

// leastFound is how many problems of one severity are kept whatever Options.Keep is.
const leastFound = 1000

// ErrorfBecause is Errorf where another place has part in it, and a word on that.
func (t *Translation) ErrorfBecause(at, other Place, why, hint, msg string, args ...any) {
	if t.mayReport(diag.Error) {
		d := diagnosis(diag.Error, at, hint, msg, args...)
		_ = other.Doc.File.Relate(&d, other.Pos, why) // as in diagnosis
		t.level.Found.Add(d)
	}
}

func (t *Translation) report(s diag.Severity, at Place, hint, msg string, args ...any) {
	if t.mayReport(s) {
		t.level.Found.Add(diagnosis(s, at, hint, msg, args...))
	}
}

// mayReport reports whether one more problem is kept; otherwise it is counted.
func (t *Translation) mayReport(s diag.Severity) bool {
	t.did++
	found := &t.level.Found
	if most := max(t.Options.Keep, leastFound); t.kept[s] >= most {
		if !t.full[s] {
			t.kept[s] = found.Count(s) // each once
			t.full[s] = t.kept[s] >= most
		}
		if t.full[s] {
			found.More(s, 1)
			return false
		}
	}
	t.kept[s]++
	return true
}

func diagnosis(s diag.Severity, at Place, hint, msg string, args ...any) diag.Diagnostic {
	d := diag.Diagnostic{Severity: s, Message: fmt.Sprintf(msg, args...), Hint: hint}
	// A place that cannot be found any more costs the place only.
	_ = at.Doc.File.Locate(&d, at.Pos)
	return d
}

func (t *Translation) oddText(at Place) {
	t.Errorf(at, "", "a text has a character that XML has not, such as U+0001, and levels are texts of both")
}

// Kind reports whether the schema has nodes of a kind by that name.
func (t *Translation) Kind(name string) bool {
	table := t.tables[name]
	return table != nil && table.Class == format.ClassNode
}

// Takes reports whether nodes of a kind have a field of that name, by one of its
// names in XML.
func (t *Translation) Takes(kind, field string) bool {
	table := t.tables[kind]
	return table != nil && slices.ContainsFunc(table.Fields, func(f format.Field) bool {
		return field == cmp.Or(f.Attr.Source, f.Name)
	})
}

// Origin implements source.Origins.
func (t *Translation) Origin(off int64) (*source.File, source.Pos) {
	doc, pos := t.Writer.origin(off)
	if doc == nil {
		doc, pos = t.Main, source.Pos{Off: t.start}
	}
	return doc.File, pos
}
