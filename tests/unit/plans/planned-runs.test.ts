import { describe, expect, test } from 'vitest'
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { fieldsOf, planDiff, runChanges, runsToCreate } from '../../../machines/plans/plan-diff.ts'
import { checkedRuns, listRuns, pairsOfRuns } from '../../../machines/plans/planned-runs.ts'
import { planProblems } from '../../../machines/plans/plan-problems.ts'
import { valuesOfPlan } from '../../../machines/plans/plan-reading.ts'
import { newPlan, type PlanValues } from '../../../machines/plans/plan-values.ts'
import type { TestPlan } from '../../../contract/plans/plans.ts'
import type { ConfigurationGroup } from '../../../contract/settings/configurations.ts'

const browsers: ConfigurationGroup = {
  id: 1,
  name: 'Browser',
  options: [
    { id: 11, name: 'Chrome' },
    { id: 12, name: 'Firefox' },
  ],
}
const systems: ConfigurationGroup = {
  id: 2,
  name: 'System',
  options: [
    { id: 21, name: 'Windows' },
    { id: 22, name: 'macOS' },
  ],
}
const groupOf = (size: number, id: number): ConfigurationGroup => ({
  id,
  name: `Group ${id}`,
  options: Array.from({ length: size }, (_, at) => ({ id: id * 1000 + at, name: `Option ${at}` })),
})

const drafted = (values: Partial<PlanValues> = {}): PlanValues => ({
  ...newPlan(),
  title: 'Autumn',
  configurations: [browsers, systems],
  baseTestCaseIds: [1, 2],
  ...values,
})

const user = { id: 1, username: 'nadia', name: 'Nadia', email: 'n@example.org', photoUrl: null }
const selected = (browser: number, system: number) => [
  { groupId: 1, groupName: 'Browser', optionId: browser, optionName: browser === 11 ? 'Chrome' : 'Firefox' },
  { groupId: 2, groupName: 'System', optionId: system, optionName: system === 21 ? 'Windows' : 'macOS' },
]
const status = { id: 1, name: 'Passed', colorHex: '#0a0', isCompleted: true, isSuccess: true, isFailure: false }

const run = (id: number, title: string, browser: number, system: number, own: number[] | null = null) => ({
  id,
  title,
  createdAt: '2026-11-01T10:00:00.000Z',
  createdBy: user,
  closed: false,
  closedAt: null,
  milestone: null,
  environment: null,
  configurations: selected(browser, system),
  testPlan: { id: 5, title: 'Autumn' },
  caseStatusStatistics: [
    { status: { ...status, isUntested: false }, count: 3 },
    { status: { ...status, isUntested: true }, count: 4 },
  ],
  revision: 1,
  inheritsBase: own === null,
  testCaseIds: own ?? [1, 2],
})

const plan: TestPlan = {
  id: 5,
  title: 'Autumn',
  createdAt: '2026-11-01T10:00:00.000Z',
  createdBy: user,
  closed: false,
  closedAt: null,
  milestone: null,
  environment: { id: 7, name: 'Staging', key: 'staging', deleted: true },
  configurations: [browsers, systems],
  executionSummaries: [],
  testRunCount: 3,
  revision: 1,
  description: '',
  milestoneId: null,
  baseTestCaseIds: [1, 2],
  strategy: 'all',
  rules: [],
  testRuns: [
    run(101, 'Autumn: Chrome, Windows', 11, 21),
    run(102, 'By hand', 11, 22),
    run(103, 'Autumn: Firefox, Windows', 12, 21, [9]),
  ],
}
const stored = valuesOfPlan(plan)
const key = '12 22'

describe('listing', () => {
  test('[PLANED-04][PLANED-05] lists a run of each combination, with the base selection', () => {
    expect(listRuns(drafted()).map(({ title, testCaseIds, isChecked }) => ({ title, testCaseIds, isChecked }))).toEqual(
      ['Chrome, Windows', 'Chrome, macOS', 'Firefox, Windows', 'Firefox, macOS'].map((options) => ({
        title: `Autumn: ${options}`,
        testCaseIds: null,
        isChecked: true,
      })),
    )
  })

  test('[PLANED-16][PLANED-17][PLANED-18] a title follows the plan until it is written, and again once it is emptied', () => {
    const titles = (values: Partial<PlanValues>) => listRuns(drafted(values)).map(({ title }) => title)
    expect(titles({ title: 'Spring', titles: { [key]: ' Mine ' } }).slice(2)).toEqual([
      'Spring: Firefox, Windows',
      'Mine',
    ])
    expect(titles({ titles: { [key]: '  ' } })[3]).toBe('Autumn: Firefox, macOS')
    expect(titles({ title: 'x'.repeat(255) })[0]).toHaveLength(255)
  })

  test('[PLANED-17] a stored title stays until it is emptied', () => {
    const second = (values: Partial<PlanValues>) => listRuns({ ...stored, ...values })[1]?.title
    expect(second({ title: 'Winter' })).toBe('By hand')
    expect(second({ titles: { '11 22': '' } })).toBe('Autumn: Chrome, macOS')
  })

  test('[PLANED-07][PLANED-08] a run has cases of its own until it is reverted', () => {
    const cases = (selections: PlanValues['selections']) =>
      listRuns({ ...stored, selections }).map(({ testCaseIds }) => testCaseIds)
    expect(cases({})).toEqual([null, null, [9], null])
    expect(cases({ '11 21': [2], '12 21': null })).toEqual([[2], null, null, null])
  })

  test('a plan that is read again lists its runs as checked, and the combinations without a run as not checked', () => {
    expect(listRuns(stored).map(({ stored: run, isChecked }) => [run?.id, isChecked])).toEqual([
      [101, true],
      [102, true],
      [103, true],
      [undefined, false],
    ])
    expect(planDiff(stored, stored)).toEqual({ created: [], changed: [], removed: [], unchanged: 3 })
    expect(runChanges(stored)).toEqual({ createRuns: [], changeRuns: [], removeRunIds: [], seenResults: 0 })
  })

  test('sends only the filled-in fields, and trims the title', () => {
    expect(fieldsOf({ title: ' Autumn ', milestoneId: null })).toEqual({ title: 'Autumn', milestoneId: null })
    expect(fieldsOf({})).toEqual({})
  })

  test('a group without a chosen option does not apply', () => {
    const values = drafted({ configurations: [browsers, { ...systems, options: [] }] })
    expect(listRuns(values).map(({ title }) => title)).toEqual(['Autumn: Chrome', 'Autumn: Firefox'])
    expect(fieldsOf(values).configurations).toEqual([browsers])
  })
})

describe('limits', () => {
  test('[PLANED-09][PLANED-10][PLANED-11][PLANED-12] title, description and configurations are checked', () => {
    expect(planProblems(drafted({ title: ' ' }))).toEqual({ title: RUN_TEXTS.title })
    expect(planProblems(drafted({ description: 'x'.repeat(2048) }))).toEqual({ description: RUN_TEXTS.description })
    expect(planProblems(drafted({ configurations: [] }))).toMatchObject({ configurations: PLAN_TEXTS.noConfigurations })
  })

  test('[PLANED-13][PLANED-14][PLANED-15] runs and combinations are counted', () => {
    const of = (configurations: ConfigurationGroup[], checks: PlanValues['checks'] = {}) =>
      planProblems(drafted({ configurations, checks }))
    expect(of([browsers], { 11: false, 12: false })).toEqual({ checks: PLAN_TEXTS.noRuns })
    expect(of([groupOf(101, 3)])).toEqual({ checks: PLAN_TEXTS.tooManyRuns })
    expect(of([groupOf(101, 3)], { 3000: false })).toEqual({})
    expect(of([groupOf(301, 3)])).toEqual({ configurations: PLAN_TEXTS.tooManyCombinations })
  })

  test('cases are required only where a checked run inherits them', () => {
    expect(planProblems(drafted({ baseTestCaseIds: [] }))).toEqual({ baseTestCaseIds: PLAN_TEXTS.noCases })
    const own = { ...stored, baseTestCaseIds: [], checks: { '11 21': false, '11 22': false } }
    expect(planProblems(own)).toEqual({})
  })
})

describe('saving', () => {
  test('a new plan creates the checked runs with their assignees', () => {
    const values = drafted({ checks: { '11 21': false }, assignees: { [key]: 4 }, selections: { [key]: [2] } })
    expect(runsToCreate(values)).toMatchObject([
      { title: 'Autumn: Chrome, macOS', testCaseIds: null, assigneeId: null },
      { title: 'Autumn: Firefox, Windows' },
      { title: 'Autumn: Firefox, macOS', testCaseIds: [2], assigneeId: 4, configurations: selected(12, 22) },
    ])
  })

  test('[PLANED-19] an edit lists the runs to create, change and remove', () => {
    const values = {
      ...stored,
      title: 'Winter',
      checks: { '11 22': false, [key]: true },
      assignees: { '12 21': null },
    }
    const { created, changed, removed, unchanged } = planDiff(values, stored)
    expect(created.map(({ title }) => title)).toEqual(['Winter: Firefox, macOS'])
    expect(changed.map(({ title }) => title)).toEqual(['Winter: Chrome, Windows', 'Winter: Firefox, Windows'])
    expect(removed).toMatchObject([{ id: 102, resultCount: 3 }])
    expect(unchanged).toBe(0)
    expect(runChanges(values)).toMatchObject({
      createRuns: [{ title: 'Winter: Firefox, macOS' }],
      changeRuns: [
        { id: 101, title: 'Winter: Chrome, Windows' },
        { id: 103, title: 'Winter: Firefox, Windows', assigneeId: null },
      ],
      removeRunIds: [102],
      seenResults: 3,
    })
  })

  test('removes runs whose option is no longer chosen, but none when there are too many combinations', () => {
    const without = { ...stored, configurations: [{ ...browsers, options: browsers.options.slice(0, 1) }, systems] }
    expect(planDiff(without, stored).removed.map(({ id }) => id)).toEqual([103])
    expect(planDiff({ ...stored, configurations: [groupOf(301, 3)] }, stored).removed).toEqual([])
  })

  test('another base selection changes the runs that inherit it', () => {
    const { changed } = planDiff({ ...stored, baseTestCaseIds: [1] }, stored)
    expect(changed.map(({ stored: run }) => run?.id)).toEqual([101, 102])
  })
})

test('a plan of all combinations becomes pairwise with fewer runs, and keeps some of those it has', () => {
  const third = {
    id: 3,
    name: 'Language',
    options: [
      { id: 31, name: 'English' },
      { id: 32, name: 'French' },
    ],
  }
  const configurations = [browsers, systems, third]
  const all = listRuns(drafted({ configurations }))
  const runs = all.map((one, at) => ({ ...run(200 + at, one.title, 11, 21), configurations: one.configurations }))
  const values = { ...valuesOfPlan({ ...plan, configurations, testRuns: runs }), strategy: 'pairwise' as const }
  expect(checkedRuns(values).length).toBeLessThan(all.length)
  expect(checkedRuns(values).some(({ stored: one }) => one !== null)).toBe(true)
  expect(pairsOfRuns(values).missing).toEqual([])
})
