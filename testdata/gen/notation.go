package gen

// notation writes the parts of a level in one format. For each node it hears,
// in this order: open, its values, its nested structs, its spans, its text, its
// children between begin and end, close.
type notation interface {
	// open begins a node. Its list is the key that begin was given last.
	open(kind, list string)
	close(kind string)
	// text, number, numbers, words and truth are values of the node, or of the
	// struct or element that is open.
	text(key name, s string)
	number(key name, digits string)
	numbers(key name, digits ...string)
	words(key name, words ...string)
	truth(key name, is bool)
	// nest is a struct inside the node, made by f.
	nest(key string, f func())
	// span is n elements of a list, each made by f.
	span(key name, n int, f func(i int))
	// body is the node's text.
	body(key, s string)
	// begin and end stand around children. In JSON they share the list of that
	// key.
	begin(list string)
	end(list string)
}

// name is how a field is called in either format.
type name struct{ xml, json string }

// same returns a field with one name.
func same(s string) name { return name{s, s} }

// children is the key of a list whose nodes say their kind themselves.
const children = "children"
