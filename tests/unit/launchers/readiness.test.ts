import { expect, test } from 'vitest'
import type { TestingExecutor } from '../../../contract/launchers/options.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import {
  addingProblem,
  isEngineMissing,
  launchProblem,
  savingProblem,
  type Loaded,
} from '../../../machines/launchers/readiness.ts'
import { FIELD_LABELS } from '../../../views/launchers/launcher/field-labels.ts'

const engine: TestingExecutor = { tool: 'ASSAY_ENGINE', executor: 'ASSAY', id: null, name: 'Engine', icon: 'engine' }
const cloud: TestingExecutor = {
  tool: 'SAUCE_LABS',
  executor: 'SAUCE_LABS',
  id: 'sauce-labs',
  name: 'Sauce Labs',
  icon: 'cloud',
}
const ready: Loaded = { isLoading: false, executors: [engine], branches: ['main'] }
const fine = {}

test('[LAUN-20] [LAUN-21] [LAUN-22] a launcher is saved once all is loaded, something can run it, and nothing is wrong, and the reason against it is named', () => {
  const problemOf = (loaded: Loaded, problems: Record<string, string>) =>
    savingProblem(loaded, problems, (field) => FIELD_LABELS.name(field))
  expect(problemOf(ready, fine)).toBeNull()
  expect(problemOf(ready, { name: 'wrong', envVars: 'wrong' })).toBe('Check: Name, Environment variables')
  expect(problemOf({ ...ready, isLoading: true }, fine)).toBe(LAUNCHER_TEXTS.optionsLoading)
  for (const executors of [null, []]) expect(problemOf({ ...ready, executors }, fine)).toBe(LAUNCHER_TEXTS.noPlatforms)
})

test('[LAUN-23] [LAUN-24] no launcher is added to a repository that is read and has no branches, and it says why', () => {
  const words =
    'Unable to add new launcher: branches were not found for current repo. Please check credentials and access permissions.'
  expect(addingProblem({ ...ready, branches: [] }, { verified: true })).toBe(words)
  // The branches of an unread repository are unknown.
  expect(addingProblem({ ...ready, branches: [] }, { verified: false })).toBeNull()
  for (const branches of [null, ['main']]) expect(addingProblem({ ...ready, branches }, { verified: true })).toBeNull()
})

test('[START-05] [START-06] cannot start without branches or an executor', () => {
  expect(launchProblem({ ...ready, branches: [] }, { executor: 'ASSAY' })).toBe(
    'Unable to launch: branches were not found for current repo. Please check credentials and access permissions.',
  )
  expect(launchProblem(ready, { executor: null })).toBe('Unable to launch: testing executor is undefined')
  expect(launchProblem(ready, { executor: 'ASSAY' })).toBeNull()
})

test('[CONF-18] the engine is missed once executors are loaded and it is not among them', () =>
  expect([null, [engine, cloud], [cloud], []].map(isEngineMissing)).toEqual([false, false, true, true]))
