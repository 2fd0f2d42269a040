import type { Token } from 'marked'
import { tokensOf } from './markdown-tokens.ts'

/** Returns the first line of Markdown as plain text; empty if there is none. */
export function firstLineOf(markdown: string): string {
  for (const token of tokensOf(markdown)) {
    const [line = ''] = textOf(token).trim().split('\n', 1)
    if (line !== '') return line
  }
  return ''
}

/** Prefer a token's children: its own text contains the markup. */
function textOf(token: Token): string {
  if (token.type === 'br') return '\n'
  if (token.type === 'list') return (token.items as Token[]).map(textOf).join('\n')
  if (token.type === 'table') return (token.header as Token[]).map(textOf).join(' ')
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(textOf).join('')
  return 'text' in token && typeof token.text === 'string' ? token.text : ''
}
