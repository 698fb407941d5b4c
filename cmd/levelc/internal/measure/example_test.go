package measure_test

import (
	"context"
	"fmt"
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/measure"
)

func Example() {
	fixed := func(d time.Duration) func() (time.Duration, error) {
		return func() (time.Duration, error) { return d, nil } // a real run times itself
	}
	results, err := measure.Beside(context.Background(), 0, []measure.Case{
		{Name: "by boat", Run: fixed(30 * time.Millisecond)},
		{Name: "by train", Run: fixed(12 * time.Millisecond)},
	})
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Println(r.Name, r.Median)
	}
	// Output:
	// by boat 30ms
	// by train 12ms
}
