//go:build race

package smallalloc

const raceEnabled = true
