//go:build invariants

package inline

import "github.com/levelc/levelc/smallalloc/internal/mem"

// checked switches on the checks that cost time. What they find is a broken
// program; they panic.
const checked = true

// overwrite makes a use of s, which holds no pointers, show.
func overwrite[T any](s []T) { mem.Fill(s, 0xDF) }
