package unparse

import (
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// findProps lists the rows with dynamic properties.
func findProps(l *level.Level) map[place]format.Props {
	out := make(map[place]format.Props)
	l.Props(func(table int, row uint32, p format.Props) bool {
		out[place{uint32(table), row}] = p
		return true
	})
	return out
}
