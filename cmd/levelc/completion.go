package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/readers"
)

// Shells ask levelc itself how a word can be completed. The scripts that do so are
// those of levelc completion.

var (
	sourceNames = files(append([]string{"xml", "json"}, editorNames()...)...)
	levelNames  = files("lvl")
	schemaNames = files("lvl", "schema") // a level has its schema in it
	someNames   = files(append([]string{"lvl", "json", "xml"}, editorNames()...)...)
)

// argumentWords completes the arguments of a verb, by its path. The verbs that are not
// here have a completion of their own.
var argumentWords = map[string]cobra.CompletionFunc{
	"build": sourceNames, "watch": sourceNames, "check": sourceNames, "infer": sourceNames,
	"verify": levelNames, "strip": levelNames, "recompress": levelNames,
	"bench": upTo(1, someNames), "dump": upTo(1, levelNames), "stat": upTo(1, levelNames), "diff": upTo(2, schemaNames),
	"schema export": insteadOfTypes, "schema jsonschema": insteadOfTypes, "schema xsd": insteadOfTypes,
	"schema tiled": insteadOfTypes, "schema ldtk": insteadOfTypes, "schema check": insteadOfTypes,
}

// flagWords completes the values of a flag. A name may begin with a verb's path, for that
// verb only.
var flagWords = map[string]cobra.CompletionFunc{
	"types":               completeTypes,
	"schema":              schemaNames,
	"baseline":            schemaNames,
	"project":             files("tiled-project"),
	"outdir":              folders,
	"output":              anyFile,
	"build --output":      levelNames,
	"watch --output":      levelNames,
	"strip --output":      levelNames,
	"infer --output":      files("go"),
	"recompress --output": levelNames,
	"depfile":             anyFile,
	"cache":               anyFile,
	"format":              words(diag.Formats...),
	"unknown":             words(policies...),
	"reader":              words(readerNames...),
	"missing":             words(missing...),
	"compress":            words(codecs...),
	"dump --as":           words("xml", "json"),
	"docs --as":           words(pageForms...),
	"drop":                listOf(partNames()...),
	"align":               words("64", "4K", "16K", "64K"),
	"jobs":                unknown,
	"max":                 unknown,
	"max-bytes":           unknown,
	"max-errors":          unknown,
	"top":                 unknown,
	"poll":                unknown,
	"time":                unknown,
	"chunk-by":            unknown,
	"only":                unknown,
	"kind-member":         unknown,
	"root":                unknown,
	"namespace":           unknown,
	"package":             unknown,
	"world":               unknown,
}

// completions adds completions for flags and arguments to a tree of commands.
func completions(cmd *cobra.Command) {
	path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	if f, ok := argumentWords[path]; ok {
		cmd.ValidArgsFunction = f
	}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		f, ok := flagWords[path+" --"+flag.Name]
		if !ok {
			f, ok = flagWords[flag.Name]
		}
		if ok && flag.NoOptDefVal == "" { // a switch has no value
			// It fails only for a flag that does not exist.
			_ = cmd.RegisterFlagCompletionFunc(flag.Name, f)
		}
	})
	for _, sub := range cmd.Commands() {
		completions(sub)
	}
}

// isCompleting reports whether a shell asks how a word can be completed.
func isCompleting(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// completeOneDash lets a shell complete a flag that begins with one dash and two letters or
// more, as -ty: it asks for those of two dashes, and takes one off what is found.
func completeOneDash(root *cobra.Command, args []string) []string {
	last := len(args) - 1
	word, one := strings.CutPrefix(args[last], "-")
	name, _, _ := strings.Cut(word, "=")
	if !one || last == 0 || len(name) < 2 || name[0] == '-' || slices.Contains(args, "--") {
		return args
	}
	root.SetOut(lessDash{root.OutOrStdout()})
	args = slices.Clone(args)
	args[last] = "-" + args[last]
	return args
}

// lessDash takes the first of two dashes off what cobra writes, a flag with each call.
type lessDash struct{ io.Writer }

func (w lessDash) Write(p []byte) (int, error) {
	line := p
	if bytes.HasPrefix(p, []byte("--")) {
		line = p[1:]
	}
	n, err := w.Writer.Write(line)
	return n + len(p) - len(line), err
}

// unquoteUsage takes the quotes out of what flags do, by which help knows what to call their
// values: a shell shows them.
func unquoteUsage(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(flag *pflag.Flag) { flag.Usage = strings.ReplaceAll(flag.Usage, "`", "") })
	}
	for _, sub := range cmd.Commands() {
		unquoteUsage(sub)
	}
}

// completeVerbs offers the verbs that may follow the given ones.
func completeVerbs(cmd *cobra.Command, before []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	of, err := verbOf(cmd.Root(), before)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, c := range of.Commands() {
		if c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
			names = append(names, c.Name()+"\t"+c.Short)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// editorNames returns the extensions of levels of editors, without their dots.
func editorNames() (extensions []string) {
	for _, e := range readers.Extensions() {
		extensions = append(extensions, strings.TrimPrefix(e, "."))
	}
	return extensions
}

func files(extensions ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// upTo completes so many arguments, and offers nothing after them.
func upTo(n int, f cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, before []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(before) >= n {
			return unknown(cmd, before, word)
		}
		return f(cmd, before, word)
	}
}

// insteadOfTypes offers one schema, unless -types has named it.
func insteadOfTypes(cmd *cobra.Command, before []string, word string) ([]string, cobra.ShellCompDirective) {
	if cmd.Flags().Changed("types") {
		return unknown(cmd, before, word)
	}
	return upTo(1, schemaNames)(cmd, before, word)
}

// unknown is for what only the user knows, such as a number. It keeps the shell from
// offering files.
func unknown(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

func anyFile(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

func folders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func words(list ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// listOf completes the last word of a list, with those that it does not have yet.
func listOf(list ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, word string) (found []string, _ cobra.ShellCompDirective) {
		before := word[:strings.LastIndexByte(word, ',')+1]
		for _, w := range list {
			if !slices.Contains(strings.Split(before, ","), w) {
				found = append(found, before+w)
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp
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
