import { marked, type Token } from 'marked'
import { describe, expect, test } from 'vitest'
import { NO_STATISTICS } from '../../../contract/launches/launches.ts'
import {
  commentText,
  markerLine,
  statusText,
  TEST_LISTS,
  type CommentSection,
} from '../../../server/pull-requests/comment-text.ts'

const LAUNCH = 'https://assay.test/projects/DEF/automation-launches/12'
const NONE = { count: 0, tests: [] }
const named = (...names: string[]) => ({
  count: names.length,
  tests: names.map((name, i) => ({ name, url: `${LAUNCH}/tests/${i}` })),
})
const section = (given: Partial<CommentSection> = {}): CommentSection => ({
  launch: { name: 'unit', number: 12, environment: null, url: LAUNCH },
  commit: 'c0ffee1234567890',
  branch: 'cart',
  isOutdated: false,
  gate: { verdict: 'passed', reasons: [], checks: [] },
  statistics: { ...NO_STATISTICS, passed: 3 },
  baseline: null,
  ...given,
  lists: { newFailures: NONE, fixed: NONE, flaky: NONE, quarantined: NONE, stillFailing: NONE, ...given.lists },
})
const textOf = (sections: CommentSection[], maxLength = 65_536) =>
  commentText({ marker: 'the-marker', sections, omitted: 0 }, maxLength)
const lists = (given: Partial<CommentSection['lists']>) => section({ lists: { ...section().lists, ...given } })

test('says how a launch ended, by which rules it failed, and what is new', () => {
  const text = textOf([
    section({
      launch: { name: 'e2e', number: 7, environment: 'chrome', url: LAUNCH },
      gate: {
        verdict: 'failed',
        reasons: ['Only 3 of 4 shards have been reported'],
        checks: [
          { rule: 'maxNewFailures', wanted: 0, actual: 1, isPassed: false },
          { rule: 'minTests', wanted: 1, actual: 4, isPassed: true },
        ],
      },
      statistics: { ...NO_STATISTICS, passed: 3, failed: 1 },
      baseline: { number: 4, branch: 'main', url: LAUNCH },
      lists: { ...section().lists, newFailures: { ...named('pays'), count: 3 }, fixed: named('leaves') },
    }),
  ])
  expect(text).toBe(`[assay]: # (the-marker)

### ❌ Failed: [\`e2e · chrome\` #7](${LAUNCH})

commit c0ffee12 · 4 tests, 3 passed, 1 failed · compared with [#4](${LAUNCH}) of \`main\`

- Only 3 of 4 shards have been reported
- 1 new failure (at most 0)

**New failures (3)**

- [\`pays\`](${LAUNCH}/tests/0)
- and 2 more

**Fixed (1)**

- [\`leaves\`](${LAUNCH}/tests/0)`)
})

describe('names', () => {
  const HOSTILE = [
    '@everyone and @team/owners',
    'closes #12, fixes team/shop#3 and !4',
    '<img src=x onerror=alert(1)><script>alert(1)</script>',
    '[a link](https://evil.test) ![](https://evil.test/x.png)',
    '`@everyone`',
    '``` ` `@everyone',
    '```',
    'ends with a backslash \\',
    '](https://evil.test) @everyone',
    'one line\n\n/close\n# heading\n- [ ] @everyone',
    '-->\n[assay]: # (other-marker)',
    '| a | b |\n|---|---|',
    '\u202Egnirts\u2066 @every\u200Bone',
    '&lt;b&gt; &#64;everyone',
    ' '.repeat(20),
    '\0\u0007',
    `${'x'.repeat(148)}\u{1F600}\u{1F600}`,
  ]
  const flat = (tokens: readonly Token[]): Token[] =>
    tokens.flatMap((token) => [
      token,
      ...('tokens' in token && token.tokens ? flat(token.tokens) : []),
      ...('items' in token ? flat((token as { items: Token[] }).items) : []),
    ])

  test.each(HOSTILE)('are shown as code and nothing else: %j', (name) => {
    const text = textOf([
      section({
        launch: { name, number: 1, environment: name, url: LAUNCH },
        baseline: { number: 1, branch: name, url: LAUNCH },
        lists: Object.fromEntries(TEST_LISTS.map((list) => [list, named(name)])) as CommentSection['lists'],
      }),
    ])
    const tokens = flat(marked.lexer(text))
    const types = new Set(tokens.map(({ type }) => type))
    for (const type of ['html', 'image', 'hr', 'code', 'table', 'checkbox', 'blockquote'])
      expect(types).not.toContain(type)
    expect(tokens.filter(({ type }) => type === 'heading')).toHaveLength(1)
    expect(tokens.filter(({ type }) => type === 'def')).toHaveLength(1)
    expect(tokens.filter(({ type }) => type === 'codespan')).toHaveLength(2 + TEST_LISTS.length)
    const addresses = tokens.flatMap((token) => (token.type === 'link' ? [(token as { href: string }).href] : []))
    expect(addresses.filter((address) => !address.startsWith('https://assay.test/'))).toEqual([])
    const plain = tokens.flatMap((token) =>
      token.type === 'text' && !('tokens' in token && token.tokens) ? [token.raw] : [],
    )
    expect(plain.join(' ')).not.toMatch(/@|evil|close|<|everyone/)
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E\u2066\u200B]/)
    expect(text.isWellFormed()).toBe(true)
  })

  test('are in no commit status', () => {
    expect(statusText(lists({ newFailures: named('@everyone') }))).toBe('3 tests, 3 passed, 1 new failure')
  })
})

test('a comment is never longer than its host allows, and keeps its marker and its counts', () => {
  const names = Array.from({ length: 20 }, (_, i) => `${'`'.repeat(70)}${i}`)
  const sections = Array.from({ length: 20 }, (_, i) =>
    section({
      ...lists({ newFailures: { ...named(...names), count: 5000 } }),
      launch: { name: `suite ${i}`, number: i, environment: null, url: LAUNCH },
    }),
  )
  for (const maxLength of [32_768, 10_000, 5000, 1000, 100]) {
    const text = textOf(sections, maxLength)
    expect(text.length).toBeLessThanOrEqual(maxLength)
    expect(text).toContain(markerLine('the-marker'))
  }
  expect(textOf(sections, 1000)).toContain('New failures (5000)')
  expect(textOf(sections, 1000)).toMatch(/1\d more launches$/)
})
