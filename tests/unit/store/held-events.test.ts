import { is } from 'superstruct'
import { expect, test } from 'vitest'
import { heldEvents, isEditOf } from '../../../store/drafts/held-events.ts'

interface Thing {
  id: number | null
  name: string
}
const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && 'name' in value && value.name !== 'odd'

const good = { id: 1, name: 'good' }
const odd = { id: 2, name: 'odd' }
const added = { type: 'entry/added', key: 'k', entry: good, after: null }
const changed = { type: 'entry/changed', key: 'k', changes: { name: 'new' }, was: good }
const moved = { type: 'entry/moved', key: 'k', after: null, order: ['k'], was: good }
const deleted = { type: 'entry/deleted', key: 'k', was: good }
const restored = { type: 'entry/restored', key: 'k', name: 'odd' }
const settled = {
  type: 'conflict/settled',
  key: 'k',
  choice: 'mine',
  against: null,
  order: [],
  fields: [],
  isMoved: false,
  name: 'good',
}

test.each([added, changed, moved, deleted, restored, settled, { ...settled, against: good }])(
  'an edit of known entries can be shown: %o',
  (edit) => {
    expect(is({ edit }, heldEvents['held/made'])).toBe(true)
    expect(isEditOf(isThing)(edit)).toBe(true)
  },
)

test.each([
  { ...added, entry: odd },
  { ...changed, was: odd },
  { ...changed, changes: { name: 'odd' } },
  { ...changed, besides: [{ key: 'l', changes: { name: 'odd' }, was: good }] },
  { ...moved, was: odd },
  { ...moved, changes: { name: 'odd' } },
  { ...deleted, was: odd },
  { ...settled, against: odd },
])('an edit of unknown entries cannot be shown: %o', (edit) => {
  expect(is({ edit }, heldEvents['held/made'])).toBe(true)
  expect(isEditOf(isThing)(edit)).toBe(false)
})

test.each([
  { ...moved, order: [1] },
  { ...moved, order: ['k', 1] },
  { ...moved, order: 'k' },
  { ...settled, choice: 'both' },
  { ...settled, fields: [1] },
  { ...settled, isMoved: 'no' },
  { ...added, after: 1 },
  { ...added, entry: { id: 'x', name: 'good' } },
  { ...changed, besides: [{ key: 'l' }] },
  { ...restored, name: 1 },
  { type: 'entry/else', key: 'k' },
  null,
])('an invalid edit is rejected: %o', (edit) => {
  expect(is({ edit }, heldEvents['held/made'])).toBe(false)
  expect(isEditOf(isThing)(edit)).toBe(false)
})
