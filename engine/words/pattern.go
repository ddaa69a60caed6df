package words

// Pattern is word with every other letter hidden by a question mark, the first
// being shown.
func Pattern(word string) string {
	b := []byte(word)
	for i := 1; i < len(b); i += 2 {
		b[i] = '?'
	}
	return string(b)
}
