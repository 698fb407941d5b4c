package main

import "os"

func main() {
	keepHeadroom()
	code := run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	if code > exitSignal {
		endBySignal(code - exitSignal)
	}
	os.Exit(code)
}
