package web

import (
	"strings"
	"testing"
	"testing/fstest"
)

// The page is joined from its files, and its policy has the hashes of what stands in it.
func TestNewPage(t *testing.T) {
	p, err := newPage(pageFiles)
	if err != nil {
		t.Fatal(err)
	}
	for _, element := range []string{"script", "style"} {
		for text := range strings.SplitSeq(string(p.after), "<"+element+">") {
			content, _, isElement := strings.Cut(text, "</"+element+">")
			if isElement && !strings.Contains(p.scripts+p.style, inlineHash([]byte(content))) {
				t.Errorf("the policy does not allow the %s %.60q", element, content)
			}
		}
	}
	if strings.Contains(string(p.after), "\nexport ") || strings.Contains(string(p.after), "\nimport ") {
		t.Error("the script has imports or exports")
	}
}

// A page that would not run as it was written is refused, with the line that is wrong.
func TestPageIsRefused(t *testing.T) {
	const index = headMark + styleMark + scriptMark + scriptMark
	files := func(name, text string) fstest.MapFS {
		all := fstest.MapFS{"page/index.html": {Data: []byte(index)}, "page/style.css": {}, "page/early.js": {}, "page/offline.js": {}, "page/vendor/digits.woff2": {}}
		for _, vendor := range vendored {
			all[vendor] = &fstest.MapFile{}
		}
		for _, module := range pageModules {
			all["page/"+module+".js"] = &fstest.MapFile{}
		}
		all["page/kit.js"] = &fstest.MapFile{Data: []byte("export const { a, b } = lib;\nexport function c() {}\nconst d = 1;\n")}
		all["page/"+name] = &fstest.MapFile{Data: []byte(text)}
		return all
	}
	for _, good := range []string{
		"import { a, c } from './kit.js';\nexport const x = a;", "function f() {\n  const a = 1;\n}", "// a comment\n",
	} {
		if _, err := newPage(files("view.js", good)); err != nil {
			t.Errorf("%q is refused: %v", good, err)
		}
	}
	for _, c := range []struct{ file, text, want string }{
		{"view.js", "import { d } from './kit.js';", "view.js, line 1: kit.js does not export d"},
		{"view.js", "\nimport { a } from './main.js';", "view.js, line 2: main.js is not joined before"},
		{"view.js", "import * as kit from './kit.js';", "another form"},
		{"view.js", "import kit from './kit.js';", "another form"},
		{"view.js", "export default 1;", "another form"},
		{"view.js", "const x = await import('./kit.js');", "another form"},
		{"view.js", "function c() {}", "c is declared in kit.js, too"},
		{"view.js", "const b = 1;", "b is declared in kit.js, too"},
		{"view.js", "async function d() {}", "d is declared in kit.js, too"},
		{"view.js", "let x;\nclass x {}", "view.js, line 2: x is declared in view.js, too"},
		{"view.js", "// </script>", "cannot stand in the page"},
		{"view.js", "const x = '<!--';", "cannot stand in the page"},
		{"view.js", "const x = 1;\r\n", "cannot stand in the page"},
		{"style.css", "a {}\r\n", "cannot stand in the page"},
		{"style.css", "</style>", "cannot stand in the page"},
		{"vendor/htm.umd.js", "<script>", "cannot stand in the page"},
		{"index.html", headMark + styleMark + scriptMark, "its marks"},
		{"index.html", styleMark + scriptMark + scriptMark, "its marks"},
	} {
		_, err := newPage(files(c.file, c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: %v, want %q", c.file, c.text, err, c.want)
		}
	}
}

// Comments stay in the source: whole lines, blocks of lines, and types.
func TestCommentsAreNotServed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"// a\nf(); // b\n", "f(); // b\n"},
		{"  /** @param {string} a */\n  f();\n", "f();\n"},
		{"/**\n * f does.\n * @param {string} a\n * export it\n */\nfunction f(a) {}\n", "function f(a) {}\n"},
		{"/**\n * a\n **/\nf();\n/* b */\ng();\n", "f();\ng();\n"},
		{"/** @type {X} */ (f).g();\nh(); /* a */\n", "(f).g();\nh(); /* a */\n"},
		{"a = /** @type {X<Y>} */ (/** @type {unknown} */ (b));\n", "a = ((b));\n"},
		{"/** a */ f();\n/** b */\ng();\n", "/** a */ f();\ng();\n"},
		{"f('/*');\n/** a */\ng('*/');\n", "f('/*');\ng('*/');\n"},
		{"/***/\nf();\n", "f();\n"},
		{"a\n  / b;\n", "a\n/ b;\n"},
	} {
		if got := onlyInSource.ReplaceAllString(c.text, ""); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}
