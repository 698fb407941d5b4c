package foldwatch_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/levelc/levelc/cmd/levelc/internal/foldwatch"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	w, err := foldwatch.New()
	if err != nil {
		panic(err)
	}
	defer w.Close()
	if err := w.Set([]string{dir}, nil); err != nil {
		panic(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.xml"), []byte("<x/>"), 0o666); err != nil {
		panic(err)
	}
	fmt.Println(w.Wait(context.Background()))
	// Output: <nil>
}
