import { expect, test } from 'vitest'
import { axisTimeWords, engineCsv, engineTimeWords } from '../../../views/workspace/billing/engine-words.ts'

test('engine time is told in two units at most', () => {
  expect([0, 8.4, 59.4, 90, 3600, 7500, 360_000].map(engineTimeWords)).toEqual([
    '0 s',
    '8 s',
    '59 s',
    '2 min',
    '1 h',
    '2 h 5 min',
    '100 h',
  ])
  expect([30, 90, 5400].map(axisTimeWords)).toEqual(['30 s', '2 min', '1.5 h'])
})

test('the file has minutes, names that are no formulas, and launchers that are gone', () => {
  const used = { launches: 2, engineSeconds: 90, medianWaitSeconds: 1.6, mostWaitSeconds: 3 }
  const rows = [
    { ...used, project: { key: 'SHOP', name: '=1+1' }, launcher: { id: 1, repoId: 1, name: 'Nightly' } },
    { ...used, project: { key: 'SHOP', name: 'Shop' }, launcher: null },
  ]
  expect(engineCsv('launcher', rows).split('\r\n').slice(1, 3)).toEqual([
    "'=1+1,Nightly,2,1.5,2,3",
    'Shop,Deleted launcher,2,1.5,2,3',
  ])
  expect(engineCsv('project', rows)).not.toContain('Nightly')
})
