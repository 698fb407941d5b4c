//go:build amd64 && !purego

#include "textflag.h"

// LOOKUPS leaves in Y2 the errors of the vector Y0. Y4, Y5 and Y6 are the bytes one, two
// and three places before those of Y0; X is what of them is lost.
//
// What the tables say of each byte and the one before it is an error, except that two
// continuations are right, and needed, where the byte two places before is a lead of
// three bytes or more, or the one three places before of four. Those leads are the bytes
// that stay above 0x7f when 0x60 or 0x70 is subtracted.
#define LOOKUPS \
	VPSRLW $4, Y4, Y7 \
	VPAND Y11, Y7, Y7 \
	VPSHUFB Y7, Y8, Y7 \
	VPAND Y11, Y4, Y4 \
	VPSHUFB Y4, Y9, Y4 \
	VPAND Y4, Y7, Y7 \
	VPSRLW $4, Y0, Y4 \
	VPAND Y11, Y4, Y4 \
	VPSHUFB Y4, Y10, Y4 \
	VPAND Y4, Y7, Y7 \
	VPSUBUSB Y12, Y5, Y5 \
	VPSUBUSB Y13, Y6, Y6 \
	VPOR Y6, Y5, Y5 \
	VPAND Y14, Y5, Y5 \
	VPXOR Y7, Y5, Y5 \
	VPOR Y5, Y2, Y2

// BYTES puts 32 times an immediate byte into y.
#define BYTES(b, x, y) \
	MOVL b, DX \
	VMOVD DX, x \
	VPBROADCASTB x, y

// func checkTextVectors(s []byte, pairs *[3][16]byte) (ascii, ok bool)
//
// There is a loop for plain ASCII. It comes after eight vectors of that, because a
// branch that is guessed wrongly costs as much as some vectors. The last vector is the
// last 32 bytes, some of which may have been looked at before.
//
//	SI      the next vector           R8, R9  the last one, and the last pair
//	CX      the end                   AX      the bytes that are not ASCII, or'ed
//	Y0      the vector                BX      the vectors of ASCII until the loop, R10 eight
//	Y2      errors so far
TEXT ·checkTextVectors(SB), NOSPLIT, $0-34
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), CX
	MOVQ pairs+24(FP), DI
	LEAQ (SI)(CX*1), CX
	LEAQ -32(CX), R8
	LEAQ -64(CX), R9
	VBROADCASTI128 (DI), Y8
	VBROADCASTI128 16(DI), Y9
	VBROADCASTI128 32(DI), Y10
	BYTES($0x0f, X11, Y11)
	BYTES($0x60, X12, Y12)
	BYTES($0x70, X13, Y13)
	BYTES($0x80, X14, Y14)
	VPXOR Y2, Y2, Y2
	XORL AX, AX
	MOVL $8, R10
	MOVL $1, BX

	VMOVDQU (SI), Y0
	VPMOVMSKB Y0, DX
	TESTL DX, DX
	JZ   plainNext
	VPERM2I128 $0x08, Y0, Y0, Y3 // nothing, then the low half
	VPALIGNR $15, Y3, Y0, Y4
	VPALIGNR $14, Y3, Y0, Y5
	VPALIGNR $13, Y3, Y0, Y6

check:
	LOOKUPS
	ORL  DX, AX
	ADDQ $32, SI
	DECL BX
	TESTL DX, DX
	CMOVLNE R10, BX
	TESTL BX, BX
	JZ   plain

next:
	CMPQ SI, CX
	JAE  done
	CMPQ SI, R8
	CMOVQHI R8, SI
	VMOVDQU (SI), Y0
	VMOVDQU -1(SI), Y4
	VMOVDQU -2(SI), Y5
	VMOVDQU -3(SI), Y6
	VPMOVMSKB Y0, DX
	JMP  check

plainNext:
	ADDQ $32, SI

plain: // all bytes of the vector before SI are ASCII
	MOVL $1, BX
	CMPQ SI, R9
	JA   next
	VMOVDQU (SI), Y0
	VPOR 32(SI), Y0, Y0
	VPMOVMSKB Y0, DX
	TESTL DX, DX
	JNZ  next
	ADDQ $64, SI
	JMP  plain

done:
	TESTL AX, AX
	SETEQ ascii+32(FP)
	VPTEST Y2, Y2
	SETEQ ok+33(FP)
	VZEROUPPER
	RET
