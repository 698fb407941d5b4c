//go:build !linux

package main

import "github.com/levelc/levelc/cmd/levelc/internal/source"

// These are for Linux, where a program has to ask for huge pages.

func useHugePages([]*source.File) {}
func useHugePagesForLevels(int)   {}
