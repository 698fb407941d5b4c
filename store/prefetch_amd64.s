//go:build amd64 && !purego

#include "textflag.h"

// func prefetchLines(at, n uintptr)
//
// Go's assembler does not know PREFETCHW, which brings a line to be written; a
// machine that does not have it takes it for no operation.
TEXT ·prefetchLines(SB), NOSPLIT, $0-16
	MOVQ at+0(FP), AX
	MOVQ n+8(FP), CX
	ADDQ AX, CX

next:
	BYTE $0x0f; BYTE $0x0d; BYTE $0x08 // PREFETCHW (AX)
	ADDQ $64, AX
	CMPQ AX, CX
	JCS  next
	RET

// func prefetchPages(at, n uintptr)
//
// Two lines, as one alone does not yet set the processor going.
TEXT ·prefetchPages(SB), NOSPLIT, $0-16
	MOVQ at+0(FP), AX
	MOVQ n+8(FP), CX
	ADDQ AX, CX

page:
	PREFETCHT0 (AX)
	PREFETCHT0 64(AX)
	ADDQ $4096, AX
	CMPQ AX, CX
	JCS  page
	RET
