package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/foldwatch"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
)

// watching is one call of levelc watch.
type watching struct {
	levelFlags
	poll time.Duration
	args []string

	history *build.History
	paths   watchedPaths

	// What has been said is not said again.
	last    build.Tally
	wrong   string // the last messages about arguments that name nothing
	refused string // the last message about files that cannot be built together
	failed  string // and about what kept all levels from being built
}

func newWatch(s streams) *cobra.Command {
	w := &watching{levelFlags: levelFlags{streams: s}, history: build.NewHistory()}
	cmd := &cobra.Command{
		Use: "watch [-types PKG.Type | --schema FILE] SOURCE...\n" +
			"  levelc watch [-types PKG.Type | --schema FILE] --outdir DIR {SOURCE | FOLDER | PATTERN}...",
		Short: "build, and build again whenever something changes",
		Long: "watch builds what build builds, and builds again whenever something changes: a\n" +
			"source, the schema file or one of the types' Go files. It builds only what is\n" +
			"out of date, and runs until it is interrupted.\n\n" +
			"watch picks up files that are added to a folder or that begin to match a\n" +
			"pattern. It notices a change however an editor saves it, also behind a symbolic\n" +
			"link, and it notices when a link is pointed at something else. Only when a\n" +
			"folder further up than the one around a source's folder is renamed, and another\n" +
			"takes its place, watch has to be started again, unless there is --poll.\n\n" +
			"A source, folder or schema file need not exist yet: watch says so, and waits for\n" +
			"it. A pipe, a socket or a device cannot be watched, and so neither can what a\n" +
			"shell makes of <(command); levelc build takes it.\n\n" +
			"A level that fails keeps its last good state. It is tried again when it has\n" +
			"changed. A level that somebody removes is built again. One whose source is gone\n" +
			"stays; levelc clean removes it.\n\n" +
			"After each build, one line on standard error gives the time of day and the\n" +
			"result.\n\n" +
			"Network drives and some virtual machines do not report changes. There, --poll\n" +
			"looks at all files again and again.\n\n" +
			"An interrupt is the way to end watch; the exit code is then 0.",
		Example: "  levelc watch -types ./game.World levels --outdir assets\n" +
			"  levelc watch -types ./game.World scene.xml -o scene.lvl\n" +
			"  levelc watch --schema game.schema 'levels/**/*.xml' --outdir assets --poll 1s",
		Args: arguments(1, anyNumber),
		RunE: func(cmd *cobra.Command, args []string) error {
			w.Flags = flagsThatMatter(cmd.Flags())
			w.Each = cmd.Flags().Changed("outdir")
			w.args = args
			return w.run(cmd.Context())
		},
	}
	w.buildFlags(cmd)
	cmd.Flags().DurationVar(&w.poll, "poll", 0, "look at all files each `time`, as in 1s, and do not rely on the system to report changes; 0 relies on it")
	return cmd
}

// changes says when to look at the files again.
type changes interface {
	Set(folders []string, ignore func(path string) bool) error
	Wait(context.Context) error
	Close() error
}

// ticks is changes for systems that do not report them.
type ticks time.Duration

func (ticks) Set([]string, func(string) bool) error { return nil }
func (ticks) Close() error                          { return nil }

func (t ticks) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Duration(t)):
		return nil
	}
}

func (w *watching) run(ctx context.Context) error {
	switch {
	case slices.Contains(w.args, "-"), w.Schema == "-":
		return fault.Usage(errors.New("standard input cannot be watched"))
	case w.poll < 0:
		return fault.Usage(errors.New("--poll takes a time, as in 1s"))
	}
	named := append(slices.Clip(w.args), w.Schema, w.Project)
	if wrong := build.Unwatchable(named); len(wrong.All()) > 0 {
		return w.conclude(wrong, nil)
	}
	var c changes = ticks(w.poll)
	if w.poll == 0 {
		var err error
		if c, err = foldwatch.New(); err != nil {
			return unwatched(fmt.Errorf("this system does not tell about changes (%w)", err))
		}
	}
	defer c.Close()
	for told := false; ; {
		again, err := w.once(ctx, c)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if again {
			continue
		}
		if !told && !w.Quiet {
			w.sayAwaited()
			fmt.Fprintln(w.err, "levelc: watching, until an interrupt")
			told = true
		}
		if err := c.Wait(ctx); ctx.Err() != nil {
			return nil
		} else if err != nil {
			return unwatched(fmt.Errorf("changes are no longer noticed: %w", err))
		}
	}
}

// unwatched says what to do when the system does not report changes, or watches no more
// folders: it has a limit, and words for that which are about open files or a full disk.
func unwatched(err error) error { return fmt.Errorf("%w; use --poll 1s", err) }

// sayAwaited says which of the files and folders that the user named are waited for.
func (w *watching) sayAwaited() {
	var names []string
	for _, name := range append(slices.Clip(w.args), w.Schema) {
		if _, err := os.Stat(name); name != "" && errors.Is(err, fs.ErrNotExist) && !operand.IsPattern(name) {
			names = append(names, diag.Printable(name))
		}
	}
	if len(names) > 0 {
		fmt.Fprintf(w.err, "levelc: waiting for what does not exist yet: %s\n", strings.Join(names, ", "))
	}
}

// once builds what is out of date, and prints a line about it. If again is set, it has
// found more to watch, and must be called again at once. The error is one of the call.
func (w *watching) once(ctx context.Context, c changes) (again bool, err error) {
	begun := time.Now()
	run := w.newRun(w.history)
	// Before any file is looked at, so that no change is missed.
	before := w.folders()
	if err := c.Set(before, w.paths.ignore); err != nil {
		return false, unwatched(err)
	}
	jobs, list, err := run.JobsOf(ctx, w.args)
	if ctx.Err() != nil {
		return false, nil
	}
	if err != nil {
		if !w.history.OnlyNews {
			return false, w.conclude(list, err)
		}
		// The call was right before. So files are the reason, and may change again.
		if text := textOf(err); text != w.refused {
			w.refused, w.last = text, build.Tally{}
			w.say(list, build.Tally{}, err, begun)
		}
		return !slices.Equal(before, w.folders()), nil
	}
	w.refused = ""
	w.paths.setWritten(w.Depfile, jobs)
	if wrong := messages(list); wrong == w.wrong {
		list = new(diag.List) // already said
	} else {
		w.wrong = wrong
	}
	var t build.Tally
	if len(jobs) > 0 {
		t, err = run.MakeAll(ctx, jobs, list)
	}
	if ctx.Err() != nil {
		return false, nil
	}
	if err == nil && len(jobs) > 0 && t.Changing == 0 {
		err = run.RenewDepfile(ctx, jobs, t.Made > 0, list)
	}
	if text := textOf(err); text == w.failed {
		err = nil // already said
	} else {
		w.failed = text
	}
	news := t.Made > 0 || err != nil || len(list.All()) > 0
	state := build.Tally{Same: t.Same + t.Made, Failed: t.Failed} // stays so if nothing changes
	if news || t.Changing == 0 && (!w.history.OnlyNews || state != w.last) {
		w.say(list, t, err, begun)
		w.last = state
	}
	w.history.OnlyNews = true
	return !slices.Equal(before, w.folders()), nil
}

// say prints what a build has found, and one line about the build.
func (w *watching) say(list *diag.List, t build.Tally, err error, begun time.Time) {
	err = w.conclude(list, err)
	if err != nil && !errors.Is(err, errReported) {
		w.streams.say(err)
	}
	text := t.Summary("built")
	if t == (build.Tally{}) {
		text = "nothing built"
	}
	if !w.Quiet {
		fmt.Fprintf(w.err, "levelc: %s %s in %v\n", begun.Format(time.TimeOnly), text, time.Since(begun).Round(time.Millisecond))
	}
}

// textOf is what an error says, with the diagnostics that it carries.
func textOf(err error) string {
	var found *build.FoundError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &found):
		return messages(found.List)
	}
	return err.Error()
}

func messages(list *diag.List) string {
	var all strings.Builder
	for _, d := range list.All() {
		fmt.Fprintf(&all, "%s:%d:%d: %s\n", d.File, d.Line, d.Col, d.Message)
	}
	return all.String()
}
