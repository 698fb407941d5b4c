//go:build !unix

package main

import (
	"os"
	"syscall"
)

// endings returns the signals that end a command, which then leaves nothing behind.
// Windows sends a SIGTERM when a console is closed.
func endings() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

// signalNumber returns the number of an interrupt on other systems.
func signalNumber(os.Signal) int { return 2 }

// endBySignal does nothing: the exit code must do.
func endBySignal(int) {}
