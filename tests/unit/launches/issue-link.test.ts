import { expect, test } from 'vitest'
import { IssueId } from '../../../contract/launches/launch-tests.ts'
import { issueLink } from '../../../views/launches/test-parts/issue-link.ts'

test.each([
  ['https://tracker.example/browse/SHOP-2214', 'SHOP-2214'],
  ['https://code.example/shop/web/issues/17/', '17'],
  ['https://code.example/shop/-/issues/17#note_3', '17'],
  ['http://tracker.example/?id=9', 'tracker.example'],
  ['https://tracker.example/Warenkorb%20rot', 'Warenkorb rot'],
  ['https://tracker.example/%E0%A4%A', '%E0%A4%A'],
])('[ISSUES-06] the address %s of an issue is a link that says %s', (id, words) => {
  expect(issueLink(id)).toEqual({ words, href: new URL(id).href })
})

test.each(['SHOP-2214', '#17', 'javascript:alert(1)', 'https://', 'ftp://tracker.example/17'])(
  '[ISSUES-06] %s is shown as it is written, and leads nowhere',
  (id) => expect(issueLink(id)).toEqual({ words: id }),
)

test('[ISSUES-06] a key or an address has no spaces and may be long', () => {
  const isRight = (id: string) => IssueId.safeParse(id).success
  expect(isRight(`https://tracker.example/${'a'.repeat(476)}`)).toBe(true)
  expect(isRight(`https://tracker.example/${'a'.repeat(477)}`)).toBe(false)
  expect(isRight('SHOP 7')).toBe(false)
  expect(isRight(' ')).toBe(false)
})
