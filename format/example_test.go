package format_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"github.com/levelc/levelc/format"
)

// lamps is a schema with one kind of node.
func lamps() *format.Schema {
	return &format.Schema{Tables: []format.Table{{
		Name: "lamp", Class: format.ClassNode, Stride: 12,
		Fields: []format.Field{
			{Name: "name", Type: format.TypeStr, Offset: 0, Count: 1},
			{Name: "power", Type: format.TypeF32, Offset: 4, Count: 1, Attr: format.Attr{Finite: true}},
			{Name: "on", Type: format.TypeBool, Offset: 8, Count: 1},
		},
	}}}
}

func writeLamps() []byte {
	w, err := format.NewWriter(lamps(), format.WriterOptions{})
	if err != nil {
		panic(err)
	}
	defer w.Close()
	lamp := w.Schema().Table("lamp")
	for i, name := range []string{"hall", "stairs"} {
		row, _ := w.Node(lamp, 0, 0)
		str, _ := w.String([]byte(name))
		b := make([]byte, 12)
		binary.LittleEndian.PutUint32(b, str)
		binary.LittleEndian.PutUint32(b[4:], 0x3f800000) // 1.0
		b[8] = byte(i)
		_ = w.Put(lamp, row, b)
		_ = w.ID(str, lamp, row)
	}
	var out format.Buffer
	if _, err := w.Finish(&out); err != nil {
		panic(err)
	}
	return out
}

func Example() {
	r, err := format.NewReader(bytes.NewReader(writeLamps()), format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var strs format.StringTable
	for {
		b, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		_ = strs.Add(b)
		t := &r.Schema().Tables[b.Table]
		if t.Class != format.ClassNode {
			continue
		}
		for at := 0; at < len(b.Data); at += int(t.Stride) {
			var line []byte
			for i := range t.Fields {
				line = fmt.Appendf(line, "%s=", t.Fields[i].Name)
				line = append(format.AppendField(line, r.Schema(), &t.Fields[i], b.Data[at:], &strs), ' ')
			}
			fmt.Printf("%s %s\n", t.Name, bytes.TrimSpace(line))
		}
	}
	// Output:
	// lamp name="hall" power=1 on=false
	// lamp name="stairs" power=1 on=true
}

// A file that was damaged is refused with the place of the damage.
func ExampleVerify() {
	b := writeLamps()
	fmt.Println(format.Verify(bytes.NewReader(b), format.Options{}))
	b[20] ^= 1
	fmt.Println(format.Verify(bytes.NewReader(b), format.Options{}))
	fmt.Println(format.Verify(bytes.NewReader(b[:40]), format.Options{}))
	// Output:
	// <nil>
	// lvl: offset 56: wrong checksum: of the header
	// lvl: offset 40: the file ends early
}

// In the game, the power has become a float64, and there is a new field.
func ExampleNewPlan() {
	file, game := lamps().Complete(), lamps().Complete()
	game.Tables[format.FixedTables].Stride = 24
	game.Tables[format.FixedTables].Fields = []format.Field{
		{Name: "name", Type: format.TypeStr, Offset: 0, Count: 1},
		{Name: "on", Type: format.TypeBool, Offset: 4, Count: 1},
		{Name: "power", Type: format.TypeF64, Offset: 8, Count: 1},
		{Name: "hue", Type: format.TypeU16, Offset: 16, Count: 1, Attr: format.Attr{HasDefault: true, Default: "40"}},
	}
	lamp := format.FixedTables
	p, err := format.NewPlan(file, lamp, game, lamp)
	if err != nil {
		fmt.Println(err)
		return
	}
	row := []byte{1, 0, 0, 0, 0, 0, 0x80, 0x3f, 1, 0, 0, 0}
	type gameLamp struct {
		Name  uint32
		On    bool
		Power float64
		Hue   uint16
		_     [6]byte // 8-byte alignment of the file, which 386 does not have
	}
	to := make([]gameLamp, 1)
	if err := p.Convert(format.BytesOf(to), row, 1); err != nil {
		fmt.Println(err)
	}
	fmt.Println(to[0].Name, to[0].On, to[0].Power, to[0].Hue)
	// Output:
	// 1 true 1 40
}

func ExampleCheckEvolution() {
	before, after := lamps(), lamps()
	after.Tables[0].Fields[1].Name = "watts"
	for _, b := range format.CheckEvolution(before, after) {
		fmt.Println(b)
	}
	// Output:
	// loses: lamp.power: removed; its values in levels built before are not read (if it became watts, give watts the alias "power")
	// note: lamp.watts: new; in levels built before it is zero
}

func ExamplePropBuilder() {
	var b format.PropBuilder
	b.Reset()
	b.Key("speed")
	b.Float(2.5)
	b.Key("tags")
	b.BeginList()
	b.Text("door")
	b.Text("oak")
	b.End()
	props, err := b.Finish()
	if err != nil {
		fmt.Println(err)
		return
	}
	speed, _ := props.Get("speed").Float()
	fmt.Println(speed)
	fmt.Printf("%s\n", props.AppendJSON(nil))
	// Output:
	// 2.5
	// {"speed":2.5,"tags":["door","oak"]}
}

func ExampleAnnotate() {
	b := writeLamps()
	b[8] = 2 // another major version, whose header_sum is wrong too
	_ = format.Annotate(os.Stdout, bytes.NewReader(b[:64]), format.Options{})
	// Output:
	// # header
	//  000000  89 4c 56 4c 0d 0a 1a 0a  magic
	//  000008  02 00                    major 2
	//  00000a  00 00                    minor 0
	//  00000c  00 00 00 00              flags 0x0
	//  000010  c0 04 00 00 00 00 00 00  file_len 1216
	//  000018  42 02 00 00              schema_len 578
	//  00001c  00 00 00 00              meta_len 0
	//  000020  01 00 00 00              chunk_count 1
	//  000024  05 00 00 00              block_count 5
	//  000028  06                       align_log2 6
	//  000029  00 00 00 00 00 00 00     zero
	//  000030  bd 1f 3d 4d 93 0e 48 8c  head_sum
	//  000038  da b3 22 16 8a 46 ae 12  header_sum
	// ! lvl: offset 56: wrong checksum: of the header
}
