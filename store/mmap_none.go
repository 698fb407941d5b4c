//go:build !linux && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd && !windows

package store

import "errors"

// canMap says whether the system lends memory outside Go's heap. Where it does
// not, no store gets as far as the functions below.
const canMap = false
const canJoin = false

func canMapFiles() bool  { return false }
func mapPiece(n int) int { return n }

var errNoMapping = errors.New("no mappings on this system")

func mapReserve(int) ([]byte, error)  { return nil, errNoMapping }
func mapSlab(int) ([]byte, error)     { return nil, errNoMapping }
func mapCommit([]byte) error          { return errNoMapping }
func mapDiscard([]byte) error         { return errNoMapping }
func mapFree([]byte) error            { return errNoMapping }
func mapForbid([]byte) error          { return errNoMapping }
func mapPopulate([]byte)              {}
func mapHuge([]byte)                  {}
func mapReady([]byte, uintptr, int64) {}

func mapPages([]byte, uintptr, int64) error { return errNoMapping }
func mapZeros([]byte) error                 { return errNoMapping }
