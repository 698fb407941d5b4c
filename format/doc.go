/*
Package format reads and writes the .lvl file. The file holds the rows of a level
as a game keeps them in memory. It also holds everything that is needed to read
them safely, to convert them when the game's types have changed, and to look at
them without the game. This page is the specification of version 1; FORMAT in
comments means this page.

# In short

A [Writer] takes the rows of a level in the order in which a source yields them,
and lays them out. The file depends on nothing but the rows. Reset lets a Writer
write the next file with the memory of the last one. A [Reader] checks rows and
yields them block by block from any io.Reader. A [File] does so chunk by chunk
from an io.ReaderAt. A [Plan] turns rows of one declaration of a table into rows
of another. [Verify], [Annotate], [Rewrite] and [CheckEvolution] are for tools.

The package knows nothing of XML, JSON, files or stores. It imports unsafe in one
file, rows.go, which views rows of a Go type as bytes and bytes as rows.

# Ideas

A table consists of rows of one fixed stride. On a little-endian machine a row is,
byte for byte, the Go struct that the game declares: what is read is what is used.

There are no offsets in the file. Every position is a sum of lengths, which stand
in one directory in front of the data. So blocks cannot overlap, leave gaps or lie
outside the file. A reader that starts at the front and one that reads in any
order cannot disagree. And there is no footer that could tell a second story.

Within the rows the same holds for spans: each starts where the one before it
ended. A reader that adds up the counts has thereby checked three things: no two
spans share an element, no element is left over, and reading all spans costs no
more than the length of the file.

All values are stored, even those that equal a default. So a default may change
without changing what older levels mean.

Every value of a row has one encoding. Whatever a reader accepts is the same bytes
when it is written again. (Only in the msgpack of properties and metadata may a
number or a length have a longer form than it needs; these are copied as they are.)
Bytes that mean nothing, such as gaps, are zero.

# Layout

All numbers are little-endian, all padding is zero.

	0     +--------------------+
	      | header             |  64 bytes
	64    +--------------------+  <---+
	      | schema             |      |
	      |   padding to 64    |      |
	      +--------------------+      |
	      | metadata           |      |  head_sum
	      |   padding to 64    |      |
	      +--------------------+      |
	      | chunk entries      |      |
	      | block entries      |      |
	      |   padding to align |      |
	data  +--------------------+  <---+
	      | block 0            |  each with a sum of its own
	      |   padding to align |
	      +--------------------+
	      | block 1            |
	      |   padding to align |
	      +--------------------+
	      | ...                |
	end   +--------------------+  file_len; nothing follows

A reader knows how much memory the data needs before any of it arrives, so a pipe
is as good as a file.

# Header

	 0  8 B  magic         89 4C 56 4C 0D 0A 1A 0A
	 8  u16  major         1; a reader refuses another one
	10  u16  minor         0; a reader accepts a higher one
	12  u32  flags         low 16 bits: unknown ones are refused; high 16 bits: ignored
	16  u64  file_len      exact
	24  u32  schema_len    at most 1 MiB
	28  u32  meta_len      at most 1 MiB
	32  u32  chunk_count   at most 2^20
	36  u32  block_count   at most 2^20
	40  u8   align_log2    6 to 16
	41  7 B  zero
	48  u64  head_sum      XXH3-64 of the bytes from 64 up to data
	56  u64  header_sum    XXH3-64 of the bytes from 0 up to 56

The first byte of the magic is neither ASCII nor the start of a UTF-8 character, so
no text begins with it. CR LF and the lone LF break when a copy in text mode
converts line ends in either direction, and 1A ends the output of the DOS command
type. The limits keep every sum of lengths far below 2^64, so no arithmetic on them
can wrap. align_log2 is 6, a cache line, unless blocks are to be mapped: with 14 or
more, each block begins on a page boundary of existing systems. file_len tells a
truncated file from a whole one before the end is reached.

The sums find damage; they do not prove who wrote the file.

A higher minor may add types, roles and codecs behind those that there are, and give
meanings to flags of the high 16 bits. What there is keeps its meaning. So an older
reader reads a newer file as long as nothing in it is new, and refuses it otherwise;
the error then names both versions.

# Directory

	chunk entry, 16 bytes            block entry, 24 bytes
	 0  u32  block_count              0  u16  table
	 4  u32  node_count               2  u8   codec
	 8  u32  label, a string          3  u8   zero
	12  u32  zero                     4  u32  rows, at least 1
	                                  8  u32  stored_len
	                                 12  u32  zero
	                                 16  u64  XXH3-64 of the stored bytes

The zeros keep the entries aligned and are free for a later version. A decoded
block has rows x stride bytes, at most 16 MiB. Writers aim at 256 KiB, which stays
in the second-level cache while it is summed, checked and copied. In a file that they
align to pages, each block but the last of a table in its chunk is whole pages and whole
rows, except in $bytes and $propbytes, so that the rows can be mapped in one piece, and
for some strides that takes more.

A chunk consists of consecutive blocks, ascending by table; a table may have
several blocks in a row. Once a chunk and those before it have been read, every
string and every element that its rows name has been read too. Every row of a node
table has its row of $node in the same chunk. Only references may point forward.
label names the chunk; 0 means no name.

	chunk 0                 chunk 1                   chunk 2
	$bytes $str $node $id   $node body body.outline   $node body body.outline
	          |                     ^
	          +-- all strings       +-- rows of each table go on where chunk 0 ended

Writers put all strings and all ids into chunk 0, so any chunk can be loaded with
the strings of chunk 0 and nothing else.

Codec 0 means none: stored_len is the decoded length. Codec 1 is an LZ4 block
without a frame. Codec 2 is one zstd frame, without a dictionary, with a window of
at most 16 MiB. A compressed block is shorter than its rows; a block that does not
shrink is stored as it is.

# Schema

The schema consists of msgpack tuples in the shortest encoding: decoding it and
encoding it again gives the same bytes.

	schema     [tables]
	table      [name, class, stride, fields, table attributes]
	field      [name, type, offset, count, target, symbols, attributes]

	table attributes  [names, json, aliases, doc]
	attributes        [role, required, has default, finite, source, json,
	                   default, components, aliases, doc]

class is 0 for the fixed tables, 1 for nodes and 2 for arrays. stride is 1 to 65536.
type and role are numbers:

	    type               bytes  value
	 1  u8, 2 i8, 3 u16, 4 i16, 5 u32, 6 i32, 7 u64, 8 i64, 9 f32, 10 f64
	11  bool                 1    0 or 1
	12  str                  4    a string: a row of $str
	13  ref                  8    u32 row+1 of the target, 0 is null; u32 zero
	14  anyref              12    u32 row+1; u32 zero; u16 table; u16 zero
	15  span                 8    u32 start, u32 count in the target
	16  enum8                1    an index into symbols
	17  enum16, 18 enum32   2, 4
	19  flags8               1    bit i is the i-th symbol
	20  flags16, 21 flags32, 22 flags64

	role  0 value, 1 id, 2 parent, 3 text, 4 any, 5 map, 6 key, 7 id,key; see [Role]

In memory the second word of a reference holds the generation of a handle. That is
why it has a place in the file, where it is zero. A null anyref is twelve zero
bytes. The symbols of an anyref are the names of the tables that it may point into.
A count above 1 makes an inline array of that many values, of any type but span.

Fields ascend by offset and do not overlap. They are aligned to their size, on every
machine, except that a ref, an anyref and a span are aligned to 4 bytes. The stride
is a multiple of the largest alignment, and what lies between the fields is zero.
Names are 1 to 255 bytes of UTF-8, unique among the tables and among the fields of a
table. So are symbols, unique in their field, which has at most 65,536 of them.

An array table holds the elements of one span field. By convention it is named
after that field: "body.outline". Array tables may own array tables. A ring of
them, which no node could reach, is refused.

The identity of a table is the first 8 bytes of the SHA-256 of the shortest
msgpack of

	[name, class, stride, [[name, type, offset, count, target, symbols], ...]]

that is, without any attributes. The identity is computed ([TableID]) and never
read, since a file could lie about it. Targets are names, so the identity of a table
does not depend on the order of tables.

# Tables of the format

	0  $bytes      stride 1   the bytes of all strings
	1  $str        stride 8   span into $bytes; row 0 is the empty string
	2  $node       stride 4   u16 kind, u8 depth, u8 slot
	3  $prop       stride 16  u16 table, u16 zero, u32 row, span into $propbytes
	4  $propbytes  stride 1   one msgpack map for each row of $prop
	5  $id         stride 12  str, u32 row, u16 table, u16 zero
	6  $src        stride 20  u16 table, u16 zero, u32 row, str file, u32 line, u32 column

These tables are part of every schema, so a tool needs no special case to show them.

$node is the tree in document order. kind is a table; the n-th row with kind K
belongs to row n of table K. depth is 0 for a root, and at most one more than the
depth of the row before. Every sequence of depths that passes this test is a tree,
and the test needs no stack.

	depth   0 1 2 2 1 0 1           a         f
	                               / \        |
	node    a b c d e f g         b   e       g
	                             / \
	                            c   d

slot says under which of the element names of its kind the node stood: it is an
index into the table attribute names. A slot that is no such index is not a
mistake, because writers may mean something else by it; the node then counts as
one of the first name. A load that does not keep the tree skips these blocks.

The rows of $str follow each other in $bytes without gaps, as all spans do. A
string may cross the edge of a block, but a rune may not. Writers number strings by
their first use: first labels, then $id, then $src and the other tables row by row.
So the strings of ids stand in ascending order.

$id ascends strictly by the bytes of the string, then by table, so an id is unique
among the nodes of a kind. Equal ids of several kinds are one row of $str. Integer
ids stand in their decimal form.

Within a chunk, $prop and $src ascend strictly by table, then by row. They name
rows of that chunk, which are nodes or elements. A map of $propbytes lies within
one block. It is at most 1 MiB long and 64 levels deep. Its keys are strings, none
of them twice at one level. Its values are those that JSON has, and bytes.

The metadata is such a map too, or nothing.

# Evolution

Tables match by name, and so do fields; the reader may list earlier names as
aliases. An array table also follows the span that owns it. If the identities are
equal, and so are the names of the values of fixed arrays, the bytes of a block are the
rows. Otherwise a [Plan] is made before any row is read:

	the same type          copied; a fixed array is cut, or filled from the default
	components             by name where both sides have names: an (x, y) may become
	                       a (y, x); else by place, and rows of an array of arrays
	                       stay rows. Refused where this cannot be told
	wider                  u8 u16 u32 u64, i8 i16 i32 i64, f32 f64
	integer to float       8 and 16 bits to f32, up to 32 bits to f64: always exact
	enum, flags            by symbol; a symbol that the reader lacks becomes the
	                       default of an enum, and is dropped from flags, where the
	                       reader's field has a default; else it is refused
	not in the file        the reader's default, or zero; package loader sets a parent from $node
	not in the reader      skipped
	anything else          refused: narrowing, a change of sign, a span that became
	                       a value, a reference to another table

A table that the reader does not have is passed over: package loader reads it only to
check it. Its nodes stay in $node, so order and depth survive. A tool that rewrites a
file copies such tables byte for byte ([Rewrite]). A machine that is not little-endian
always uses the plan, which swaps bytes. [CheckEvolution] tells what an edit of a schema
does to levels that were built before it.

# Rules

A reader checks these rules in this order. An [Error] names the rule, the place and
what was found. Arithmetic is in 64 bits under the limits above. Nothing panics,
and nothing is allocated for a count that the file merely states: memory grows only
as bytes arrive.

 1. Header: magic, header_sum, major, required flags, limits, zero bytes; the
    data begins within file_len, which fits an int; the source ends exactly
    there.
 2. head_sum; padding in front of the data is zero.
 3. Schema: exactly one msgpack value, canonical, at most 4096 tables of at most
    1024 fields, and everything that the sections above demand. Metadata: a map.
 4. Directory: chunks and blocks agree; tables, codecs and zeros are valid; a
    block has rows, at most 16 MiB, and its stored length fits its codec; the
    last block ends at file_len; a table has fewer than 2^32-1 rows; chunks have
    as many nodes as rows of node tables; labels are strings.
 5. The decoded bytes are within a budget, 1 GiB unless the caller says
    otherwise.
 6. Block: its sum, before anything is decoded; padding behind it is zero; it
    decodes to exactly its rows, using all its bytes. Whether it can do so is
    found out before memory is taken for the rows.
 7. Rows: each block of $bytes is valid UTF-8, and strings start on a rune;
    spans follow each other, and at the end of a chunk have covered their
    targets' rows; str, ref, anyref, enum, flags and bool are in range, second
    words and gaps zero; floats are finite where the schema says so.
 8. $node: kinds are node tables, depths make a tree, and at the end of a chunk
    there are as many nodes of each kind as rows.
 9. $id, $prop, $src ascend and name rows that exist; each row of $prop has
    exactly one map.
 10. A reader may be told to check sums only (rules 7 to 9 are left out), or
    not even those, for files that are part of the program. On any failure the
    loader leaves the stores as they were.

Checks run on memory that is private to the reader, never on a mapping that
somebody else can write.

Rules 7 and 9 carry state from block to block: a number for each table and span
field. The order of a file makes the checks need three more things again later:

  - the bytes of strings, from the first block that is not plain ASCII until the
    chunk ends;
  - all strings, as long as rows of $id are to come;
  - four bytes for each row of $prop, until its map has come.

A [Reader] keeps these in memory, with one exception. If it is read by Next alone,
from a source that is an io.ReaderAt and an io.Seeker, it reads them again through
windows of 16 KiB, or of one block if blocks are compressed. Its memory then does
not grow with the rows (BenchmarkVerify). If the ids of a file name compressed
strings in an order unlike the file's, the reader keeps those strings.

# Costs

BenchmarkRead compares the modes of the reader with a bare read of the same bytes.
BenchmarkVerify, BenchmarkPlan and BenchmarkLoadCompressed measure what their names
say. If a Reader reads a second file with the same schema, it allocates nothing
(TestSecondReadOfSameSchemaAllocatesNothing).

The build tags nolz4, nozstd and nocodecs leave codecs out of a program. It then
refuses blocks that need them, with [ErrCodecMissing].
*/
package format
