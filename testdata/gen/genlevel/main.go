// Genlevel writes a generated level of package game.
//
//	go run ./testdata/gen/genlevel -size 50MB -format xml -o large.xml
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/levelc/levelc/testdata/gen"
)

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "genlevel:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	o := gen.Options{Bytes: gen.Small}
	flags := flag.NewFlagSet("genlevel", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Func("size", "about how large in XML: 500KB, 50MB (default 500KB)", func(s string) (err error) {
		o.Bytes, err = gen.ParseSize(s)
		return err
	})
	flags.Func("format", "xml or json (default xml)", func(s string) (err error) {
		o.Format, err = gen.ParseFormat(s)
		return err
	})
	flags.Uint64Var(&o.Seed, "seed", 1, "which level of that size")
	name := flags.String("o", "-", "the file to write; - is standard output")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if *name == "-" {
		_, err := gen.Write(stdout, o)
		return err
	}
	return writeFile(*name, o, stderr)
}

func writeFile(name string, o gen.Options, stderr io.Writer) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	stats, err := gen.Write(f, o)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%s: %d bytes, %d nodes, %d vertices\n", name, stats.Bytes, stats.Nodes, stats.Vertices)
	return nil
}
