package main

import "errors"

// onceStandardInput refuses a call that names standard input more than once, for it can
// be read only once.
func onceStandardInput(schema string, sources []string) error {
	n := 0
	if schema == "-" {
		n++
	}
	for _, s := range sources {
		if s == "-" {
			n++
		}
	}
	if n > 1 {
		return usage(errors.New("standard input is named more than once, but can be read only once"))
	}
	return nil
}

// nameOf returns what a file is called in messages.
func nameOf(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}
