//go:build nolz4 || nocodecs

package format

const haveLZ4 = false

func lz4Decode(to, b []byte) error { return ErrCodecMissing }

type lz4Encoder struct{}

func (e *lz4Encoder) encode(small bool, to, b []byte) ([]byte, error) { return to, ErrCodecMissing }
