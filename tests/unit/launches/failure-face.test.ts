import { array, assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { failureFaceOf } from '../../../views/launches/failure/failure-face.ts'
import { DIFF_LINES, textDiff, type DiffLine } from '../../../views/launches/failure/text-diff.ts'
import { texts } from './failure-texts.ts'

const side = (lines: readonly DiffLine[], kind: DiffLine['kind']) =>
  lines
    .filter((line) => line.kind === 'same' || line.kind === kind)
    .map(({ parts }) => parts.map(({ text }) => text).join(''))
    .join('\n')

test('a diff marks the changes within a line', () => {
  expect(textDiff('"£49.47"', '"£54.97"')).toEqual([
    {
      kind: 'expected',
      parts: [
        { text: '"£', isChanged: false },
        { text: '49.47', isChanged: true },
        { text: '"', isChanged: false },
      ],
    },
    {
      kind: 'received',
      parts: [
        { text: '"£', isChanged: false },
        { text: '54.97', isChanged: true },
        { text: '"', isChanged: false },
      ],
    },
  ])
  expect(textDiff('a\nb\nc', 'a\nc').map(({ kind }) => kind)).toEqual(['same', 'expected', 'same'])
})

test('a diff contains both sides completely, and marks only lines that differ', () => {
  const text = array(constantFrom('a', 'b', 'same line', '', '£')).map((lines) => lines.join('\n'))
  assert(
    property(text, text, (one, other) => {
      const lines = textDiff(one, other)
      expect([side(lines, 'expected'), side(lines, 'received')]).toEqual([one, other])
    }),
  )
  assert(
    property(string({ unit: 'binary' }), (one) => {
      expect(textDiff(one, one).every(({ kind }) => kind === 'same')).toBe(true)
    }),
  )
})

test('a diff of very long values is cut', () => {
  const lines = textDiff('a\n'.repeat(1_000_000), 'b\n'.repeat(1_000_000))
  expect(lines.length).toBeLessThanOrEqual(2 * DIFF_LINES)
  expect(textDiff('a'.repeat(2_000_000), `${'a'.repeat(1_999_999)}b`).length).toBeLessThanOrEqual(2)
})

test.each(Object.entries(texts))('%s: the page says nothing twice, and folds frames of runners alone', (_, text) => {
  const { message, trace } = failureFaceOf(text())
  const words = trace.flatMap(({ lines }) => lines.map((line) => line.trim())).filter((line) => line !== '')
  for (const line of message.split('\n')) expect(words).not.toContain(line)
  expect(words.filter((line) => /^(?:Expected|Received|But was)\b.*:/.test(line))).toEqual([])
  const folded = trace.flatMap(({ kind, lines }) => (kind === 'library' ? lines : []))
  expect(folded.join('\n')).not.toMatch(/acme|pages\/|tests\/|specs?\//)
})

test('a message that the trace repeats is shown once, and frames of the team stay open', () => {
  const message = 'Error: no cart'
  const frames = '    at Cart.total (/repo/cart.ts:88:11)\n    at run (/repo/node_modules/jest/run.js:1:2)'
  const face = failureFaceOf(`${message}\n\n${message}\n${frames}`)
  expect(face).toMatchObject({ message, diff: null, more: 0 })
  expect(face.trace.map(({ kind }) => kind)).toEqual(['team', 'library'])
  expect(failureFaceOf(`${message}\n${'    at f (/repo/a.ts:1:2)\n'.repeat(5000)}`).more).toBeGreaterThan(4000)
})
