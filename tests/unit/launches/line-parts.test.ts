import { expect, test } from 'vitest'
import { CONSOLE_MASK } from '../../../contract/launchers/engine.ts'
import { lineParts } from '../../../views/launches/logs/line-parts.ts'

const kinds = (text: string) => lineParts(text).map(({ text: part, kind }) => `${kind}:${part}`)

test('the sign of a result and a warning at the beginning of a line are distinguished from its text', () => {
  expect(kinds('✓ pays')).toEqual(['passed:✓', 'plain: pays'])
  expect(kinds('  ✗ pays')).toEqual(['plain:  ', 'failed:✗', 'plain: pays'])
  expect(kinds('[WARN] slow')).toEqual(['warning:[WARN]', 'plain: slow'])
  expect(kinds('warning: slow')).toEqual(['warning:warning:', 'plain: slow'])
  for (const text of ['warned', 'a ✓ b', '✓pays', ' '.repeat(3), 'warn-level=3'])
    expect(kinds(text)).toEqual([`plain:${text}`])
  expect(kinds('')).toEqual([])
})

test('places of secrets are distinguished from text, and no character is lost', () => {
  expect(kinds(`key=${CONSOLE_MASK}${CONSOLE_MASK};`)).toEqual([
    'plain:key=',
    `secret:${CONSOLE_MASK}`,
    `secret:${CONSOLE_MASK}`,
    'plain:;',
  ])
  for (const text of [`✓ ${CONSOLE_MASK} x`, CONSOLE_MASK, '  warn: y'])
    expect(
      lineParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
})
