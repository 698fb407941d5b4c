//go:build !invariants

package store

import "reflect"

const guarded = false

// life is kept under the tag invariants; see guard_on.go.
type life struct{}

func opened[S any](string, reflect.Type, *S) *life { return nil }

func (*life) end()                        {}
func (*life) rename(string, reflect.Type) {}

func detain([]byte) error { return nil }

func (s *slots) poison(cell, uint32, uint32) {}
func (s *slots) poisonMapped(_, _ uint32)    {}
func (s *slots) clean(uint32, bool) bool     { return true }
func (s *slots) wake(uint32)                 {}
func (s *slots) wipeLinks(uint32)            {}
func (s *slots) wipeList()                   {}
func (s *slots) wipeFirst(uint32)            {}
func (s *slots) wipeLast(uint32)             {}
func (s *slots) wipeRuns()                   {}
func (s *slots) bury()                       {}
func (a *spans) buryAll()                    {}
func (c *column[E]) die(int)                 {}
func (c *column[E]) wake(int)                {}
func (a *spans) poison(_, _ uint32)          {}
func (a *spans) wake(_, _ uint32)            {}
func (a *Arena[T]) wake(uint32)              {}
