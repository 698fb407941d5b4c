package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
)

// wrongFlag says in the user's words what is wrong with a flag. The library that reads
// flags speaks of shorthands, and of the Go function that refused a value.
func wrongFlag(cmd *cobra.Command, err error) error {
	var (
		none  *pflag.NotExistError
		bare  *pflag.ValueRequiredError
		value *pflag.InvalidValueError
	)
	text := err.Error()
	switch {
	case errors.As(err, &none):
		text = noSuchFlag(dashed(none), none.GetSpecifiedName(), flagsOf(cmd))
		if does := doesThat(cmd, none.GetSpecifiedName()); does != "" {
			text = "unknown flag: " + dashed(none) + "; did you mean " + does + "?"
		}
	case errors.As(err, &bare):
		_, usage := pflag.UnquoteUsage(bare.GetFlag())
		text = fmt.Sprintf("%s needs a value: %s", dashed(bare), usage)
	case errors.As(err, &value):
		given := value.GetValue()
		if given == "" || strings.ContainsAny(given, " \t\n") {
			given = strconv.Quote(given)
		}
		text = fmt.Sprintf("--%s %s: %s", value.GetFlag().Name, given, wrongValue(value))
	}
	if !strings.HasSuffix(text, "?") {
		text += ";"
	}
	return fault.Usage(fmt.Errorf("%s see %s --help", text, cmd.CommandPath()))
}

// dashed returns a flag with its dashes: one before a letter, two before a name. A name may
// have been typed with one, which longFlags has made two.
func dashed(err interface {
	GetSpecifiedName() string
	GetSpecifiedShortnames() string
}) string {
	if err.GetSpecifiedShortnames() != "" {
		return "-" + err.GetSpecifiedName()
	}
	return "--" + err.GetSpecifiedName()
}

// sameHere are flags of some verbs, with what others have in their place. A value has to
// be one that the flag names in its help.
var sameHere = map[string][]string{
	"json":   {"format=json", "as=json"},
	"as":     {"json", "format"},
	"format": {"json", "as"},
}

// doesThat returns the flag of a verb that does what one does that it does not have, or "".
func doesThat(cmd *cobra.Command, name string) string {
	for _, same := range sameHere[name] {
		flag, value, _ := strings.Cut(same, "=")
		if f := cmd.Flags().Lookup(flag); f != nil && strings.Contains(f.Usage, value) {
			return "--" + same
		}
	}
	return ""
}

func noSuchFlag(typed, name string, names []string) string {
	text := "unknown flag: " + typed
	if near := spell.Nearest([]byte(name), names); near != "" {
		text += fmt.Sprintf("; did you mean --%s?", near)
	}
	return text
}

// wrongValue says what a value would have to be.
func wrongValue(err *pflag.InvalidValueError) string {
	switch err.GetFlag().Value.Type() {
	case "duration":
		return "it is a time with its unit, as 500ms or 2s"
	case "bool":
		return "it is true or false"
	case "int":
		if _, why := strconv.ParseInt(err.GetValue(), 0, 0); errors.Is(why, strconv.ErrRange) {
			return "the number is too large"
		}
		return "it is a whole number"
	}
	return err.Unwrap().Error()
}

// flagsOf returns the names of the flags of a verb.
func flagsOf(cmd *cobra.Command) []string {
	names := []string{"help"} // cobra adds it later
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// flagsOfAll returns the names of the flags of cmd and of all verbs below it.
func flagsOfAll(cmd *cobra.Command) []string {
	names := append(flagsOf(cmd), "version")
	for _, verb := range cmd.Commands() {
		names = append(names, flagsOfAll(verb)...)
	}
	return names
}

// leastMisspelt is the least length of a word behind one dash that is taken for a
// misspelt flag, and not for one-letter flags or a value behind one.
const leastMisspelt = 4

// longFlags adds the second dash to flags that have one, as in the go tool, up to a
// "--". A name that is nearly a flag is an error: "-ouptut" would write to "uptut".
func longFlags(args, names []string) ([]string, error) {
	out := slices.Clone(args)
	asked := isCompleting(args) // a shell asks while somebody is typing
	for i, a := range args {
		if a == "--" {
			break
		}
		word, one := strings.CutPrefix(a, "-")
		if flag, value, two := strings.Cut(strings.TrimPrefix(word, "-"), " "); one && two && len(flag) > 1 && slices.Contains(names, flag) && !asked {
			return nil, fault.Usage(fmt.Errorf("unknown flag: %q; %s and %s are two arguments, and two lines of a response file", a, strings.TrimSuffix(a, " "+value), value))
		}
		name, _, _ := strings.Cut(word, "=")
		if !one || len(name) < 2 || name[0] == '-' {
			continue
		}
		near := spell.Nearest([]byte(name), names)
		switch {
		case near == name:
			out[i] = "-" + a
		case near != "" && near[0] == name[0] && !asked && len(name) >= leastMisspelt:
			return nil, fault.Usage(errors.New(noSuchFlag("-"+name, name, names)))
		}
	}
	return out, nil
}
