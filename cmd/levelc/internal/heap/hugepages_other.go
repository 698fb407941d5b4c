//go:build !linux

package heap

import "github.com/levelc/levelc/cmd/levelc/internal/source"

// These are for Linux, where a program has to ask for huge pages.

// UseHugePages does nothing here.
func UseHugePages([]*source.File) {}

// UseHugePagesForLevels does nothing here.
func UseHugePagesForLevels(int) {}
