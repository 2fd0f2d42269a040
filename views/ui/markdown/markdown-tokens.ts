import { marked, type Token, type Tokens } from 'marked'

/** Containers within one another; a page that draws thousands of them stops responding. */
const DEPTH_LIMIT = 20
/** Marks of emphasis; the time to pair them grows with their square. */
const MARKS_LIMIT = 4000

/** Parses Markdown. What is nested too deeply, or has too many marks, is text as typed. */
export function tokensOf(markdown: string): Token[] {
  if ((markdown.match(/[*_~]/g)?.length ?? 0) > MARKS_LIMIT) return [asTyped(markdown)]
  try {
    return marked.lexer(markdown, { gfm: true, breaks: true }).map((token) => cut(token, DEPTH_LIMIT))
  } catch (error) {
    // Nested so deeply that the parser exhausts the stack.
    if (error instanceof RangeError) return [asTyped(markdown)]
    throw error
  }
}

const asTyped = (text: string): Tokens.Text => ({ type: 'text', raw: text, text, escaped: false })

/** Replaces what lies deeper than `levels` by its text. */
function cut(token: Token, levels: number): Token {
  if (levels === 0) return asTyped(token.raw)
  const inner = (tokens: Token[]) => tokens.map((one) => cut(one, levels - 1))
  if (token.type === 'list') {
    const { items } = token as Tokens.List
    return { ...token, items: items.map((item) => ({ ...item, tokens: inner(item.tokens) })) } as Tokens.List
  }
  return 'tokens' in token && token.tokens !== undefined ? { ...token, tokens: inner(token.tokens) } : token
}
