//go:build !(unix || windows)

package cache

const nonBlock = 0 // the system has no such flag
