//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
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

// signalNumber is what a shell adds to 128 for a process that a signal ended.
func signalNumber(sig os.Signal) int { return int(sig.(syscall.Signal)) }

// endBySignal ends the process as the signal does that interrupted it. An exit
// code, whatever it says, would have a shell go on with its loop or script, as if
// the interrupt had been for this command alone.
func endBySignal(number int) {
	sig := syscall.Signal(number)
	signal.Reset(sig)
	if syscall.Kill(syscall.Getpid(), sig) == nil {
		time.Sleep(time.Second) // it is on its way
	}
}
