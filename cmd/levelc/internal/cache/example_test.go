package cache_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, ".levelc-cache")

	// A build of a level that nobody has built before.
	s, err := cache.Open(context.Background(), path, nil)
	if err != nil {
		panic(err)
	}
	source := cache.SumOf([]byte("<scene/>"))
	if _, known := s.Level("a.lvl"); !known {
		fmt.Println("built")
		// When the output has its name:
		err = s.PutLevel(cache.Level{Out: "a.lvl", Source: "a.xml", SourceSum: source, Sum: cache.SumOf([]byte("level"))})
	}
	fmt.Println(err, s.Close())

	// The next one.
	s, err = cache.Open(context.Background(), path, nil)
	if err != nil {
		panic(err)
	}
	l, known := s.Level("a.lvl")
	fmt.Println(known, l.SourceSum == source)
	// Output:
	// built
	// <nil> <nil>
	// true true
}
