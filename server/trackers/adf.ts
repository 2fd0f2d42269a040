/** Converts Markdown to the format of Jira Cloud, the Atlassian Document Format. */
import { lexer, type Token, type Tokens } from 'marked'

interface Node {
  type: string
  attrs?: Record<string, unknown>
  content?: Node[]
  text?: string
  marks?: { type: string; attrs?: Record<string, unknown> }[]
}

/**
 * Supports the elements of a failure's description: headings, paragraphs, lists, quotes, code, links and emphasis. Everything else becomes
 * text.
 */
export const adfOf = (markdown: string): { type: 'doc'; version: 1; content: Node[] } => ({
  type: 'doc',
  version: 1,
  content: contentOf(markdown),
})

const contentOf = (markdown: string): Node[] => {
  try {
    return blocksOf(lexer(markdown))
  } catch (error) {
    // Nested so deeply that the parser exhausts the stack.
    if (error instanceof RangeError) return [paragraphOf([], markdown)]
    throw error
  }
}

const blocksOf = (tokens: readonly Token[]): Node[] => tokens.flatMap(blockOf)

const blockOf = (token: Token): Node[] => {
  switch (token.type) {
    case 'space':
      return []
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      return [{ type: 'heading', attrs: { level: depth }, content: inlineOf(tokens) }]
    }
    case 'code': {
      const { text } = token as Tokens.Code
      return [{ type: 'codeBlock', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) }]
    }
    case 'hr':
      return [{ type: 'rule' }]
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const content = items.map((item) => ({ type: 'listItem', content: itemOf(item) }))
      return [{ type: ordered ? 'orderedList' : 'bulletList', content }]
    }
    case 'paragraph':
    case 'text':
      return [paragraphOf((token as Tokens.Paragraph).tokens ?? [], token.raw)]
    default:
      return [paragraphOf([], token.raw)]
  }
}

/** A list item needs at least one block, and must not contain headings. */
const itemOf = ({ tokens, text }: Tokens.ListItem): Node[] => {
  const blocks = blocksOf(tokens).map((one) =>
    one.type === 'heading' ? { ...one, type: 'paragraph', attrs: {} } : one,
  )
  return blocks.length > 0 ? blocks : [paragraphOf([], text)]
}

const paragraphOf = (tokens: readonly Token[], raw: string): Node => {
  const content = tokens.length > 0 ? inlineOf(tokens) : textOf(raw.trim(), [])
  return { type: 'paragraph', content }
}

type Marks = NonNullable<Node['marks']>

const textOf = (text: string, marks: Marks): Node[] =>
  text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 ? { marks } : {}) }]

const inlineOf = (tokens: readonly Token[], marks: Marks = []): Node[] =>
  tokens.flatMap((token): Node[] => {
    const inner = (token as { tokens?: Token[] }).tokens ?? []
    switch (token.type) {
      case 'strong':
        return inlineOf(inner, [...marks, { type: 'strong' }])
      case 'em':
        return inlineOf(inner, [...marks, { type: 'em' }])
      case 'codespan':
        return textOf((token as Tokens.Codespan).text, [
          ...marks.filter(({ type }) => type === 'link'),
          { type: 'code' },
        ])
      case 'link':
        return inlineOf(inner, [...marks, { type: 'link', attrs: { href: (token as Tokens.Link).href } }])
      case 'br':
        return [{ type: 'hardBreak' }]
      default:
        return inner.length > 0 ? inlineOf(inner, marks) : textOf((token as Tokens.Text).text ?? token.raw, marks)
    }
  })
