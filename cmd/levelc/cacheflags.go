package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
)

// aboutOwnCache goes on a line that has begun.
const aboutOwnCache = "the schema of -types is remembered in the user's cache\n" +
	"folder, until one of its Go files changes. The environment variable LEVELC_CACHE\n" +
	"names another folder, or is off.\n\n"

// ownCache returns the user's folder for what is remembered without a cache of its own, or "".
func ownCache() string {
	switch dir := os.Getenv("LEVELC_CACHE"); dir {
	case "":
	case "off":
		return ""
	default:
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "levelc")
}

func (r *levelFlags) cacheFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&r.CacheFile, "cache", "", "remember what levels were made of in a `file`; by default "+build.CacheName+" in the folder of --outdir")
	f.BoolVar(&r.NoCache, "no-cache", false, "build everything, and remember nothing")
	f.BoolVar(&r.Explain, "explain", false, "say why each level is built, also with -q")
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
	typed := all.Changed("types") || all.Changed("schema")
	all.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(indifferent, f.Name) {
			lines = append(lines, f.Name+"="+strconv.Quote(meaning(f, typed)))
		}
	})
	slices.Sort(lines)
	return strings.Join(lines, " ")
}

// meaning returns the value of a flag, the same for all spellings that mean the same.
func meaning(f *pflag.Flag, typed bool) string {
	switch f.Name {
	case "unknown":
		if !typed && !f.Changed { // it depends on the inferred schema
			return ""
		}
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
