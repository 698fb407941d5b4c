//go:build !linux

package main

import "github.com/levelc/levelc/cmd/levelc/internal/source"

// useHugePages is for Linux, where a program has to ask for them.
func useHugePages([]*source.File) {}
