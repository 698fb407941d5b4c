package format

// behindFrom is how many bytes of rows are enough for two cores; a variable for tests.
var behindFrom = 4 << 20

const (
	// behindBlock is the largest BlockBytes for that: some blocks are held at a time.
	behindBlock = 1 << 20
	// behindLen is how many blocks wait at most.
	behindLen = 2
)

// behind encodes blocks and writes them to a file, on a goroutine of its own, while the
// next blocks are made. Encoding a block takes longer than making it. So if another block
// is already waiting, the maker of a block encodes it too.
type behind struct {
	to   *blockWriter
	todo chan madeBlock
	free chan []byte // the memory of blocks that are in the file
	done chan error
	err  error  // of the file; the goroutine's
	own  packer // of the one who makes the blocks
}

// madeBlock is a block on its way.
type madeBlock struct {
	info   *BlockInfo
	rows   []byte // as they are stored if packed
	room   []byte // their memory, if it can be used again
	packed bool
}

func newBehind(to *blockWriter) *behind {
	p := &behind{to: to, todo: make(chan madeBlock, behindLen), free: make(chan []byte, 2*behindLen), done: make(chan error, 1),
		own: packer{codec: to.codec, small: to.small}}
	go p.run()
	return p
}

// run takes blocks until there are no more, and writes them until one cannot be written.
// If the file ends the goroutine, another one goes on, because whoever makes the blocks
// waits for one to take them.
func (p *behind) run() {
	over := false
	defer func() {
		if !over {
			go p.run()
		}
	}()
	for b := range p.todo {
		if p.err == nil {
			p.write(&b)
		}
		p.reuse(b.room)
	}
	over = true
	p.done <- p.err
}

// write writes a block. If the file panics, that is an error here, and end panics.
func (p *behind) write(b *madeBlock) {
	back := false
	defer func() {
		if x := recover(); x != nil {
			p.err = &foreignPanic{"file", x}
		} else if !back {
			p.err = errAt(0, int64(p.to.pos), errSinkExit, "")
		}
	}()
	if b.packed {
		p.err = p.to.store(b.info, b.rows)
	} else {
		p.err = p.to.put(b.info, b.rows)
	}
	back = true
}

// put takes the next block. Its error is of the encoding only.
func (p *behind) put(b *BlockInfo, rows, room []byte) error {
	m := madeBlock{info: b, rows: rows, room: room}
	if len(p.todo) > 0 {
		stored, err := p.own.pack(b, rows)
		if err != nil {
			return err
		}
		m.rows, m.packed = stored, true
		if b.Codec != CodecNone {
			p.reuse(room)
			m.room, p.own.packed = p.own.packed, p.room()
		}
	}
	p.todo <- m
	return nil
}

// end waits until all blocks are in the file, or one could not be written.
func (p *behind) end() error {
	close(p.todo)
	p.own.enc.zstd.rest()
	err := <-p.done
	if x, ok := err.(*foreignPanic); ok {
		panic(x.value)
	}
	return err
}

// room returns memory that is not in use, or nil.
func (p *behind) room() []byte {
	select {
	case b := <-p.free:
		return b
	default:
		return nil
	}
}

// reuse makes memory free.
func (p *behind) reuse(b []byte) {
	if b == nil {
		return
	}
	select {
	case p.free <- b:
	default:
	}
}
