package view

import "github.com/levelc/levelc/format"

// Unchecked returns options that let wrong rows come through.
func Unchecked() Options { return Options{check: format.CheckNone} }
