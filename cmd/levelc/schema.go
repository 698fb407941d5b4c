package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
	"github.com/levelc/levelc/cmd/levelc/internal/readers"
	"github.com/levelc/levelc/cmd/levelc/internal/schemaof"
	"github.com/levelc/levelc/format"
)

// exporter is one call of a verb of levelc schema.
type exporter struct {
	streams
	types   string
	out     string
	unknown compile.Policy
	given   bool   // it was named
	member  string // names the kind of a JSON object
	roots   []string
	space   string
}

// exportVerb is a verb of levelc schema.
type exportVerb struct {
	name, short, long string
	write             func(s *format.Schema, o export.EditorOptions) ([]byte, error)
	checked           bool                            // takes only a schema that a build takes
	open              bool                            // can accept unknown names
	notes             func(s *format.Schema) []string // what may go wrong with it, or nil
}

var exportVerbs = []exportVerb{
	{
		name: "export", short: "write a schema file",
		long: "export writes the schema as a file that stands for the types. levelc build\n" +
			"--schema takes it where there is no Go toolchain. The file is JSON, with one\n" +
			"line for each field. Write it from Go types, not from a level, if tags of these\n" +
			"say how references are written: none=, form= and index are not in a level.",
		write: func(s *format.Schema, _ export.EditorOptions) ([]byte, error) {
			var b bytes.Buffer
			err := export.WriteFile(&b, s)
			return b.Bytes(), err
		},
	},
	{
		name: "jsonschema", short: "write a JSON Schema",
		long: "jsonschema writes a JSON Schema (draft 2020-12). With it, editors check and\n" +
			"complete levels in JSON while you write them.\n\n" +
			"To a build, an object whose type is a kind is a node under every key. The schema\n" +
			"refuses it under that of a field, unless this is a string or a list of objects." + letsPass,
		write: export.JSONSchema, checked: true, open: true,
	},
	{
		name: "xsd", short: "write an XML Schema",
		long: "xsd writes an XML Schema (1.0). With it, editors check and complete levels in\n" +
			"XML while you write them.\n\n" +
			"The outermost element of a level is a node, or an element around several nodes.\n" +
			"The schema calls such an element level, or what levelc dump --as xml calls it.\n" +
			"--root names other such elements. With more than 64 kinds, the schema checks\n" +
			"only in levels with such an element that ids are unique. To an XML Schema, two\n" +
			"empty ids are the same; leave them out.\n\n" +
			"If levels have a default namespace, as in <level xmlns=\"urn:game\">, name it\n" +
			"with --namespace. A schema is for one namespace, so there is none for levels\n" +
			"with several, nor for those whose kinds all have a prefix, as in <g:level>.\n" +
			"Levels with xsi:type are refused, as an XML Schema has its own meaning of that." + letsPass + "\n\n" +
			"With these policies the schema checks only the form of a node's attributes, and\n" +
			"nothing else that stands in the node.",
		write: export.XSD, checked: true, open: true,
	},
	{
		name: "tiled", short: "write Tiled's custom types",
		long: "tiled writes custom types for Tiled: a class for each kind, and an enum for\n" +
			"each field with symbols. Import them in Tiled's Custom Types Editor. If your\n" +
			"types embed those of loader/tiled, it writes only the kinds and fields that\n" +
			"yours add.\n\n" +
			"Lists and vectors become strings, as an XML attribute has them. So do integers\n" +
			"that Tiled's int of 32 bits cannot hold, and flags of more than 31 names.",
		write: func(s *format.Schema, _ export.EditorOptions) ([]byte, error) {
			return export.Tiled(readers.Besides("tiled", s))
		},
		checked: true,
	},
	{
		name: "ldtk", short: "write LDtk's enums",
		long: "ldtk writes the enums of the schema as JSON, which LDtk imports as external\n" +
			"enums. If your types embed those of loader/ldtk, it writes only the enums that\n" +
			"yours add.\n\n" +
			"LDtk makes identifiers of the values that it imports: it writes light iron as\n" +
			"Light_iron. A build knows these again, whatever the style of the project's\n" +
			"identifiers, unless LDtk may make the same of two symbols; then a note says so.",
		write: func(s *format.Schema, _ export.EditorOptions) ([]byte, error) {
			return export.LDtk(readers.Besides("ldtk", s))
		},
		notes: func(s *format.Schema) []string { return export.LDtkAlike(readers.Besides("ldtk", s)) },
	},
}

// letsPass is part of the help of schemas that can accept unknown names.
const letsPass = "\n\nWith --unknown=keep, warn or ignore, the schema accepts names that the types do\n" +
	"not have, as levelc build does with that flag. Use it for levels that have such\n" +
	"properties."

func newSchema(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "write a schema for editors and other tools",
		Long: "schema writes the schema of levels in the form that its verb names. It takes\n" +
			"the schema from Go types, from a compiled level, or from a schema file, and\n" +
			"writes to standard output or to the file that -o names.",
		Example: "  levelc schema export -types ./game.World -o game.schema\n" +
			"  levelc schema check --baseline shipped.lvl -types ./game.World",
		Args: noVerb,
		RunE: verbMissing,
	}
	for i := range exportVerbs {
		cmd.AddCommand(newExport(s, &exportVerbs[i]))
	}
	cmd.AddCommand(newSchemaCheck(s))
	return cmd
}

func newExport(s streams, x *exportVerb) *cobra.Command {
	e := &exporter{streams: s}
	cmd := &cobra.Command{
		Use:   x.name + " {PKG.Type | FILE}",
		Short: x.short,
		Long:  x.long,
		Example: "  levelc schema " + x.name + " -types ./game.World\n" +
			"  levelc schema " + x.name + " level.lvl",
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if e.types == "" && len(args) > 0 && namesType(args[0]) {
				e.types, args = args[0], nil
			}
			return e.run(cmd.Context(), x, args)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&e.types, "types", "", "the world type, as `PKG.Type`; also spelled -types")
	if x.name == "jsonschema" {
		kindMemberFlag(f, &e.member)
	}
	if x.name == "xsd" {
		f.StringSliceVar(&e.roots, "root", nil, "the name of an outermost `element` that is no node; may be repeated, or be a list")
		f.StringVar(&e.space, "namespace", "", "the `URI` of the default namespace of the elements, if there is one")
	}
	if x.open {
		f.Var(unknownFlag(&e.unknown, &e.given), "unknown", "what a build does with names that the types do not have: error, warn, ignore or keep")
	}
	f.StringVarP(&e.out, "output", "o", "", "the `file` to write; by default standard output")
	return cmd
}

func (e *exporter) run(ctx context.Context, x *exportVerb, args []string) error {
	if err := outfile.NotOverGoCode(e.out); err != nil {
		return err
	}
	from, o, err := e.load(ctx, args)
	if err != nil {
		return err
	}
	if x.checked && len(args) > 0 {
		// A file may have a schema that no source can be written for. Without names, Tiled's
		// types have those of the fields.
		if _, err := compile.NewPlan(from); err != nil && (x.open || !errors.Is(err, compile.ErrNameless)) {
			return fmt.Errorf("%s: %w", args[0], err)
		}
	}
	text, err := x.write(from, o)
	if root := (*export.RootError)(nil); errors.As(err, &root) {
		return fault.Usage(fmt.Errorf("--root: %w", err))
	}
	if space := (*export.NamespaceError)(nil); errors.As(err, &space) {
		return fault.Usage(fmt.Errorf("--namespace: %w", err))
	}
	if prefix := (*export.PrefixError)(nil); errors.As(err, &prefix) {
		return fmt.Errorf("%s: %w", e.from(args), err)
	}
	if err != nil {
		return err
	}
	if x.notes != nil {
		for _, note := range x.notes(from) {
			e.note("%s", note)
		}
	}
	return outfile.Write(ctx, e.streams.out, e.out, text)
}

// from names what the schema is taken from.
func (e *exporter) from(args []string) string {
	if len(args) == 0 {
		return e.types
	}
	return operand.Name(args[0])
}

// load finds the schema to export.
func (e *exporter) load(ctx context.Context, args []string) (*format.Schema, export.EditorOptions, error) {
	o := export.EditorOptions{Title: "Levels", Unknown: e.unknown != compile.UnknownError, KindMember: e.member, Roots: e.roots, Namespace: e.space}
	switch {
	case e.types != "" && len(args) > 0:
		return nil, o, fault.Usage(errors.New("name either -types or a file, not both"))
	case e.types != "":
		w, err := schemaof.Load(ctx, e.types)
		if err != nil {
			return nil, o, err
		}
		o.Title = "Levels of " + e.types[strings.LastIndexAny(e.types, `/\`)+1:]
		o.NestedDoc = w.NestedDoc
		return w.Schema, o, nil
	case len(args) == 0:
		return nil, o, fault.Usage(errors.New("name the world type, as in -types ./game.World, or a file: a level or a schema file"))
	}
	if err := outfile.NotOver(e.out, args[0]); err != nil {
		return nil, o, err
	}
	s, of, err := schemaof.ReadOf(ctx, e.in, args[0])
	o.Unknown = o.Unknown || of.Props && !e.given
	return s, o, err
}
