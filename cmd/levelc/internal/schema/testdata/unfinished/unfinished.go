// Package unfinished does not compile, for the sake of a test.
package unfinished

import (
	"os"

	"github.com/levelc/levelc/store"
)

type Lamp struct{ X, Y float32 }

type World struct{ Lamps store.Bulk[Lamp] }

func brightness() int { return "not written yet" }
