//go:build amd64 && !purego

#include "textflag.h"

// func copyString(dst, src *byte, n int) bool
//
// Where dst lies fewer than 64 bytes behind src, modulo 4096, a load is taken for one of
// the line that was just stored, and waits for it.
TEXT ·copyString(SB), NOSPLIT, $0-25
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	MOVB $0, ret+24(FP)

	MOVQ DI, AX
	SUBQ SI, AX
	CMPQ AX, CX
	JCS  no      // dst is in src

	ANDQ $4095, AX
	DECQ AX
	CMPQ AX, $63
	JCS  no

	REP; MOVSB
	MOVB $1, ret+24(FP)

no:
	RET
