import { expect, test } from 'vitest'
import type { GeneratedField, ModelledCase, SuggestedCase } from '../../../contract/models/models.ts'
import { compare } from '../../../machines/models/compare.ts'

const suggested = (pathKey: string, words = 'Pay'): SuggestedCase => ({
  pathKey,
  transitionIds: [pathKey],
  content: { title: words, preConditions: 'A cart', steps: [{ action: words, expectedResult: 'Paid' }] },
})
const saved = (pathKey: string, more: Partial<ModelledCase> = {}): ModelledCase => ({
  caseId: 1,
  key: 'SHOP-1',
  title: 'Pay',
  ...suggested(pathKey),
  edited: [],
  deprecated: false,
  deleted: false,
  obsolete: false,
  ...more,
})
const fatesOf = (before: ModelledCase[], now: SuggestedCase[]) => {
  const { cases, obsolete } = compare(before, now)
  return {
    cases: cases.map(({ suggested: { pathKey }, fate, changes, keptByHand }) => [pathKey, fate, changes, keptByHand]),
    obsolete: obsolete.map(({ pathKey }) => pathKey),
  }
}

test('paths are new, changed, unchanged or removed', () => {
  const before = [saved('a'), saved('b'), saved('c')]
  expect(fatesOf(before, [suggested('a'), suggested('b', 'Pay by card'), suggested('d')])).toEqual({
    cases: [
      ['a', 'same', [], []],
      ['b', 'changed', ['title', 'steps'], []],
      ['d', 'new', [], []],
    ],
    obsolete: ['c'],
  })
})

test('keeps edits, and reports them only where the model changed too', () => {
  const edited: GeneratedField[] = ['steps', 'preConditions']
  expect(fatesOf([saved('a', { edited })], [suggested('a', 'Pay by card')]).cases).toEqual([
    ['a', 'changed', ['title'], ['steps']],
  ])
  expect(fatesOf([saved('a', { edited })], [suggested('a')]).cases).toEqual([['a', 'same', [], []]])
})

test('a path that exists again restores its case; a case in the trash bin stays there; a removed path is not removed again', () => {
  const gone = { obsolete: true, deprecated: true }
  expect(fatesOf([saved('a', gone)], [suggested('a')]).cases).toEqual([['a', 'changed', [], []]])
  expect(fatesOf([saved('a', { deleted: true })], [suggested('a', 'Other')]).cases).toEqual([['a', 'same', [], []]])
  expect(fatesOf([saved('a', gone)], [suggested('b')]).obsolete).toEqual([])
})
