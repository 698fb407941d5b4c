package format

// behindFrom is how many bytes of rows are enough for two cores; a variable for tests.
var behindFrom = 4 << 20

const (
	// behindBlock is the largest BlockBytes for that: some blocks are held at a time.
	behindBlock = 1 << 20
	// behindLen is how many blocks wait at most.
	behindLen = 2
)

// behind encodes blocks, and puts them into a file, on a goroutine of its own while the
// next ones are made. To encode one takes longer than to make it: where another one waits
// for that already, the one who has made it encodes it too.
type behind struct {
	to   *blockWriter
	todo chan madeBlock
	free chan []byte // the memory of blocks that are in the file
	done chan error
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

// run puts blocks until there are no more. Behind one that cannot be put there are none.
func (p *behind) run() {
	var err error
	for b := range p.todo {
		switch {
		case err != nil:
		case b.packed:
			err = p.to.store(b.info, b.rows)
		default:
			err = p.to.put(b.info, b.rows)
		}
		p.reuse(b.room)
	}
	p.done <- err
}

// put takes a block that the others are in front of. Its error is of the encoding only.
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

// end waits until all blocks are in the file, or one could not be put.
func (p *behind) end() error {
	close(p.todo)
	p.own.enc.zstd.rest()
	return <-p.done
}

// room is memory that is not in use, or nil.
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
