package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

const (
	maxResponse      = 64 << 20 // bytes of all response files of a call
	maxResponseDepth = 16
)

// expandResponses replaces each argument @FILE by the lines of that file, one argument
// a line, in quotes or not. Empty lines do not count. A line may be @FILE again, by a
// path that, like all others, is relative to the current folder. Nothing behind a "--"
// is replaced. What it returns is never nil.
func expandResponses(ctx context.Context, args []string) ([]string, error) {
	if isCompleting(args) {
		return args, nil // a shell asks about a line that is being typed
	}
	r := responses{args: []string{}, room: maxResponse} // cobra takes nil for the arguments of the process
	if err := r.add(ctx, plainArguments(args), 0); err != nil {
		return nil, fault.Usage(err)
	}
	return r.args, nil
}

type responses struct {
	args []string
	room int64
	done bool // a "--" has come
}

// argument is one argument. In quotes, it does not name a response file.
type argument struct {
	text   string
	quoted bool
}

func plainArguments(args []string) []argument {
	plain := make([]argument, len(args))
	for i, a := range args {
		plain[i].text = a
	}
	return plain
}

func (r *responses) add(ctx context.Context, args []argument, depth int) error {
	for _, arg := range args {
		a := arg.text
		if r.done || arg.quoted || len(a) < 2 || a[0] != '@' {
			r.done = r.done || a == "--"
			r.args = append(r.args, a)
			continue
		}
		if depth == maxResponseDepth {
			return fmt.Errorf("%s: response files nested more than %d deep", a, maxResponseDepth)
		}
		lines, err := r.read(ctx, a[1:])
		if err != nil {
			return err
		}
		if err := r.add(ctx, lines, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (r *responses) read(ctx context.Context, path string) ([]argument, error) {
	f, err := interrupt.Open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("the response file %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, r.room+1))
	if err != nil {
		return nil, fmt.Errorf("the response file %s cannot be read: %w", path, fault.PlainCause(err))
	}
	if r.room -= int64(len(text)); r.room < 0 {
		return nil, fmt.Errorf("the response file %s is too long: together they may have %d MiB", path, maxResponse>>20)
	}
	if text, err = source.Plain(text); err != nil { // PowerShell writes UTF-16
		return nil, fmt.Errorf("the response file %s cannot be read: %w; save it as UTF-8", path, err)
	}
	var lines []argument
	done, n := false, 0
	for line := range strings.Lines(string(text)) {
		n++
		if i := strings.IndexByte(line, 0); i >= 0 { // UTF-16 without a mark, or no text at all
			return nil, fmt.Errorf("%s:%d:%d: there is a NUL byte, which no argument can have; save the response file as UTF-8", path, n, utf8.RuneCountInString(line[:i])+1)
		}
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			continue
		}
		done = done || line == "--"
		if flag, value, two := twoArguments(line); two && !done {
			return nil, fmt.Errorf("%s:%d: each line is one argument: put %q into the line below %q", path, n, value, flag)
		}
		lines = append(lines, unquote(line))
	}
	return lines, nil
}

// unquote removes the quotes that ninja's $in_newline puts around a path with a space:
// those of a shell, or double ones on Windows. Quotes that are not around the whole
// line are part of it.
func unquote(line string) argument {
	n := len(line) - 1
	if n < 1 || line[0] != line[n] {
		return argument{text: line}
	}
	const mark, quote = "\x00", `'\''` // no argument has a NUL
	switch inner := line[1:n]; line[0] {
	case '\'':
		if inner = strings.ReplaceAll(inner, quote, mark); !strings.Contains(inner, "'") {
			return argument{strings.ReplaceAll(inner, mark, "'"), true}
		}
	case '"':
		if inner = strings.ReplaceAll(inner, `\"`, mark); !strings.Contains(inner, `"`) {
			return argument{strings.ReplaceAll(inner, mark, `"`), true}
		}
	}
	return argument{text: line}
}

// twoArguments splits a line into a flag and, behind a space, its value. The value of a
// one-letter flag may contain spaces, but must not begin with one.
func twoArguments(line string) (flag, value string, two bool) {
	i := strings.IndexAny(line, " \t=")
	if i < 0 || line[i] == '=' || !strings.HasPrefix(line, "--") && (line[0] != '-' || i != 2) {
		return "", "", false
	}
	return line[:i], strings.TrimLeft(line[i:], " \t"), true
}
