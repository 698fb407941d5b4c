package loader

import (
	"fmt"
	"math"
)

// Saves and reloads number nodes by an int32, and what else they count by a uint32. Tests
// change these.
var mostNodes, mostNumbers uint64 = math.MaxInt32, math.MaxUint32

// countable refuses n things if there may be no more than most.
func countable(n int, what string, most uint64) error {
	if uint64(n) > most {
		return fmt.Errorf("%d %s at once, where %d are possible", n, what, most)
	}
	return nil
}

// countable refuses a version of a level that a reload could not number.
func (im *image) countable() error {
	if err := countable(len(im.nodes), "nodes", mostNodes); err != nil {
		return err
	}
	return countable(im.strings(), "strings", mostNumbers)
}
