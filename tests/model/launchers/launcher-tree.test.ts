import { expect, test } from 'vitest'
import type { RepositoryNode } from '../../../contract/launchers/repositories.ts'
import { parentOf, treeRows } from '../../../machines/launchers/launcher-tree.ts'

const repository = (id: number, name: string, launchers: RepositoryNode['launchers'] = []): RepositoryNode => ({
  id,
  name,
  provider: 'GITHUB',
  providerSideId: null,
  verified: true,
  launchers,
})
const nightly = {
  id: 5,
  name: 'Nightly',
  presets: [
    { id: 9, name: 'Four browsers' },
    { id: 10, name: 'Vouchers' },
  ],
}
const smoke = { id: 6, name: 'Smoke', presets: [] }
const tree = [repository(1, 'larkspur/shop', [nightly, smoke]), repository(2, 'larkspur/api')]
const names = (opened: string[], q = '') =>
  treeRows(tree, new Set(opened), q).map(({ name, depth }) => `${'  '.repeat(depth)}${name}`)

test('[SIDE-04] three levels, as far as they are open', () => {
  expect(names([])).toEqual(['larkspur/shop', 'larkspur/api'])
  expect(names(['r1', 'l5'])).toEqual([
    'larkspur/shop',
    '  Nightly',
    '    Four browsers',
    '    Vouchers',
    '  Smoke',
    'larkspur/api',
  ])
})

test('[SIDE-02] [SIDE-03] a search finds names on all levels, with what they belong to', () => {
  expect(names([], 'VOUCH')).toEqual(['larkspur/shop', '  Nightly', '    Vouchers'])
  expect(names([], 'smoke')).toEqual(['larkspur/shop', '  Smoke'])
  expect(names([], 'api')).toEqual(['larkspur/api'])
  expect(names([], 'nothing')).toEqual([])
  expect(names(['r1'], 'shop')).toEqual(['larkspur/shop', '  Nightly', '  Smoke'])
})

test('a preset has the triggers that start it', () => {
  const presets = [{ id: 9, name: 'Nightly', schedules: 'PAUSED' as const, hasWebhooks: true as const }]
  const rows = treeRows([repository(1, 'larkspur/shop', [{ ...nightly, presets }])], new Set(['r1', 'l5']), '')
  expect(rows.map(({ triggers }) => triggers)).toMatchObject([
    undefined,
    undefined,
    { schedules: 'PAUSED', hasWebhooks: true },
  ])
})

test('lines know their place and their parent', () => {
  const rows = treeRows(tree, new Set(['r1', 'l5']), '')
  expect(rows.map(({ position, siblings }) => `${position}/${siblings}`)).toEqual([
    '1/2',
    '1/2',
    '1/2',
    '2/2',
    '2/2',
    '2/2',
  ])
  expect(rows.map((_, at) => parentOf(rows, at))).toEqual([-1, 0, 1, 1, 0, -1])
})
