// Package http is what testify names of Go's net/http, for tests that never call it.
package http

import (
	"io"
	"net/url"
)

type (
	Request        struct{ URL *url.URL }
	ResponseWriter interface{ Write([]byte) (int, error) }
	HandlerFunc    func(ResponseWriter, *Request)
)

const (
	StatusSwitchingProtocols  = 101
	StatusOK                  = 200
	StatusPartialContent      = 206
	StatusMultipleChoices     = 300
	StatusTemporaryRedirect   = 307
	StatusBadRequest          = 400
	StatusInternalServerError = 500
)

var NoBody io.Reader

func NewRequest(method, url string, body io.Reader) (*Request, error) {
	panic(".ci/run has tests without net/http")
}
