//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// endings are the signals that end a command and leave nothing behind. A closed
// terminal is one of them, unless nohup has said otherwise.
func endings() []os.Signal {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	return ends
}
