package randlevel_test

import (
	"bytes"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
)

func Example() {
	l, err := randlevel.Make(randlevel.Options{Schema: 1, Rows: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(format.Verify(bytes.NewReader(l.File), format.Options{}))
	// Output: <nil>
}
