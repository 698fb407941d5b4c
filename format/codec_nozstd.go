//go:build nozstd || nocodecs

package format

const haveZstd = false

type zstdDecoder struct{}

func (d *zstdDecoder) decode(to, b []byte) error { return ErrCodecMissing }

type zstdEncoder struct{}

func (e *zstdEncoder) encode(small bool, to, b []byte) ([]byte, error) { return to, ErrCodecMissing }

func (e *zstdEncoder) rest() {}
