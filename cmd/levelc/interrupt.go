package main

import (
	"context"
	"io"
)

// An interrupt does not end the process by itself, so that nothing is left
// behind. It ends what is read or written through these, which is where work on
// a large level spends its time.

type interruptReader struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptReader) Read(p []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.r.Read(p)
}

type interruptWriter struct {
	ctx context.Context
	w   io.Writer
}

func (i interruptWriter) Write(p []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.w.Write(p)
}

type interruptWriterAt struct {
	ctx context.Context
	w   io.WriterAt
}

func (i interruptWriterAt) WriteAt(p []byte, off int64) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.w.WriteAt(p, off)
}
