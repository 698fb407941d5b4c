// Package fault has the errors that decide how a call of levelc ends, and the words for
// errors about files.
//
// An error that went through Usage is one in the command line, for which levelc ends with
// exit code 2; wrapping keeps that. ErrInterrupted stands for the error of a context that an
// interrupt has ended. CannotRead and CannotWrite say what the user asked for, without the
// system call that failed, and keep the cause for errors.Is.
//
// Everything here may be used by several goroutines at once.
package fault
