package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
	"github.com/levelc/levelc/format"
)

// cacheName is the cache in the folder of --outdir. It is there, and not in the user's
// cache folder, because it is about just these files: it is moved and removed with
// them, two checkouts do not share it, and levelc clean finds it.
const cacheName = ".levelc-cache"

// remembering is the flags and the state of incremental builds.
type remembering struct {
	cacheFile string
	noCache   bool
	explain   bool

	store    *cache.Store // nil if nothing is remembered
	flags    string       // those that levels depend on
	tool     string       // identifies this levelc
	resolved *resolved    // the schema, once it is known
	known    int          // the levels of this call that the cache has listed

	// For levelc watch:
	failures *failures      // jobs that would fail again
	trouble  *cacheTrouble  // what is wrong with the cache
	onlyNews bool           // do not repeat the warnings of levels that are up to date
	inputs   *schema.Inputs // set to what the types depend on
}

// cacheTrouble is what levelc watch has found out about its cache. It looks at it again
// and again, and says each thing once. A nil *cacheTrouble keeps nothing.
type cacheTrouble struct {
	said    map[string]bool
	useless bool // nothing is remembered in it
}

func (t *cacheTrouble) isNew(err error) bool {
	if t == nil {
		return true
	}
	said := t.said[err.Error()]
	t.said[err.Error()] = true
	return !said
}

func (t *cacheTrouble) giveUp() {
	if t != nil {
		t.useless = true
	}
}

// resolved is a schema that was found, or that the cache knows.
type resolved struct {
	sum     cache.Sum // of its file
	schema  *format.Schema
	depends []string // the files that it depends on, as a person would list them
}

func (r *remembering) cacheFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&r.cacheFile, "cache", "", "remember what levels were made of in a `file`; by default "+cacheName+" in the folder of --outdir")
	f.BoolVar(&r.noCache, "no-cache", false, "build everything, and remember nothing")
	f.BoolVar(&r.explain, "explain", false, "say why each level is built, also with -q")
}

// indifferent are the flags that no level depends on, or not by their values: of
// --types and --schema only the schema counts. If any other flag changes, a level is
// built again.
var indifferent = []string{
	"types", "schema",
	"output", "outdir", "jobs", "depfile", "cache", "no-cache", "explain",
	"format", "max-errors", "quiet", "help",
	"poll", // of watch
}

// flagsThatMatter lists the flags that levels depend on, with their values.
func flagsThatMatter(all *pflag.FlagSet) string {
	var lines []string
	all.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(indifferent, f.Name) {
			lines = append(lines, f.Name+"="+strconv.Quote(meaning(f)))
		}
	})
	slices.Sort(lines)
	return strings.Join(lines, " ")
}

// meaning returns the value of a flag, the same for all spellings that mean the same.
func meaning(f *pflag.Flag) string {
	switch f.Name {
	case "chunk-by": // kinds, in any order
		if list, ok := f.Value.(pflag.SliceValue); ok {
			kinds := slices.Sorted(slices.Values(list.GetSlice()))
			return "[" + strings.Join(slices.Compact(kinds), ",") + "]"
		}
	case "project":
		if path := f.Value.String(); path != "" {
			return filepath.Clean(path)
		}
	}
	return f.Value.String()
}

// flagChanges says how two lists of flags differ.
func flagChanges(old, now string) string {
	values := func(list string) map[string]string {
		m := map[string]string{}
		for list != "" {
			name, rest, _ := strings.Cut(list, "=")
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				break // another levelc wrote the cache, which is said elsewhere
			}
			m[name], _ = strconv.Unquote(quoted)
			list = strings.TrimPrefix(rest[len(quoted):], " ")
		}
		return m
	}
	was, is := values(old), values(now)
	var changes []string
	for name, v := range is {
		if before, ok := was[name]; !ok || before != v {
			changes = append(changes, fmt.Sprintf("--%s %s, was %s", name, shown(v), shown(before)))
		}
	}
	for name, v := range was {
		if _, ok := is[name]; !ok {
			changes = append(changes, fmt.Sprintf("--%s was %s", name, shown(v)))
		}
	}
	slices.Sort(changes)
	return strings.Join(changes, ", ")
}

// shown returns the value of a flag for a message. No flag can be given nothing.
func shown(value string) string {
	if value == "" || value == "[]" { // the latter is a list
		return "not set"
	}
	if strings.ContainsAny(value, " ,") {
		return strconv.Quote(value)
	}
	return value
}

// remember opens the cache. If something is wrong with it, it prints a note and
// everything is built. It never overwrites a file that the user named and that is no
// cache.
func (b *builder) remember(ctx context.Context, rules []rule) error {
	switch {
	case b.noCache && b.explain:
		return usageError{errors.New("with --no-cache everything is built, and there is nothing to --explain")}
	case b.noCache && b.cacheFile != "":
		return usageError{errors.New("name either --cache or --no-cache")}
	case b.noCache, b.store != nil: // levelc watch may have one in memory
		return nil
	}
	if err := b.notACache(rules); err != nil {
		return err
	}
	tool, err := identity()
	if err != nil {
		b.trouble.giveUp()
		b.note("nothing is remembered, for levelc cannot tell which one it is: %v", plainCause(err))
		return nil
	}
	b.tool = tool
	path := cachePath(b.cacheFile, b.outdir)
	store, err := cache.Open(ctx, path, b.heldCache(path))
	if ctx.Err() != nil {
		return errInterrupted
	}
	if errors.Is(err, cache.ErrForeign) && b.cacheFile != "" {
		return usageError{fmt.Errorf("--cache %s would be written over: %w", path, err)}
	}
	if err != nil && b.trouble.isNew(err) {
		b.note("%s: %v; levels that it does not tell about are built", path, plainCause(err))
	}
	b.store = store
	return nil
}

// notACache refuses a cache file that would overwrite what is built.
func (b *builder) notACache(rules []rule) error {
	if b.cacheFile == "" {
		return nil
	}
	over := func(what string) error {
		return usageError{fmt.Errorf("--cache %s would be written over %s", b.cacheFile, what)}
	}
	file := pathTo(b.cacheFile)
	if b.depfile != "" && file.is(b.depfile) {
		return over("the depfile")
	}
	for _, r := range rules {
		if file.is(r.out) {
			return over("a level")
		}
	}
	return nil // a source or a schema is not a cache, which is noticed when it is opened
}

// cachePath returns the path of a folder's cache.
func cachePath(named, outdir string) string {
	if named != "" {
		return named
	}
	return filepath.Join(outdir, cacheName)
}

// heldCache says that a cache is waited for, which another process holds.
func (s streams) heldCache(path string) func() {
	return func() {
		s.note("waiting for another process that uses %s", diag.Printable(path))
	}
}

func (s streams) note(format string, args ...any) {
	fmt.Fprintf(s.err, "levelc: note: "+format+"\n", args...)
}

// closeCache writes what has not been written yet. It fails only if an interrupt has
// ended the waiting for another process.
func (b *builder) closeCache(inc *incremental) error {
	if b.store == nil {
		return nil
	}
	err := b.store.Close()
	if inc != nil && inc.unkept != nil {
		err = inc.unkept
	}
	switch {
	case errors.Is(err, context.Canceled):
		return errInterrupted
	case err != nil:
		b.trouble.giveUp()
		b.note("the cache cannot be written, so the next build will build these levels again: %s: %v", diag.Printable(cachePath(b.cacheFile, b.outdir)), plainCause(err))
	}
	return nil
}

// resolve finds the schema of --types or --schema, unless it is known already.
func (b *builder) resolve(ctx context.Context) error {
	if b.resolved != nil {
		return nil
	}
	var err error
	if b.types != "" {
		b.resolved, err = b.rememberTypes(ctx)
		return err
	}
	s, err := readSchema(ctx, b.in, b.schema)
	if err == nil {
		b.resolved, err = resolvedOf(s)
	}
	return err
}

func resolvedOf(s *format.Schema) (*resolved, error) {
	text, err := schemaText(s)
	if err != nil {
		return nil, err
	}
	return &resolved{sum: cache.SumOf(text), schema: s}, nil
}

func schemaText(s *format.Schema) ([]byte, error) {
	var text bytes.Buffer
	err := export.WriteFile(&text, s)
	return text.Bytes(), err
}

// rememberTypes finds the schema of --types. It takes it from the cache if no file that
// it depends on has changed, because the go tool takes longer than many a build.
func (b *builder) rememberTypes(ctx context.Context) (*resolved, error) {
	var o schema.Options
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	env := schema.Env(o)
	if t, ok := b.store.Types(b.types, dir); ok && t.Env == env && t.Tool == b.tool {
		in := schema.Inputs{Files: t.Files, Folders: t.Folders}
		if sum, err := in.Sum(); err == nil && sum == t.Inputs {
			if s, err := export.ReadFile(bytes.NewReader(t.Schema)); err == nil {
				b.setInputs(&in)
				return &resolved{sum: cache.SumOf(t.Schema), schema: s, depends: t.Depends}, nil
			}
		}
	}
	// The files are summed before and after the load, so that the sum is certainly that
	// of the loaded types. If the files cannot be found, either the load fails and says
	// why, or nothing is remembered.
	in, unknown := schema.FindInputs(ctx, b.types, o)
	b.setInputs(in)
	var before cache.Sum
	if unknown == nil {
		before, unknown = in.Sum()
	}
	w, err := loadTypes(ctx, b.types, o)
	if err != nil {
		return nil, err
	}
	text, err := schemaText(w.Schema)
	if err != nil {
		return nil, err
	}
	r := &resolved{sum: cache.SumOf(text), schema: w.Schema}
	if unknown != nil {
		return r, nil
	}
	r.depends = in.Depends
	if after, err := in.Sum(); err == nil && before == after {
		err = b.store.PutTypes(cache.Types{
			Spec: b.types, Dir: dir, Env: env, Tool: b.tool, Schema: text,
			Files: in.Files, Folders: in.Folders, Depends: in.Depends, Inputs: before,
		})
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// setInputs tells levelc watch what to watch. If that cannot be found, it adds the
// folder of the package to what was watched before.
func (b *builder) setInputs(in *schema.Inputs) {
	switch {
	case b.inputs == nil:
	case in != nil:
		*b.inputs = *in
	case schema.Folder(b.types) != "":
		b.inputs.Folders = append(b.inputs.Folders, schema.Folder(b.types))
		slices.Sort(b.inputs.Folders)
		b.inputs.Folders = slices.Compact(b.inputs.Folders)
	}
}
