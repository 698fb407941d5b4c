package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Shells ask levelc itself how a word can be completed. The scripts that do so are
// those of levelc completion.

var (
	sourceNames = files("xml", "json", "tmx", "tmj", "world", "ldtk")
	levelNames  = files("lvl")
	someNames   = files("lvl", "json", "xml", "tmx", "tmj", "world", "ldtk")
)

// completions adds completions for flags and arguments to a tree of commands.
func completions(root *cobra.Command) {
	arguments := map[string]cobra.CompletionFunc{
		"build": sourceNames, "watch": sourceNames, "check": sourceNames, "infer": sourceNames, "bench": someNames,
		"verify": levelNames, "dump": levelNames, "stat": levelNames, "strip": levelNames, "recompress": levelNames, "diff": levelNames,
	}
	flags := map[string]cobra.CompletionFunc{ // a name may begin with a verb, for that verb only
		"types":      completeTypes,
		"outdir":     folders,
		"format":     words(formatNames...),
		"unknown":    words(policies...),
		"reader":     words("auto", "plain", "tiled", "ldtk"),
		"missing":    words("error", "warn"),
		"compress":   words("none", "lz4", "zstd"),
		"dump --as":  words("xml", "json"),
		"docs --as":  words("markdown", "man"),
		"project":    files("tiled-project"),
		"drop":       words(partNames()...),
		"jobs":       cobra.NoFileCompletions,
		"max-errors": cobra.NoFileCompletions,
	}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		if f, ok := arguments[cmd.Name()]; ok && cmd.ValidArgsFunction == nil {
			cmd.ValidArgsFunction = f
		}
		for name, f := range flags {
			name = strings.TrimPrefix(name, cmd.Name()+" --")
			if flag := cmd.Flags().Lookup(name); flag != nil {
				// It fails only for a flag that does not exist.
				_ = cmd.RegisterFlagCompletionFunc(name, f)
			}
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(root)
}

// completeVerbs offers the verbs that may follow the given ones.
func completeVerbs(cmd *cobra.Command, before []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	of, err := verbOf(cmd.Root(), before)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, c := range of.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name()+"\t"+c.Short)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func files(extensions ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

func folders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func words(list ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeTypes offers, for PKG.Type, the folders that begin like the word and the
// structs that are declared in them. It reads Go files of these folders only and does
// not ask the go tool, because a shell is waiting.
func completeTypes(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	dir, base := filepath.Split(word)
	var found []string
	if dir == "" {
		for _, name := range structs(".") {
			if strings.HasPrefix(name, base) {
				found = append(found, name)
			}
		}
		if base == "." || base == "" {
			dir, base = "./", ""
		}
	}
	begin, _, hasType := strings.Cut(base, ".")
	entries, _ := os.ReadDir(filepath.Join(dir, ".")) // a folder that does not exist offers nothing
	for _, e := range entries {
		name := e.Name()
		if !e.IsDir() || strings.HasPrefix(name, ".") || !strings.HasPrefix(name, begin) || dir == "" {
			continue
		}
		if !hasType {
			found = append(found, dir+name+"/")
		}
		for _, t := range structs(filepath.Join(dir, name)) {
			if spec := dir + name + "." + t; strings.HasPrefix(spec, word) || dir == "./" && !strings.HasPrefix(word, "./") {
				found = append(found, spec)
			}
		}
	}
	return found, directive
}

// mostParsed is how many files of a folder are parsed at most.
const mostParsed = 200

// structs returns the exported struct types without type parameters that the Go files
// of a folder declare, sorted.
func structs(dir string) []string {
	entries, _ := os.ReadDir(dir) // whatever can be read of it
	var names []string
	parsed := 0
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") || parsed == mostParsed {
			continue
		}
		parsed++
		// A file with a syntax error may have declarations before it.
		f, _ := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.SkipObjectResolution)
		if f == nil {
			continue
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				t, ok := s.(*ast.TypeSpec)
				if !ok || !t.Name.IsExported() || t.TypeParams != nil {
					continue
				}
				if _, ok := t.Type.(*ast.StructType); ok {
					names = append(names, t.Name.Name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
