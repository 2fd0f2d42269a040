import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REACT_ARIA_STYLES } from '../../../server/http/style-hashes.ts'

/** Text of the style element that a file of react-aria makes. */
const styleIn = (file: string): string => {
  const code = readFileSync(`node_modules/react-aria/dist/private/${file}`, 'utf8')
  const text = /style\.textContent = `([^`]*)`\.trim\(\)/.exec(code)?.[1] ?? ''
  return text.trim().replace(/\$\{[^}]*PRESSABLE_ATTRIBUTE\}/, 'data-react-aria-pressable')
}
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the content security policy knows the styles that react-aria adds', () =>
  expect(REACT_ARIA_STYLES).toEqual(
    ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs'].map((file) => hashOf(styleIn(file))),
  ))
