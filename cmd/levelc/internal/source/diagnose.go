package source

import (
	"errors"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// Expect says that the place of p will be asked for. An object of JSON with members that
// are expected is walked once for all of them. Without that, it is walked from its beginning
// whenever a place in another object, or one in front, was asked for in between.
func (s *File) Expect(p Pos) {
	s, p = s.origin(p)
	if s.Format != JSON || p.Member == "" {
		return
	}
	if s.expected == nil {
		s.expected = memberPlaces{}
	}
	o := s.expected[p.Off]
	if o == nil || o.walked {
		o = &expectedMembers{places: map[string]memberPlace{}}
		s.expected[p.Off] = o
	}
	o.places[p.Member] = memberPlace{}
}

// Locate fills in the place of d: the file's name, line and column, and the text of the
// line.
func (s *File) Locate(d *diag.Diagnostic, p Pos) error {
	s, p = s.origin(p)
	at, err := s.Position(p)
	d.File, d.Line, d.Col = s.Name, at.Line, at.Col
	d.Source = at.excerpt()
	return err
}

// Relate adds another place that explains d.
func (s *File) Relate(d *diag.Diagnostic, p Pos, msg string) error {
	s, p = s.origin(p)
	at, err := s.Position(p)
	d.Related = append(d.Related, diag.Related{File: s.Name, Line: at.Line, Col: at.Col, Message: msg, Source: at.excerpt()})
	return err
}

// excerpt returns the line, for a diagnostic.
func (p *Place) excerpt() diag.Excerpt { return diag.Excerpt{Text: p.Text, At: p.At, More: p.More} }

// Diagnose turns an error of Read, or of Open if s is nil, into a diagnostic.
func (s *File) Diagnose(err error) diag.Diagnostic {
	d := diag.Diagnostic{Message: err.Error()}
	var e *Error
	if !errors.As(err, &e) {
		if s != nil {
			d.File = s.Name
		}
		return d
	}
	d.File, d.Message, d.Hint = e.Path, e.Msg, e.Hint
	if s == nil || e.Off < 0 {
		return d
	}
	// If the position cannot be found, only the position is missing.
	_ = s.Locate(&d, Pos{Off: e.Off, Name: true}) // no value, from which white space would be passed
	for _, r := range e.Related {
		_ = s.Relate(&d, Pos{Off: r.Off}, r.Msg)
	}
	if errors.Is(e, ErrSyntax) {
		blameMerge(&d)
	}
	if e.JSON5 {
		blameDialect(&d)
	}
	return d
}
