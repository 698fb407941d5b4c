// Package ofc has records with fields of C, for the sake of a test.
package ofc

import "C"

import "github.com/levelc/levelc/store"

type Lamp struct{ X C.int }

type World struct{ Lamps store.Bulk[Lamp] }
