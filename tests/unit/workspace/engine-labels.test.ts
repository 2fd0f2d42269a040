import { expect, test } from 'vitest'
import { engineCsv } from '../../../views/workspace/billing/engine-labels.ts'

test('the file has minutes, names that are not formulas, and deleted launchers', () => {
  const used = { launches: 2, engineSeconds: 90, medianWaitSeconds: 1.6, maxWaitSeconds: 3 }
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
