package source

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// Productions of XML 1.0, fifth edition, as regular expressions.
const (
	reS       = `[ \t\r\n]`
	reChar    = `[\t\n\r\x{20}-\x{D7FF}\x{E000}-\x{FFFD}\x{10000}-\x{10FFFF}]`
	reStart   = `:A-Z_a-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}-\x{200D}\x{2070}-\x{218F}\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}\x{10000}-\x{EFFFF}`
	reName    = `[` + reStart + `][` + reStart + `\-.0-9\x{B7}\x{300}-\x{36F}\x{203F}-\x{2040}]*`
	reRef     = `(?:&(?:lt|gt|amp|quot|apos);|&#[0-9]+;|&#x[0-9a-fA-F]+;)`
	reEq      = reS + `*=` + reS + `*`
	reValue   = `(?:"(?:[^<&"]|` + reRef + `)*"|'(?:[^<&']|` + reRef + `)*')`
	reTag     = `<` + reName + `(?:` + reS + `+` + reName + reEq + reValue + `)*` + reS + `*/?>`
	reComment = `<!--(?:[^\-]|-[^\-])*-->`
	rePI      = `<\?` + reName + `(?:` + reS + `(?s:.)*?)?\?>`
	reLiteral = `(?:"[^"]*"|'[^']*')`
	rePubid   = `(?:"[\x20\r\na-zA-Z0-9\-'()+,./:=?;!*#@$_%]*"|'[\x20\r\na-zA-Z0-9\-()+,./:=?;!*#@$_%]*')`
	reDoctype = `<!DOCTYPE` + reS + `+` + reName + `(?:` + reS + `+(?:SYSTEM|PUBLIC` + reS + `+` + rePubid + `)` + reS + `+` + reLiteral + `)?` + reS + `*` +
		`(?:\[(?:` + reS + `|` + reComment + `|` + rePI + `)*\]` + reS + `*)?>`
	reDecl = `<\?xml` + reS + `+version` + reEq + `(?:"1\.[0-9]+"|'1\.[0-9]+')` +
		`(?:` + reS + `+encoding` + reEq + `(?:"[A-Za-z][A-Za-z0-9._\-]*"|'[A-Za-z][A-Za-z0-9._\-]*'))?` +
		`(?:` + reS + `+standalone` + reEq + `(?:"(?:yes|no)"|'(?:yes|no)'))?` + reS + `*\?>`
)

// near gives all that one deletion, insertion or replacement makes of a document.
func near(doc string, yield func(doc string)) {
	// Each class of bytes and its neighbours.
	const odd = " \t\r\n\x00\x1f!\"#&',-./09:;<=>?@AFGZ[\\]^_`afgpxz{|~\x7fé\u00b7\u2028\ufffd\ufffe\U0001f600\xff\xc3"
	yield(doc)
	for i := range len(doc) + 1 {
		for _, c := range strings.SplitAfter(odd, "") {
			yield(doc[:i] + c + doc[i:])
			if i < len(doc) {
				yield(doc[:i] + c + doc[i+1:])
			}
		}
		if i < len(doc) {
			yield(doc[:i] + doc[i+1:])
		}
	}
}

func TestMarkupIsWhatTheGrammarSays(t *testing.T) {
	all := regexp.MustCompile(`^` + reChar + `*$`)
	piName := regexp.MustCompile(`<\?(?i:xml)[\s?]`)
	numbered := regexp.MustCompile(`&#([0-9]+|x[0-9a-fA-F]+);`)
	names := regexp.MustCompile(reS + `(` + reName + `)` + reEq + reValue)
	for what, c := range map[string]struct {
		re   string
		scan func([]byte) (int, status)
		from string // what b begins with by contract
		docs []string
	}{
		"reference": {reRef, func(b []byte) (int, status) { _, n, st := ref(b, 0); return n, st }, "&",
			[]string{"&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#9;", "&#x20;", "&#10;x", "&#xAfFf;"}},
		"name":    {reName, func(b []byte) (int, status) { return name(b, 0) }, "", []string{"a>", "a-1.b ", "é\u00b7:x=", "_\u0300\u203f/"}},
		"comment": {reComment, func(b []byte) (int, status) { return comment(b, false) }, "<!--", []string{"<!---->", "<!-- a - b -->c"}},
		"PI":      {rePI, instruction, "<?", []string{"<?p?>", "<?p a?b??>", "<?xml-a b?>", "<?xm?>"}},
		"doctype": {reDoctype, func(b []byte) (int, status) { return doctype(b, false) }, "<!DOCTYPE",
			[]string{"<!DOCTYPE a>", "<!DOCTYPE a SYSTEM 'x'>", "<!DOCTYPE a PUBLIC 'p' \"x\" >", "<!DOCTYPE a [ ]>", "<!DOCTYPE a[<!--x--><?p?>] >", "<!DOCTYPE a SYSTEM \"x\"[]>"}},
		"tag": {reTag, func(b []byte) (int, status) {
			tag := tag{max: Limits{}.withDefaults()}
			tag.attrs.Init(make([]attr, 4), nil)
			return tag.scan(b)
		}, "<", []string{"<a>", "<a/>", "<a b='c'>", "<a  b =\t\"c\" d='' />", "<ab x='&lt;\"'\n/>", "<a b=\"12345678901\" c='abcdefgh>'>", "<a ab='' ac=\"\"/>"}},
		"declaration": {reDecl, new(declaration).scan, "<?xml ",
			[]string{"<?xml version='1.0'?>", "<?xml version=\"1.0\" encoding='a-1._Z' ?>", "<?xml  version = '1.10' standalone='yes'?>", "<?xml version='1.0' encoding=\"z\" standalone=\"no\"?>"}},
	} {
		re := regexp.MustCompile(`^(?:` + c.re + `)`)
		for _, doc := range c.docs {
			whole := re.FindString(doc)
			require.NotEmpty(t, whole, doc)
			for n := len(c.from); n < len(whole); n++ {
				if _, st := c.scan([]byte(whole[:n])); st != short {
					require.Failf(t, "not short", "%s: %q: %d", what, whole[:n], st)
				}
			}
			near(doc, func(doc string) {
				if !strings.HasPrefix(doc, c.from) {
					return
				}
				n, st := c.scan([]byte(doc))
				m := re.FindStringIndex(doc)
				want := m != nil && all.MatchString(doc[:m[1]]) && utf8.ValidString(doc[:m[1]])
				if want {
					for _, r := range numbered.FindAllStringSubmatch(doc[:m[1]], -1) {
						c, err := strconv.ParseUint(strings.Replace(r[1], "x", "0x", 1), 0, 32)
						if r[1][0] != 'x' {
							c, err = strconv.ParseUint(r[1], 10, 32)
						}
						want = want && err == nil && utf8.ValidRune(rune(c)) && all.MatchString(string(rune(c)))
					}
				}
				switch {
				case !want:
				case what == "name": // nothing beyond ASCII may follow one
					want = m[1] < len(doc) && doc[m[1]] < utf8.RuneSelf
				case what == "PI" || what == "doctype":
					want = !piName.MatchString(doc)
				case what == "tag": // no attribute twice
					var met []string
					for _, a := range names.FindAllStringSubmatch(doc[:m[1]], -1) {
						want = want && !slices.Contains(met, a[1])
						met = append(met, a[1])
					}
				}
				if want != (st == done) || want && n != m[1] {
					require.Failf(t, "another end", "%s: %q: %d, status %d; the grammar says %v", what, doc, n, st, m)
				}
			})
		}
	}
	pubid := regexp.MustCompile(`^` + rePubid + `$`)
	for c := range 256 {
		require.Equal(t, pubid.MatchString(`"`+string(rune(c))+`"`), pubidByte(byte(c)), "%q", c)
	}

	whole := regexp.MustCompile(`^` + reName + `$`)
	for r := range rune(0x11000) {
		for _, s := range []string{string(r), "a" + string(r)} {
			if whole.MatchString(s) != IsName(s) {
				require.Failf(t, "another name", "%q", s)
			}
		}
	}
	require.False(t, IsName("") || IsName("a\xff") || IsName("\xff"))
}
