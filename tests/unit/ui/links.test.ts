import { expect, test } from 'vitest'
import { isScriptAddress, isWebAddress } from '../../../contract/links.ts'

const SCRIPTS = [
  'javascript:alert(1)',
  'JAVASCRIPT:x',
  '\u0001 java\nscript:x',
  'vbscript:x',
  'data:text/html,x',
  'data:;base64,x',
  'data:,x',
]
const OTHERS = [
  'https://a.test/javascript:x',
  'mailto:a@b.test',
  'SHOP-7',
  'data',
  'data: import of orders',
  'ftp://a.test',
  'owner/repo#7',
  '',
]

test('texts that a browser would run or open as a document are distinguished from all others', () => {
  expect(SCRIPTS.filter(isScriptAddress)).toEqual(SCRIPTS)
  expect(OTHERS.filter(isScriptAddress)).toEqual([])
})

test('only web addresses become links', () => {
  expect([...SCRIPTS, ...OTHERS].filter(isWebAddress)).toEqual(['https://a.test/javascript:x'])
})
