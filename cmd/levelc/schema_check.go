package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/schemaof"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// schemaChecker is one call of levelc schema check.
type schemaChecker struct {
	streams
	baselines []string
	types     string
	json      bool
	strict    bool
}

func newSchemaCheck(s streams) *cobra.Command {
	c := &schemaChecker{streams: s}
	cmd := &cobra.Command{
		Use:   "check --baseline OLD {NEW | -types PKG.Type}",
		Short: "tell which edits of a schema break shipped levels",
		Long: "check compares a schema with an older one that levels were built with, and says\n" +
			"what a game with the newer schema makes of those levels:\n\n" +
			"  breaks  they do not load, or are taken for something else\n" +
			"  loses   they load, and something in them is no longer seen\n" +
			"  note    they load as they are; worth knowing\n\n" +
			"OLD and NEW are compiled levels, schema files, or Go types such as\n" +
			"./game.World; - is standard input. You may give several baselines, one for each\n" +
			"release.\n\n" +
			"The exit code is 0 if nothing breaks and 1 if something does. It is 2 if check\n" +
			"cannot tell.",
		Example: "  levelc schema check --baseline shipped.lvl -types ./game.World\n" +
			"  levelc schema check --baseline v1.schema --baseline v2.schema game.schema",
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := c.run(cmd.Context(), args)
			if cmd.Context().Err() != nil {
				return fault.ErrInterrupted
			}
			if err != nil && !errors.Is(err, errReported) {
				return fault.Usage(err) // trouble is 2, as with diff
			}
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVar(&c.baselines, "baseline", nil, "what levels were built with: a level, a schema file or a Go `type`; may be repeated")
	f.StringVar(&c.types, "types", "", "the new world type, as `PKG.Type`; also spelled -types")
	f.BoolVar(&c.strict, "strict", false, "also fail if something is lost")
	f.BoolVar(&c.json, "json", false, "print JSON")
	return cmd
}

// finding is a breakage and the baseline in which it was found.
type finding struct {
	Baseline string `json:"baseline"`
	Effect   string `json:"effect"`
	Table    string `json:"table"`
	Field    string `json:"field,omitempty"`
	What     string `json:"what"`
	Hint     string `json:"hint,omitempty"`
}

// schemaReport is the result of check, as --json prints it.
type schemaReport struct {
	Findings []finding `json:"findings"`
	Breaks   int       `json:"breaks"`
	Loses    int       `json:"loses"`
	Notes    int       `json:"notes"`
}

// run returns errReported if something breaks.
func (c *schemaChecker) run(ctx context.Context, args []string) error {
	switch {
	case len(c.baselines) == 0:
		return errors.New("--baseline is missing: name a level that is shipped, or its schema")
	case c.types != "" && len(args) > 0:
		return errors.New("name either -types or a file, not both")
	case c.types == "" && len(args) == 0:
		return errors.New("the new schema is missing: name the world type, as in -types ./game.World, or a file")
	}
	if err := operand.OnceStandardInput("", slices.Concat(args, c.baselines)); err != nil {
		return err
	}
	next := c.types
	if next == "" {
		next = args[0]
	}
	now, err := c.load(ctx, next, c.types != "")
	if err != nil {
		return err
	}
	report := schemaReport{Findings: []finding{}}
	for _, name := range c.baselines {
		old, err := c.load(ctx, name, false)
		if err != nil {
			return err
		}
		if compile.IsNameless(old) && !compile.IsNameless(now) {
			c.note("%s has no defaults, as after levelc strip --drop names, so it cannot be told whether they have changed", operand.Name(name))
			old = withDefaults(old, now)
		}
		for _, b := range format.CheckEvolution(old, now) {
			report.add(name, b)
		}
	}
	if err := c.print(&report); err != nil {
		return err
	}
	if report.Breaks > 0 || c.strict && report.Loses > 0 {
		return errReported
	}
	return nil
}

// withDefaults returns a schema with the defaults that another has for fields of the same
// names.
func withDefaults(s, from *format.Schema) *format.Schema {
	out := &format.Schema{Tables: slices.Clone(s.Tables)}
	for i := range out.Tables {
		t := &out.Tables[i]
		t.Fields = slices.Clone(t.Fields)
		in := from.Table(t.Name)
		for j := range t.Fields {
			if in < 0 {
				break
			}
			if k := from.Tables[in].Field(t.Fields[j].Name); k >= 0 {
				a, b := &t.Fields[j].Attr, &from.Tables[in].Fields[k].Attr
				a.HasDefault, a.Default = b.HasDefault, b.Default
			}
		}
	}
	return out
}

func (r *schemaReport) add(baseline string, b format.Breakage) {
	switch b.Effect {
	case format.Breaks:
		r.Breaks++
	case format.Loses:
		r.Loses++
	default:
		r.Notes++
	}
	r.Findings = append(r.Findings, finding{Baseline: baseline, Effect: b.Effect.String(), Table: b.Table, Field: b.Field, What: b.What, Hint: b.Hint})
}

// load reads a schema from a file or from Go types.
func (c *schemaChecker) load(ctx context.Context, name string, isType bool) (*format.Schema, error) {
	if !isType && !namesType(name) {
		return schemaof.Read(ctx, c.in, name)
	}
	w, err := schemaof.Load(ctx, name)
	if err != nil {
		return nil, err
	}
	return w.Schema, nil
}

// namesType reports whether an argument ends like PKG.Type, with an exported type, and is
// no file.
func namesType(arg string) bool {
	name := arg[strings.LastIndexAny(arg, `/\`)+1:]
	r, _ := utf8.DecodeRuneInString(name[strings.LastIndexByte(name, '.')+1:])
	if !strings.Contains(name, ".") || !unicode.IsUpper(r) {
		return false
	}
	_, err := os.Stat(arg)
	return err != nil
}

func (c *schemaChecker) print(r *schemaReport) error {
	if c.json {
		return c.printJSON(r)
	}
	var b strings.Builder
	for i, f := range r.Findings {
		if len(c.baselines) > 1 && (i == 0 || r.Findings[i-1].Baseline != f.Baseline) {
			fmt.Fprintf(&b, "%s:\n", terse.Plain(f.Baseline))
		}
		at := f.Table
		if f.Field != "" {
			at += "." + f.Field
		}
		fmt.Fprintf(&b, "%-6s  %s: %s\n", f.Effect, terse.Plain(at), terse.Plain(f.What))
		if f.Hint != "" {
			fmt.Fprintf(&b, "        hint: %s\n", terse.Plain(f.Hint))
		}
	}
	if len(r.Findings) > 0 {
		fmt.Fprintf(&b, "%d breaking, %d losing, %d harmless\n", r.Breaks, r.Loses, r.Notes)
	}
	_, err := io.WriteString(c.out, b.String())
	return err
}
