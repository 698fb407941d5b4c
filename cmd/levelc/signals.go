package main

import (
	"context"
	"os"
	"os/signal"
	"time"
)

// onceWithin is how long a signal may come again and still mean the same: timeout sends
// it to levelc and then to the whole group. No person is as quick.
const onceWithin = 500 * time.Millisecond

// interruption is the cause of a context that a signal ended.
type interruption struct{ os.Signal }

func (i interruption) Error() string { return i.Signal.String() }

// untilInterrupted returns a context that ends with the first signal of endings. Another
// signal that comes later than onceWithin ends the process at once, even if it hangs.
func untilInterrupted() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	came := make(chan os.Signal, 1)
	signal.Notify(came, endings()...)
	go func() {
		select {
		case sig := <-came:
			cancel(interruption{sig})
			time.AfterFunc(onceWithin, func() { signal.Stop(came) })
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		cancel(nil)
	}
}
