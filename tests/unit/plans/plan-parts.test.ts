import { describe, expect, test } from 'vitest'
import { collisionOn } from '../../../machines/patterns/form-parts.ts'
import { runChanges } from '../../../machines/plans/plan-diff.ts'
import { planParts } from '../../../machines/plans/plan-parts.ts'
import { newPlan, type PlanValues, type StoredRun } from '../../../machines/plans/plan-values.ts'
import { listRuns } from '../../../machines/plans/planned-runs.ts'

const configurations = [
  {
    id: 1,
    name: 'Browser',
    options: [
      { id: 11, name: 'Chrome' },
      { id: 12, name: 'Firefox' },
    ],
  },
]
const run = (id: number, optionId: number, values: Partial<StoredRun> = {}): StoredRun => ({
  id,
  title: `Autumn: ${optionId === 11 ? 'Chrome' : 'Firefox'}`,
  configurations: [{ groupId: 1, groupName: 'Browser', optionId, optionName: optionId === 11 ? 'Chrome' : 'Firefox' }],
  inheritsBase: true,
  testCaseIds: [1, 2],
  resultCount: 0,
  ...values,
})
const plan = (runs: StoredRun[], values: Partial<PlanValues> = {}): PlanValues => ({
  ...newPlan(),
  title: 'Autumn',
  configurations,
  baseTestCaseIds: [1, 2],
  stored: { title: 'Autumn', revision: 1, strategy: 'all', configurations, runs, leftOut: [] },
  ...values,
})
const base = plan([run(101, 11), run(102, 12)])
const meeting = (mine: PlanValues, theirs: PlanValues, refused: readonly string[] = []) =>
  collisionOn(planParts, { base, values: mine }, theirs, refused)

describe('concurrent saves of a plan', () => {
  test('remove deleted runs from the list and add new ones', () => {
    const without = meeting(plan(base.stored?.runs as StoredRun[], { title: 'Winter' }), plan([run(101, 11)]))
    expect(listRuns(without.mine).map(({ stored }) => stored?.id ?? null)).toEqual([101, null])
    expect(without.mine.title).toBe('Winter')
    const more = meeting({ ...base, description: 'Mine' }, plan([run(101, 11), run(102, 12), run(103, 12)]))
    expect(more.mine.stored?.runs.map(({ id }) => id)).toEqual([101, 102, 103])
    expect(more.parts).toEqual([])
  })

  test('merge base selections of two users by case without a question', () => {
    const { mine, parts, merged } = meeting(
      { ...base, baseTestCaseIds: [2, 3] },
      { ...base, baseTestCaseIds: [1, 2, 4] },
      ['baseTestCaseIds'],
    )
    expect([mine.baseTestCaseIds, parts, merged]).toEqual([[2, 4, 3], [], ['baseTestCaseIds']])
  })

  test('titles and cases of a run that only they wrote are taken over', () => {
    const theirs = plan([run(101, 11, { title: 'Theirs', inheritsBase: false, testCaseIds: [2] }), run(102, 12)])
    const { mine } = meeting({ ...base, description: 'Mine' }, theirs, ['runs.101.title', 'runs.101.testCaseIds'])
    expect(listRuns(mine)[0]).toMatchObject({ title: 'Theirs', testCaseIds: [2] })
    expect(runChanges(mine)).toEqual({ createRuns: [], changeRuns: [], removeRunIds: [], seenResults: 0 })
  })

  test('a title that follows the plan does not ask for a choice', () => {
    const theirs = plan([run(101, 11, { title: 'Theirs' }), run(102, 12)])
    const { mine, parts } = meeting({ ...base, title: 'Winter' }, theirs, ['runs.101.title'])
    expect(parts).toEqual([])
    expect(listRuns(mine).map(({ title }) => title)).toEqual(['Theirs', 'Winter: Firefox'])
  })
})

describe('a run that both wrote', () => {
  const mine: PlanValues = { ...base, titles: { '11': 'Mine' }, selections: { '11': [1] } }
  const theirs = plan([run(101, 11, { title: 'Theirs', inheritsBase: false, testCaseIds: [2] }), run(102, 12)])
  const { parts, mine: shown } = meeting(mine, theirs, ['runs.101.title', 'runs.101.testCaseIds'])

  test('its title and its cases are chosen, each on its own', () => {
    expect(parts).toEqual(['runs.101.title', 'runs.101.testCaseIds'])
    expect(parts.map((part) => planParts.read(shown, part))).toEqual(['Mine', [1]])
    expect(parts.map((part) => planParts.read(theirs, part))).toEqual(['Theirs', [2]])
  })

  test('choosing theirs keeps the stored run, choosing mine sends it with their version', () => {
    const chosen = { ...shown, ...planParts.take('runs.101.title', theirs, shown) }
    expect(runChanges(chosen).changeRuns).toEqual([{ id: 101, testCaseIds: [1], expected: { testCaseIds: [2] } }])
    const both = { ...shown, ...planParts.take('runs.101.testCaseIds', theirs, shown) }
    expect(runChanges(both).changeRuns).toEqual([{ id: 101, title: 'Mine', expected: { title: 'Theirs' } }])
    const back = { ...both, ...planParts.take('runs.101.testCaseIds', mine, both) }
    expect(runChanges(back).changeRuns).toEqual(runChanges(shown).changeRuns)
    const own = { ...chosen, ...planParts.take('runs.101.title', mine, chosen) }
    expect(runChanges(own).changeRuns).toEqual([
      { id: 101, title: 'Mine', testCaseIds: [1], expected: { title: 'Theirs', testCaseIds: [2] } },
    ])
  })
})

test('the fields of a plan in a draft are its own, and title and cases of each stored run', () => {
  const own = planParts.names(newPlan())
  expect(planParts.names(base)).toEqual([
    ...own,
    'runs.101.title',
    'runs.101.testCaseIds',
    'runs.102.title',
    'runs.102.testCaseIds',
  ])
})
