//go:build !unix

package main

import (
	"os"
	"syscall"
)

// endings are the signals that end a command and leave nothing behind. Windows
// makes a SIGTERM of a console that is closed.
func endings() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

// signalNumber is that of an interrupt, as shells of other systems count.
func signalNumber(os.Signal) int { return 2 }

// endBySignal does nothing: the exit code has to do.
func endBySignal(int) {}
