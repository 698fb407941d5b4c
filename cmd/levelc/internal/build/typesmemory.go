package build

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
)

// typesMemory remembers the schema of --types: in the cache of --outdir, in the memory of
// levelc watch, or, for the build of one level and for a check, in a file of the user's own.
// Such a build is a rule for make, and the go tool takes ten times as long as all the rest of
// it. A file that cannot be used costs that time, and nothing is said.
type typesMemory struct {
	store     *cache.Store
	spec, dir string // what is asked for, and from where
	env, tool string // see schema.Env and Options.Identity
	own       string // the user's file, or empty
}

// typesMemory returns nil if nothing is remembered, or the context's error.
func (run *Run) typesMemory(ctx context.Context) (*typesMemory, error) {
	from, err := asker(run.Types)
	if err != nil {
		return nil, err
	}
	m := &typesMemory{store: run.store, spec: run.Types, dir: from, env: schema.Env(schema.Options{}), tool: run.tool}
	if m.store != nil {
		return m, nil
	}
	if run.OwnCache == "" || run.NoCache || os.MkdirAll(run.OwnCache, 0o777) != nil {
		return nil, nil
	}
	if m.tool, err = run.Identity(); err != nil {
		return nil, nil
	}
	// A file for each question: what runs at the same time mostly asks the same and only reads,
	// and an editor with another environment than the shell has its own.
	question := cache.SumOf([]byte(m.spec + "\n" + m.dir + "\n" + m.env + "\n" + m.tool))
	m.own = filepath.Join(run.OwnCache, ownPrefix+question.String())
	m.store, _ = cache.Open(ctx, m.own, HeldCache(run.Err, m.own)) // it has what could be read
	return m, ctx.Err()
}

// asker returns the current folder, if it matters to a spec. To one with an absolute path it
// does not: the go tool is called there.
func asker(spec string) (string, error) {
	if filepath.IsAbs(schema.Folder(spec)) {
		return "", nil
	}
	return os.Getwd()
}

// find returns the schema and what it depends on, if nothing of that has changed.
func (m *typesMemory) find() (*resolved, *schema.Inputs) {
	t, ok := m.store.Types(m.spec, m.dir)
	if !ok || t.Env != m.env || t.Tool != m.tool {
		return nil, nil
	}
	in := &schema.Inputs{Files: t.Files, Folders: t.Folders, Depends: t.Depends}
	if sum, err := in.Sum(); err != nil || sum != t.Inputs {
		return nil, nil
	}
	s, err := export.ReadFile(bytes.NewReader(t.Schema))
	if err != nil {
		return nil, nil
	}
	return &resolved{schema: s, file: t.Schema, sum: cache.SumOf(t.Schema), depends: schema.Near(t.Depends)}, in
}

// put remembers a schema and the sum of what it depends on.
func (m *typesMemory) put(r *resolved, in *schema.Inputs, sum cache.Sum) error {
	err := m.store.PutTypes(cache.Types{
		Spec: m.spec, Dir: m.dir, Env: m.env, Tool: m.tool, Schema: r.file,
		Files: in.Files, Folders: in.Folders, Depends: in.Depends, Inputs: sum,
	})
	if m.own != "" {
		m.writeOwn()
		return nil
	}
	return err
}

func (m *typesMemory) writeOwn() {
	_, err := os.Stat(m.own)
	if m.store.Close() == nil && err != nil {
		removeOldest(filepath.Dir(m.own), mostOwn)
	}
}

const (
	ownPrefix = "types-"
	mostOwn   = 256 // files
)

// removeOldest removes the files of a user's folder that were written longest ago, if there are more
// than most: half of them, so that it is seldom done.
func removeOldest(folder string, most int) {
	entries, _ := os.ReadDir(folder)
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && strings.HasPrefix(e.Name(), ownPrefix) {
			files = append(files, info)
		}
	}
	if len(files) <= most {
		return
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, f := range files[:len(files)-most/2] {
		os.Remove(filepath.Join(folder, f.Name()))
	}
}
