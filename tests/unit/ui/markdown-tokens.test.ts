import type { Token } from 'marked'
import { expect, test } from 'vitest'
import { tokensOf } from '../../../views/ui/markdown/markdown-tokens.ts'

const depthOf = (tokens: readonly Token[]): number =>
  Math.max(
    0,
    ...tokens.map((token) => {
      const inner = token.type === 'list' ? (token.items as Token[]) : 'tokens' in token ? (token.tokens ?? []) : []
      return 1 + depthOf(inner)
    }),
  )

test('a text with ordinary nesting is parsed to its last level', () => {
  const [quote] = tokensOf('> - **bold** and `code`')
  expect(quote?.type).toBe('blockquote')
  expect(depthOf(quote ? [quote] : [])).toBe(6)
})

const LETTERS = 20_000
test.each([
  ['quotes', '>'.repeat(LETTERS)],
  ['quotes of 300 levels', `${'>'.repeat(300)} a`],
  ['numbered lists', '1. '.repeat(LETTERS / 3)],
  ['lists in quotes', '> - '.repeat(LETTERS / 4)],
  ['emphasis', `${'*'.repeat(LETTERS / 2)}a${'*'.repeat(LETTERS / 2)}`],
  ['mixed emphasis', '*a _b '.repeat(LETTERS / 6)],
  ['brackets', `${'['.repeat(LETTERS / 2)}${'](u)'.repeat(LETTERS / 8)}`],
  ['pictures', `${'!['.repeat(LETTERS / 4)}x${'](u)'.repeat(LETTERS / 8)}`],
])('deeply nested %s are drawn as text from a certain level', (_, text) => {
  const tokens = tokensOf(text)
  expect(depthOf(tokens)).toBeLessThan(50)
  expect(tokens.map(({ raw }) => raw).join('')).toHaveLength(text.length)
})
