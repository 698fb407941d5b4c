package rebuild_test

import (
	"bytes"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/cmd/levelc/internal/rebuild"
	"github.com/levelc/levelc/format"
)

func Example() {
	made, err := randlevel.Make(randlevel.Options{Schema: 9, Rows: 9, Extras: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := level.Read(bytes.NewReader(made.File), format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var out format.Buffer
	if _, err := rebuild.Write(&out, l, rebuild.Options{Drop: rebuild.Sources}); err != nil {
		fmt.Println(err)
		return
	}
	stripped, err := level.Read(bytes.NewReader(out), format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(l.Rows(format.TableSrc) > 0, stripped.Rows(format.TableSrc), len(l.Nodes()) == len(stripped.Nodes()))
	// Output: true 0 true
}
