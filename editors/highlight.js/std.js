// The grammar of highlight.js, made by scripts/colours.ts from editors/vscode/syntaxes/std.tmLanguage.json.
//
//     import hljs from "highlight.js/lib/core";
//     import std from "./std.js";
//     hljs.registerLanguage("std", std);

const LISTS = {
  "code": [
    {
      "include": "comments"
    },
    {
      "include": "strings"
    },
    {
      "include": "characters"
    },
    {
      "include": "labels"
    },
    {
      "include": "numbers"
    },
    {
      "include": "imports"
    },
    {
      "include": "declarations"
    },
    {
      "include": "attributes"
    },
    {
      "include": "words"
    },
    {
      "include": "macros"
    },
    {
      "include": "names"
    },
    {
      "include": "operators"
    },
    {
      "include": "braces"
    },
    {
      "include": "punctuation"
    }
  ],
  "braces": [
    {
      "begin": "\\{",
      "end": "\\}",
      "contains": [
        {
          "include": "code"
        }
      ]
    }
  ],
  "comments": [
    {
      "scope": "comment",
      "match": "///.*$"
    },
    {
      "scope": "comment",
      "match": "//.*$"
    },
    {
      "scope": "comment",
      "begin": "/\\*",
      "end": "\\*/",
      "contains": []
    }
  ],
  "strings": [
    {
      "scope": "string",
      "begin": "\"\"\"",
      "end": "\"\"\"",
      "contains": []
    },
    {
      "scope": "string",
      "begin": "\"",
      "end": "\"|$",
      "contains": [
        {
          "include": "escapes"
        },
        {
          "include": "interpolation"
        }
      ]
    }
  ],
  "interpolation": [
    {
      "scope": "subst",
      "begin": "\\$\\{",
      "end": "\\}",
      "contains": [
        {
          "include": "code"
        }
      ]
    }
  ],
  "escapes": [
    {
      "scope": "char.escape",
      "match": "\\\\(?:[ntr0\\\\\"'$]|x[0-9A-Fa-f]{2}|u\\{[0-9A-Fa-f]{1,6}\\})"
    },
    {
      "match": "\\\\."
    }
  ],
  "characters": [
    {
      "scope": "string",
      "match": "'(?:(\\\\(?:[ntr0\\\\\"'$]|x[0-9A-Fa-f]{2}|u\\{[0-9A-Fa-f]{1,6}\\}))|(?:[\\ud800-\\udbff][\\udc00-\\udfff]|[^\\\\'\\r\\n]))'"
    }
  ],
  "labels": [
    {
      "scope": "symbol",
      "match": "'[A-Za-z_][A-Za-z0-9_]*"
    }
  ],
  "numbers": [
    {
      "scope": "number",
      "match": "\\b0[xX]_*[0-9A-Fa-f][0-9A-Fa-f_]*"
    },
    {
      "scope": "number",
      "match": "\\b0[bB]_*[01][01_]*"
    },
    {
      "scope": "number",
      "match": "\\b0[oO]_*[0-7][0-7_]*"
    },
    {
      "scope": "number",
      "match": "\\b[0-9][0-9_]*(?:\\.[0-9][0-9_]*(?:[eE][+-]?[0-9][0-9_]*)?|[eE][+-]?[0-9][0-9_]*)"
    },
    {
      "scope": "number",
      "match": "\\b[0-9][0-9_]*"
    }
  ],
  "imports": [
    {
      "match": [
        "\\b",
        "import",
        "\\s+",
        "std(?:/[A-Za-z_][A-Za-z0-9_]*)+"
      ],
      "scope": {
        "2": "keyword",
        "4": "title"
      }
    }
  ],
  "declarations": [
    {
      "match": [
        "\\b",
        "fun",
        "\\s+",
        "[A-Za-z_][A-Za-z0-9_]*"
      ],
      "scope": {
        "2": "keyword",
        "4": "title.function"
      }
    },
    {
      "match": [
        "\\b",
        "struct|enum|trait",
        "\\s+",
        "[A-Za-z_][A-Za-z0-9_]*"
      ],
      "scope": {
        "2": "keyword",
        "4": "title.class"
      }
    },
    {
      "match": [
        "\\b",
        "type",
        "\\s+",
        "[A-Z][A-Za-z0-9_]*"
      ],
      "scope": {
        "2": "keyword",
        "4": "title.class"
      }
    },
    {
      "match": [
        "\\b",
        "macro",
        "\\s+",
        "[A-Za-z_][A-Za-z0-9_]*",
        "(?=\\s*\\{)"
      ],
      "scope": {
        "2": "keyword",
        "4": "title.function"
      }
    }
  ],
  "attributes": [
    {
      "scope": "meta",
      "match": "@[A-Za-z_][A-Za-z0-9_]*"
    }
  ],
  "macros": [
    {
      "match": [
        "\\b",
        "[A-Za-z_][A-Za-z0-9_]*",
        "\\s*",
        "!",
        "(?=\\s*\\()"
      ],
      "scope": {
        "2": "title.function",
        "4": "operator"
      }
    },
    {
      "match": [
        "\\$",
        "[A-Za-z_][A-Za-z0-9_]*",
        "(?:\\s*(:)\\s*(expr|ty|pat|ident|literal|block)\\b)?"
      ],
      "scope": {
        "1": "punctuation"
      }
    }
  ],
  "words": [
    {
      "scope": "literal",
      "match": "\\b(?:true|false)\\b"
    },
    {
      "scope": "variable.language",
      "match": "\\b(?:self|Self)\\b"
    },
    {
      "scope": "keyword",
      "match": "\\b(?:break|continue|defer|else|for|if|in|loop|match|return|spawn|while)\\b"
    },
    {
      "scope": "keyword",
      "match": "\\b(?:import|as)\\b"
    },
    {
      "scope": "keyword",
      "match": "\\b(?:const|enum|extern|fun|impl|let|struct|trait)\\b"
    },
    {
      "scope": "keyword",
      "match": "\\bdyn\\b(?=\\s+[A-Z])"
    }
  ],
  "names": [
    {
      "scope": "type",
      "match": "\\b(?:Int|Float|Bool|Char|String|Unit|Any)\\b"
    },
    {
      "scope": "type",
      "match": "\\b(?:Option|Result|List|Map|Set|Iterator|Iterable)\\b"
    },
    {
      "match": "\\b(?:Some|None|Ok|Err)\\b"
    },
    {
      "scope": "title.class",
      "match": "\\b[A-Z][A-Za-z0-9_]*"
    },
    {
      "scope": "title.function",
      "match": "\\b[a-z_][A-Za-z0-9_]*(?=\\s*\\()"
    },
    {
      "match": "\\b[a-z_][A-Za-z0-9_]*"
    }
  ],
  "operators": [
    {
      "scope": "operator",
      "match": "->|=>"
    },
    {
      "scope": "operator",
      "match": "\\.\\.=?"
    },
    {
      "scope": "operator",
      "match": "(?:<<|>>|[-+*/%&|^])=|=(?!=)"
    },
    {
      "scope": "operator",
      "match": "==|!=|<=|>=|<<|>>|&&|\\|\\||[-+*/%<>!&|^~?]"
    }
  ],
  "punctuation": [
    {
      "scope": "punctuation",
      "match": "[()\\[\\],:;.@$]"
    }
  ],
  "start": [
    {
      "scope": "comment",
      "match": "^#!.*$",
      "onlyAtStart": true
    },
    {
      "include": "code"
    }
  ]
};

/** @returns {import("highlight.js").Language} */
export default function std() {
  const lists = new Map();
  const listOf = (name) => {
    if (!lists.has(name)) {
      const list = [];
      lists.set(name, list);
      list.push(...linked(LISTS[name]));
    }
    return lists.get(name);
  };
  const linked = (modes) =>
    modes.flatMap(({ include, onlyAtStart, contains, ...mode }) => {
      if (include !== undefined) return listOf(include);
      if (onlyAtStart)
        mode["on:begin"] = (match, response) => {
          if (match.index > 0) response.ignoreMatch();
        };
      // A list may contain itself, and is filled later.
      if (contains !== undefined)
        mode.contains = contains.length === 1 && contains[0].include ? listOf(contains[0].include) : linked(contains);
      return [mode];
    });
  return { name: "Stdlang", aliases: ["stdlang"], contains: linked(LISTS.start) };
}
