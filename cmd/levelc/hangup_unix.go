//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// endings returns the signals that end a command, which then leaves nothing behind. A
// closed terminal is one of them, except under nohup.
func endings() []os.Signal {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	return ends
}

// signalNumber returns what a shell adds to 128 for a process that was ended by the
// signal.
func signalNumber(sig os.Signal) int { return int(sig.(syscall.Signal)) }

// endBySignal ends the process by the signal that interrupted it. With any exit code, a
// shell would go on with its loop or script, as if the interrupt had been for this
// command only.
func endBySignal(number int) {
	sig := syscall.Signal(number)
	signal.Reset(sig)
	if syscall.Kill(syscall.Getpid(), sig) == nil {
		time.Sleep(time.Second) // it is on its way
	}
}
