package output_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/format/output"
)

// writeCoins writes a level with one kind of node.
func writeCoins(path string, values ...uint32) error {
	out, err := output.Create(path)
	if err != nil {
		return err
	}
	defer out.Close() // removes what was not committed
	w, err := format.NewWriter(&format.Schema{Tables: []format.Table{{
		Name: "coin", Class: format.ClassNode, Stride: 4,
		Fields: []format.Field{{Name: "value", Type: format.TypeU32, Count: 1}},
	}}}, format.WriterOptions{Spool: out.Spool})
	if err != nil {
		return err
	}
	defer w.Close()
	coin := w.Schema().Table("coin")
	for _, v := range values {
		row, err := w.Node(coin, 0, 0)
		if err != nil {
			return err
		}
		if err := w.Put(coin, row, binary.LittleEndian.AppendUint32(nil, v)); err != nil {
			return err
		}
	}
	if _, err := w.Finish(out); err != nil {
		return err
	}
	return out.Commit()
}

func Example() {
	dir, err := os.MkdirTemp("", "levels-*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	if err := writeCoins(filepath.Join(dir, "vault.lvl"), 1, 5, 25); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(os.ReadDir(dir))
	// Output: [- vault.lvl] <nil>
}

// With many files, it is enough to wait for the disk once in a while.
func ExampleGroup() {
	dir, err := os.MkdirTemp("", "levels-*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	g := output.NewGroup()
	for i := range 3 {
		out, err := output.Create(filepath.Join(dir, fmt.Sprintf("room%d.lvl", i)))
		if err != nil {
			fmt.Println(err)
			break
		}
		_, err = out.WriteAt([]byte("rows"), 0)
		if err != nil {
			fmt.Println(err, out.Close())
			break
		}
		g.Commit(out, func(err error) {
			// Here the file has its name, or never will.
			if err := errors.Join(err, out.Close()); err != nil {
				fmt.Println(err)
			}
		})
	}
	g.Close()
	fmt.Println(os.ReadDir(dir))
	// Output: [- room0.lvl - room1.lvl - room2.lvl] <nil>
}
