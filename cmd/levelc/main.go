package main

import "os"

func main() {
	keepHeadroom()
	os.Exit(run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}
