package main

import (
	"context"
	"os"
	"os/signal"
)

// interruption is the cause of a context that a signal ended.
type interruption struct{ os.Signal }

func (i interruption) Error() string { return i.Signal.String() }

// untilInterrupted returns a context that ends with the first signal of endings. A
// second signal ends the process at once.
func untilInterrupted() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	came := make(chan os.Signal, 1)
	signal.Notify(came, endings()...)
	go func() {
		select {
		case sig := <-came:
			signal.Stop(came)
			cancel(interruption{sig})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		cancel(nil)
	}
}
