package twentyfour

// classes puts the forms of one solution together.
type classes struct {
	index  map[string]int // of a form in parent
	parent []int          // a member nearer to the root, which is its own parent
	forms  []string       // by root: the least form of the class
}

// join puts forms, at least one, into one class and returns a member of it.
func (c *classes) join(forms []string) int {
	first := c.member(forms[0])
	for _, f := range forms[1:] {
		a, b := c.root(first), c.root(c.member(f))
		c.parent[b] = a
		c.forms[a] = min(c.forms[a], c.forms[b])
	}
	return first
}

func (c *classes) member(form string) int {
	if c.index == nil {
		c.index = map[string]int{}
	}
	i, ok := c.index[form]
	if !ok {
		i = len(c.parent)
		c.index[form] = i
		c.parent = append(c.parent, i)
		c.forms = append(c.forms, form)
	}
	return i
}

func (c *classes) root(i int) int {
	for c.parent[i] != i {
		i = c.parent[i]
	}
	return i
}

// least returns the form that stands for all forms of its class.
func (c *classes) least(form string) string {
	i, ok := c.index[form]
	if !ok {
		return form
	}
	return c.forms[c.root(i)]
}
