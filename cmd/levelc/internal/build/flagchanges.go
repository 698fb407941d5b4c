package build

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// FlagChanges says how two values of Options.Flags differ, for a message.
func FlagChanges(old, now string) string {
	values := func(list string) map[string]string {
		m := map[string]string{}
		for list != "" {
			name, rest, _ := strings.Cut(list, "=")
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				break // another levelc wrote the cache, which is said elsewhere
			}
			m[name], _ = strconv.Unquote(quoted)
			list = strings.TrimPrefix(rest[len(quoted):], " ")
		}
		return m
	}
	was, is := values(old), values(now)
	var changes []string
	for name, v := range is {
		if before, ok := was[name]; !ok || before != v {
			changes = append(changes, fmt.Sprintf("--%s %s, was %s", name, shown(v), shown(before)))
		}
	}
	for name, v := range was {
		if _, ok := is[name]; !ok {
			changes = append(changes, fmt.Sprintf("--%s was %s", name, shown(v)))
		}
	}
	slices.Sort(changes)
	return strings.Join(changes, ", ")
}

// shown returns the value of a flag for a message. No flag can be given nothing.
func shown(value string) string {
	if value == "" || value == "[]" { // the latter is a list
		return "not set"
	}
	if strings.ContainsAny(value, " ,") {
		return strconv.Quote(value)
	}
	return value
}
