import { expect, test } from 'vitest'
import { foldText } from '../../../contract/cases/search-text.ts'
import { excerptOf } from '../../../server/cases/excerpt.ts'

test('an excerpt marks every match, also where folding changes the number of characters', () => {
  expect(excerptOf('The ﬁrst Café', ['fi', 'cafe'])).toBe('The [[ﬁ]]rst [[Café]]')
  expect(excerptOf('no match', ['cafe'])).toBeNull()
})

test('an excerpt of a long text begins shortly before its first match', () => {
  const excerpt = excerptOf(`${'word '.repeat(100)}voucher ${'word '.repeat(100)}`, ['voucher'])
  expect(excerpt).toContain('[[voucher]]')
  expect(excerpt?.length).toBeLessThan(220)
})

test('folding knows case, accents and widths, and leaves other letters apart', () => {
  expect(foldText('ÉCOLE Straße ＡＢＣ Ёлка Й')).toBe('ecole straße abc елка й')
})
