//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// What becomes of the vector in Z0, at DI.
#define RELOCATE \
	VPTESTMD Z0, Z0, K2; \
	KMOVW K2, AX; \
	LEAL (AX)(AX*1), BX; \
	MOVL AX, R12; \
	SHRL $1, R12; \
	ANDL R9, AX; \
	ANDL R10, BX; \
	ANDL R11, R12; \
	ORL  BX, AX; \
	ORL  R12, AX; \
	KMOVW AX, K3; \
	VPADDD.Z Z2, Z0, K3, Z1; \
	VMOVDQU32 Z1, K4, (DI)

// func relocateRows(words []uint32, code *vectorCode, n, step int)
//
// The next vector is read before this one is written: a read so near behind a
// masked write would wait for it.
//
//	DI, DX  the vector and the step    K1  what is read        R9   own
//	CX      vectors behind this one    K4  what is written     R10  after
//	Z0, Z3  the vector, the next one   Z2  what is added       R11  start
TEXT ·relocateRows(SB), NOSPLIT, $0-48
	MOVQ words_base+0(FP), DI
	MOVQ code+24(FP), SI
	MOVQ n+32(FP), CX
	MOVQ step+40(FP), DX
	VMOVDQU32 vectorCode_add(SI), Z2
	LEAQ vectorCode_lanes(SI), SI
	MOVL vectorLanes_off(SI), AX
	ADDQ AX, DI
	KMOVW vectorLanes_load(SI), K1
	KMOVW vectorLanes_store(SI), K4
	MOVL vectorLanes_own(SI), R9
	MOVL vectorLanes_after(SI), R10
	MOVL vectorLanes_start(SI), R11
	VMOVDQU32.Z (DI), K1, Z0
	DECQ CX
	JZ   last

next:
	VMOVDQU32.Z (DI)(DX*1), K1, Z3
	RELOCATE
	VMOVDQA64 Z3, Z0
	ADDQ DX, DI
	DECQ CX
	JNZ  next

last:
	RELOCATE
	VZEROUPPER
	RET
