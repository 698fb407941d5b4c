package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
)

// aboutFormats is part of the help of each verb with reportFlags.
const aboutFormats = "Diagnostics are text on standard error, coloured on a terminal unless NO_COLOR\n" +
	"is set. --format json, github (workflow commands, which become annotations) or\n" +
	"sarif (2.1.0) puts them on standard output for programs. That is one document\n" +
	"for all levels, with as many as --max-errors prints and how many there are; it\n" +
	"is written even if there is nothing to report."

// conclude prints what a build or check has found, once for each call of levelc, and
// returns the error that remains to be printed. The list may be nil; the diagnostics that
// the error carries are added to it.
func (b *levelFlags) conclude(list *diag.List, err error) error {
	if list == nil {
		list = new(diag.List)
	}
	if found := (*build.FoundError)(nil); errors.As(err, &found) {
		list.AddAll(found.List)
		err = nil
	}
	text := b.Form == diag.Text
	switch {
	case errors.Is(err, compile.ErrLevel):
		err = nil // the list says what is wrong
	case err == nil || text:
	case exitCode(err) == exitUsage, errors.Is(err, fault.ErrInterrupted), errors.Is(err, context.Canceled):
		return err
	default:
		list.Add(diag.Diagnostic{Message: err.Error()})
		err = nil
	}
	if reported := b.report(list); err == nil || reported != nil && !errors.Is(reported, errReported) {
		return reported
	}
	return err
}

// report prints diagnostics. It returns errReported if there are errors among them.
func (b *levelFlags) report(list *diag.List) error {
	o := diag.Options{Format: b.Form, Max: b.MaxErrors, Version: moduleVersion()}
	to := b.err
	if o.Format != diag.Text {
		to = b.streams.out
	} else if f, ok := to.(*os.File); ok {
		o.Color, o.Width = diag.Terminal(f), diag.Columns(f)
	}
	if err := diag.Write(to, list, o); err != nil {
		return fmt.Errorf("the diagnostics cannot be written: %w", err)
	}
	if list.Count(diag.Error) > 0 {
		return errReported
	}
	return nil
}
