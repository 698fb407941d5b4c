// Package httptest is what testify names of Go's net/http/httptest.
package httptest

import "bytes"

type ResponseRecorder struct {
	Code int
	Body bytes.Buffer
}

func NewRecorder() *ResponseRecorder { panic(".ci/run has tests without net/http") }

func (r *ResponseRecorder) Write(p []byte) (int, error) { return r.Body.Write(p) }
