import { expect, test } from 'vitest'
import { firstLineOf } from '../../../views/ui/markdown/markdown-text.ts'

test.each([
  ['The total is **wrong** after `12.345`', 'The total is wrong after 12.345'],
  ['- first\n- second', 'first'],
  ['\n\n## A heading\n\nand words', 'A heading'],
  ['[the till](https://x.test) and ~~not~~ this\nnext', 'the till and not this'],
  ['| one | two |\n|---|---|\n| 1 | 2 |', 'one two'],
  ['```\ncode\nmore\n```', 'code'],
  ['a < b && c > "d"', 'a < b && c > "d"'],
  ['', ''],
])('%j is called %j', (markdown, words) => {
  expect(firstLineOf(markdown)).toBe(words)
})
