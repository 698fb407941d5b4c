//go:build amd64 && !purego

#include "textflag.h"

// func ascendVectors(w, starts []uint32, all []byte, last *idPrefix, first *[17][16]byte) int
//
// It asks for what it comes to: strings and where they begin were read long before
// and lie in no near cache any more.
//
//	SI, CX   rows of $id and how many words they are   AX, BX   word and string at hand
//	DI, R8   starts and how many strings               R9, R10  the last row's prefix
//	R11, R12 all and how many places 16 bytes begin at R13      first, see firstReversed
TEXT ·ascendVectors(SB), NOSPLIT, $0-96
	MOVQ w_base+0(FP), SI
	MOVQ w_len+8(FP), CX
	MOVQ starts_base+24(FP), DI
	MOVQ starts_len+32(FP), R8
	MOVQ all_base+48(FP), R11
	MOVQ all_len+56(FP), R12
	MOVQ last+72(FP), DX
	MOVQ (DX), R9
	MOVQ 8(DX), R10
	MOVQ first+80(FP), R13
	XORL AX, AX
	DECQ R8
	SUBQ $15, R12
	JMP  next

row:
	MOVL (SI)(AX*4), BX
	CMPQ BX, R8
	JGE  done
	PREFETCHT0 512(DI)(BX*4)
	MOVL 4(DI)(BX*4), R15
	MOVL (DI)(BX*4), BX
	SUBL BX, R15
	CMPQ BX, R12
	JGE  done
	CMPL R15, $16
	JLS  within
	MOVL $16, R15

within:
	SHLQ $4, R15
	PREFETCHT0 1024(R11)(BX*1)
	VMOVDQU (R11)(BX*1), X0
	VPSHUFB (R13)(R15*1), X0, X0
	VMOVQ X0, BX
	VPEXTRQ $1, X0, R15
	CMPQ R10, BX
	MOVQ R9, DX
	SBBQ R15, DX
	JCC  done
	MOVQ R15, R9
	MOVQ BX, R10
	ADDQ $3, AX

next:
	CMPQ AX, CX
	JLT  row

done:
	MOVQ last+72(FP), DX
	MOVQ R9, (DX)
	MOVQ R10, 8(DX)
	MOVQ AX, ret+88(FP)
	RET
