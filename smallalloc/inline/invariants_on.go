//go:build invariants

package inline

import "github.com/levelc/levelc/smallalloc/internal/mem"

// checked switches on checks that cost time. They panic on what only a wrong program
// can cause.
const checked = true

// overwrite makes any use of the old contents of s, which holds no pointers, visible.
func overwrite[T any](s []T) { mem.Fill(s, 0xDF) }
