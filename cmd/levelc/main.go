package main

import (
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/heap"
)

func main() {
	heap.KeepHeadroom()
	code := run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	if code > exitSignal {
		endBySignal(code - exitSignal)
	}
	os.Exit(code)
}
