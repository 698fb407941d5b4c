//go:build amd64 && !purego

#include "textflag.h"

// func patternHolds256(q, pattern []uint64) bool
//
// The pattern of 64 bytes is and, add, test and zero. A pattern of no more than
// that stays in registers; longer ones are read as the rows are.
//
//	SI, CX  the rows and their end      Y0, Y1  two vectors of rows
//	DI, R8  the pattern and its end     Y2, Y3  what was found so far
TEXT ·patternHolds256(SB), NOSPLIT, $0-49
	MOVQ q_base+0(FP), SI
	MOVQ q_len+8(FP), CX
	LEAQ (SI)(CX*8), CX
	MOVQ pattern_base+24(FP), DI
	MOVQ pattern_len+32(FP), R8
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	CMPQ R8, $32
	LEAQ (DI)(R8*8), R8
	JNE  rows

	VMOVDQU (DI), Y8
	VMOVDQU 32(DI), Y11
	VMOVDQU 64(DI), Y9
	VMOVDQU 96(DI), Y12
	VMOVDQU 192(DI), Y10
	VMOVDQU 224(DI), Y13
	VPXOR Y4, Y4, Y4
	JMP  next

pair:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPAND Y8, Y0, Y5
	VPAND Y11, Y1, Y6
	VPADDQ Y9, Y5, Y5
	VPADDQ Y12, Y6, Y6
	VPAND Y10, Y0, Y0
	VPAND Y13, Y1, Y1
	VPOR Y5, Y2, Y2
	VPOR Y6, Y3, Y3
	VPOR Y0, Y4, Y4
	VPOR Y1, Y4, Y4
	ADDQ $64, SI

next:
	CMPQ SI, CX
	JB   pair
	VPAND 128(DI), Y2, Y2
	VPAND 160(DI), Y3, Y3
	VPOR Y4, Y2, Y2
	JMP  done

rows:
	CMPQ SI, CX
	JAE  done
	MOVQ DI, R9

vectors:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VPAND (R9), Y0, Y5
	VPAND 32(R9), Y1, Y6
	VPADDQ 64(R9), Y5, Y5
	VPADDQ 96(R9), Y6, Y6
	VPAND 192(R9), Y0, Y0
	VPAND 224(R9), Y1, Y1
	VPAND 128(R9), Y5, Y5
	VPAND 160(R9), Y6, Y6
	VPOR Y0, Y5, Y5
	VPOR Y1, Y6, Y6
	VPOR Y5, Y2, Y2
	VPOR Y6, Y3, Y3
	ADDQ $64, SI
	ADDQ $256, R9
	CMPQ R9, R8
	JB   vectors
	JMP  rows

done:
	VPOR Y3, Y2, Y2
	VPTEST Y2, Y2
	SETEQ ret+48(FP)
	VZEROUPPER
	RET

// func patternHolds512(q, pattern []uint64) bool
//
// As patternHolds256, with vectors of twice the length. The immediate 0xf8 makes
// of VPTERNLOGQ z, y, x: x |= y & z.
//
//	SI, CX  the rows and their end      Z0      a vector of rows
//	DI, R8  the pattern and its end     Z2, Z3  what was found so far
TEXT ·patternHolds512(SB), NOSPLIT, $0-49
	MOVQ q_base+0(FP), SI
	MOVQ q_len+8(FP), CX
	LEAQ (SI)(CX*8), CX
	MOVQ pattern_base+24(FP), DI
	MOVQ pattern_len+32(FP), R8
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	VPXORQ Z4, Z4, Z4
	VPXORQ Z7, Z7, Z7
	CMPQ R8, $32
	LEAQ (DI)(R8*8), R8
	JNE  rows

	VMOVDQU64 (DI), Z8
	VMOVDQU64 64(DI), Z9
	VMOVDQU64 128(DI), Z10
	VMOVDQU64 192(DI), Z11
	JMP  next

one:
	VMOVDQU64 (SI), Z0
	VPANDQ Z8, Z0, Z5
	VPADDQ Z9, Z5, Z5
	VPTERNLOGQ $0xf8, Z11, Z0, Z3
	VPTERNLOGQ $0xf8, Z10, Z5, Z2
	ADDQ $64, SI

next:
	CMPQ SI, CX
	JB   one
	JMP  done

rows:
	MOVQ R8, R10
	SUBQ DI, R10
	SHRQ $2, R10

twice:
	LEAQ (SI)(R10*2), R11
	CMPQ R11, CX
	JA   once
	MOVQ DI, R9

pairs:
	VMOVDQU64 (SI), Z0
	VMOVDQU64 (SI)(R10*1), Z1
	VMOVDQU64 (R9), Z8
	VMOVDQU64 64(R9), Z9
	VMOVDQU64 128(R9), Z10
	VMOVDQU64 192(R9), Z11
	VPANDQ Z8, Z0, Z5
	VPANDQ Z8, Z1, Z6
	VPADDQ Z9, Z5, Z5
	VPADDQ Z9, Z6, Z6
	VPTERNLOGQ $0xf8, Z11, Z0, Z3
	VPTERNLOGQ $0xf8, Z11, Z1, Z4
	VPTERNLOGQ $0xf8, Z10, Z5, Z2
	VPTERNLOGQ $0xf8, Z10, Z6, Z7
	ADDQ $64, SI
	ADDQ $256, R9
	CMPQ R9, R8
	JB   pairs
	MOVQ R11, SI
	JMP  twice

once:
	CMPQ SI, CX
	JAE  done
	MOVQ DI, R9

vectors:
	VMOVDQU64 (SI), Z0
	VPANDQ (R9), Z0, Z5
	VPADDQ 64(R9), Z5, Z5
	VPTERNLOGQ $0xf8, 192(R9), Z0, Z3
	VPTERNLOGQ $0xf8, 128(R9), Z5, Z2
	ADDQ $64, SI
	ADDQ $256, R9
	CMPQ R9, R8
	JB   vectors
	JMP  once

done:
	VPORQ Z3, Z2, Z2
	VPORQ Z7, Z4, Z4
	VPORQ Z4, Z2, Z2
	VPTESTMQ Z2, Z2, K1
	KORTESTW K1, K1
	SETEQ ret+48(FP)
	VZEROUPPER
	RET

// func gatherRows(dst, src []byte, code []uint32, n, to, from int)
//
// A step of the code is 160 bytes: index, shift, mask and constant for eight
// words, then where it reads and where it writes; see gather.
//
//	DI, SI  the row that is made and the one it comes from    CX  rows
//	R8, R9  the code and its end                              R12 a step
//	Y0      the words so far
TEXT ·gatherRows(SB), NOSPLIT, $0-96
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ code_base+48(FP), R8
	MOVQ code_len+56(FP), R9
	LEAQ (R8)(R9*4), R9
	MOVQ n+72(FP), CX
	MOVQ to+80(FP), R10
	MOVQ from+88(FP), R11
	TESTQ CX, CX
	JLE  gatherDone

gatherRow:
	MOVQ R8, R12
	VPXOR Y0, Y0, Y0

gatherVector:
	MOVL 128(R12), R13
	MOVL 132(R12), R14
	VMOVDQU (R12), Y1
	VPERMD (SI)(R13*1), Y1, Y2
	VPSRLVD 32(R12), Y2, Y2
	VPAND 64(R12), Y2, Y2
	VPOR 96(R12), Y0, Y0
	VPOR Y2, Y0, Y0
	ADDQ $160, R12
	CMPL R14, $-1
	JEQ  gatherVector
	VMOVDQU Y0, (DI)(R14*1)
	VPXOR Y0, Y0, Y0
	CMPQ R12, R9
	JB   gatherVector
	ADDQ R10, DI
	ADDQ R11, SI
	DECQ CX
	JNZ  gatherRow

gatherDone:
	VZEROUPPER
	RET
