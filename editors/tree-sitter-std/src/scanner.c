// Finds the line breaks that end a statement or separate entries; all others are white space. Also finds the end of a
// slice without one, `xs[1..]`. The rules are those of
// joinsLineBefore in interpreter/syntax/tokens.ts. What may follow a line break without one is in grammar.js: a line
// break is offered only where the grammar can use it.
#include "tree_sitter/parser.h"

enum TokenType { NEWLINE, OPEN_END };

void *tree_sitter_std_external_scanner_create(void) { return NULL; }
void tree_sitter_std_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_std_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_std_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

static bool is_name(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_space(int32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static void skip_to_line_end(TSLexer *lexer) {
  while (!lexer->eof(lexer) && lexer->lookahead != '\n') lexer->advance(lexer, false);
}

static void skip_block_comment(TSLexer *lexer) {
  bool star = false;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    lexer->advance(lexer, false);
    if (star && c == '/') return;
    star = c == '*';
  }
}

// Whether the next token, which starts a line, continues the line before it.
static bool joins(TSLexer *lexer) {
  int32_t first = lexer->lookahead;
  switch (first) {
    case '.': case '?': case ')': case ']': case '*': case '/': case '%': case '<': case '>': case '&': case '|': case '^':
    case ',': case ':':
      return true;
    case '=':
    case '!':
      lexer->advance(lexer, false);
      return lexer->lookahead == '=';
    case 'e':
      for (const char *rest = "else"; *rest; rest++) {
        if (lexer->lookahead != *rest) return false;
        lexer->advance(lexer, false);
      }
      return !is_name(lexer->lookahead);
    default:
      return false;
  }
}

bool tree_sitter_std_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  // Both are offered only behind an error.
  if (valid[OPEN_END] && !valid[NEWLINE]) {
    lexer->mark_end(lexer);
    while (is_space(lexer->lookahead)) lexer->advance(lexer, true);
    lexer->result_symbol = OPEN_END;
    return lexer->lookahead == ']';
  }
  if (!valid[NEWLINE]) return false;
  while (lexer->lookahead == ' ' || lexer->lookahead == '\t' || lexer->lookahead == '\r') lexer->advance(lexer, true);
  if (lexer->lookahead != '\n') return false;
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  // The next token decides, behind blank lines and comments.
  for (;;) {
    while (is_space(lexer->lookahead)) lexer->advance(lexer, false);
    if (lexer->lookahead != '/') break;
    lexer->advance(lexer, false);
    if (lexer->lookahead == '/') skip_to_line_end(lexer);
    else if (lexer->lookahead == '*') {
      lexer->advance(lexer, false);
      skip_block_comment(lexer);
    } else return false;
  }
  if (joins(lexer)) return false;
  lexer->result_symbol = NEWLINE;
  return true;
}
