package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// exporter is one call of a verb of levelc schema.
type exporter struct {
	streams
	types string
	out   string
}

// exports are the verbs of levelc schema.
var exports = []struct {
	name, short, long string
	write             func(s *format.Schema, title string) ([]byte, error)
}{
	{"export", "write a schema file", "export writes the schema as a file that stands for the types: levelc build --schema takes\n" +
		"it, where there is no Go toolchain. It is JSON, one line for each field.",
		func(s *format.Schema, _ string) ([]byte, error) {
			var b bytes.Buffer
			err := export.WriteFile(&b, s)
			return b.Bytes(), err
		}},
	{"jsonschema", "write a JSON Schema", "jsonschema writes a JSON Schema (draft 2020-12), with which editors check and complete\n" +
		"levels in JSON while they are written.", export.JSONSchema},
	{"xsd", "write an XML Schema", "xsd writes an XML Schema (1.0), with which editors check and complete levels in XML while\n" +
		"they are written.", export.XSD},
	{"tiled", "write Tiled's custom types", "tiled writes custom types for Tiled: a class for each kind, an enum for each field with\n" +
		"symbols. Import them in Tiled's Custom Types Editor. Of types that have those of\n" +
		"loader/tiled embedded, it is the kinds and fields that they have besides.",
		func(s *format.Schema, _ string) ([]byte, error) { return export.Tiled(besides("tiled", s)) }},
	{"ldtk", "write LDtk's enums", "ldtk writes the enums as JSON that LDtk imports as external enums. Of types that have\n" +
		"those of loader/ldtk embedded, it is the enums that they have besides.",
		func(s *format.Schema, _ string) ([]byte, error) { return export.LDtk(besides("ldtk", s)) }},
}

func newSchema(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "write a schema for editors and other tools",
		Long: "schema takes the schema of levels from Go types, from a compiled level, or from a schema\n" +
			"file, and writes it in the form that its verb names, to standard output or to -o.",
		Example: "  levelc schema export -types ./game.World -o game.schema\n" +
			"  levelc schema check --baseline shipped.lvl -types ./game.World",
		Args: noVerb,
		RunE: func(*cobra.Command, []string) error {
			return usageError{errors.New("a verb is missing; see levelc schema --help")}
		},
	}
	for _, x := range exports {
		e := &exporter{streams: s}
		one := &cobra.Command{
			Use:   x.name + " {-types PKG.Type | FILE}",
			Short: x.short,
			Long:  x.long,
			Example: "  levelc schema " + x.name + " -types ./game.World\n" +
				"  levelc schema " + x.name + " level.lvl",
			Args: arguments(0, 1),
			RunE: func(cmd *cobra.Command, args []string) error {
				from, title, err := e.load(cmd.Context(), args)
				if err != nil {
					return err
				}
				text, err := x.write(from, title)
				if err != nil {
					return err
				}
				return write(s, e.out, text)
			},
		}
		one.Flags().SortFlags = false
		one.Flags().StringVar(&e.types, "types", "", "the world type, as `PKG.Type`; -types is accepted too")
		one.Flags().StringVarP(&e.out, "output", "o", "", "the `file` to write; the default is standard output")
		cmd.AddCommand(one)
	}
	cmd.AddCommand(newSchemaCheck(s))
	return cmd
}

// load finds the schema, and a title for it.
func (e *exporter) load(ctx context.Context, args []string) (*format.Schema, string, error) {
	switch {
	case e.types != "" && len(args) > 0:
		return nil, "", usageError{errors.New("name either -types or a file, not both")}
	case e.types != "":
		w, err := schema.Load(ctx, e.types, schema.Options{})
		if err != nil {
			return nil, "", err
		}
		return w.Schema, "Levels of " + e.types[strings.LastIndexAny(e.types, `/\`)+1:], nil
	case len(args) == 0:
		return nil, "", usageError{errors.New("name the world type, as in -types ./game.World, or a file: a level or a schema file")}
	}
	if err := notOver(e.out, args[0]); err != nil {
		return nil, "", err
	}
	s, err := readSchema(e.in, args[0])
	return s, "Levels", err
}

// schemaOf finds the schema that a build of the files has, and what to call it.
func (b *builder) schemaOf(ctx context.Context, files []*source.File) (s *format.Schema, from string, err error) {
	switch {
	case b.resolved != nil && b.types != "":
		return b.resolved.schema, b.types, nil
	case b.resolved != nil && b.schema != "":
		return b.resolved.schema, b.schema, nil
	case b.types != "":
		w, err := schema.Load(ctx, b.types, schema.Options{})
		if err != nil {
			return nil, "", err
		}
		return w.Schema, b.types, nil
	case b.schema != "":
		s, err = readSchema(b.in, b.schema)
		return s, b.schema, err
	}
	s, err = b.inferSchema(ctx, files, infer.Options{Source: b.sourceOptions()})
	return s, "the inferred schema", err
}

// readSchema takes the schema from a compiled level or from a schema file; - is
// standard input.
func readSchema(in io.Reader, path string) (*format.Schema, error) {
	name := path
	if path == "-" {
		name = "standard input"
	} else {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w", path, errors.Unwrap(err))
		}
		defer f.Close()
		in = f
	}
	r := bufio.NewReader(in)
	// What is shorter is found wrong by whoever reads it.
	head, _ := r.Peek(512)
	if export.IsFile(head) {
		s, err := export.ReadFile(r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return s, nil
	}
	level, err := format.NewReader(r, format.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s is neither a schema file nor a level: %w%s", name, err, isSource(name, err))
	}
	return level.Schema(), nil
}
