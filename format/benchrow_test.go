package format

//go:generate go run github.com/tinylib/msgp -unexported -io=false -tests=false -o benchrow_gen_test.go
//msgp:tuple benchRow

// benchRow is what BenchmarkPlan's rows hold, for the comparison with msgp.
type benchRow struct {
	A, B, C, D, E, F, G, H uint32
	I, J, K, L, M, N       float32
	O                      uint16
	P                      uint16
}
