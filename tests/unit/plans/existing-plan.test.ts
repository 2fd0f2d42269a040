import { expect, test } from 'vitest'
import type { ConfigurationGroup } from '../../../contract/settings/configurations.ts'
import { runChanges } from '../../../machines/plans/plan-diff.ts'
import { newPlan, type PlanValues } from '../../../machines/plans/plan-values.ts'
import { existingPlan } from '../../../machines/plans/existing-plan.ts'

const groupOf = (id: number, ...options: number[]): ConfigurationGroup => ({
  id,
  name: `Group ${id}`,
  options: options.map((option) => ({ id: option, name: `Option ${option}` })),
})
const selected = (...options: number[]) =>
  options.map((optionId) => ({
    groupId: Math.floor(optionId / 10),
    groupName: 'Group',
    optionId,
    optionName: `Option ${optionId}`,
  }))
const fields = (...names: string[]) => names.map((field) => ({ field }))

const draft: PlanValues = {
  ...newPlan(),
  title: 'Autumn',
  milestoneId: 4,
  environmentId: 9,
  // The server does not receive a group without options.
  configurations: [groupOf(3), groupOf(1, 11, 12), groupOf(2, 21)],
  baseTestCaseIds: [1],
  assignees: { '11 21': 7, '12 21': 8 },
}

const stored: PlanValues = {
  ...newPlan(),
  title: 'Autumn',
  milestoneId: 2,
  configurations: [groupOf(1, 11), groupOf(2, 21)],
  baseTestCaseIds: [1],
  stored: {
    title: 'Autumn',
    revision: 1,
    strategy: 'all',
    configurations: [groupOf(1, 11), groupOf(2, 21)],
    runs: [
      {
        id: 101,
        title: 'Autumn: Option 11, Option 21',
        configurations: selected(11, 21),
        inheritsBase: true,
        testCaseIds: [1],
        resultCount: 0,
      },
    ],
    leftOut: [],
  },
}

test('saves a new plan without a removed milestone, environment, option and assignee', () => {
  const errors = fields('milestoneId', 'environmentId', 'configurations.0.options.1', 'testRuns.0.assigneeId')
  const rest = existingPlan(draft, draft, errors)
  expect(rest?.missing).toEqual(['milestoneId', 'environmentId', 'configurations', 'assignees'])
  expect(rest?.values).toEqual({
    ...draft,
    milestoneId: null,
    environmentId: null,
    configurations: [groupOf(3), groupOf(1, 11), groupOf(2, 21)],
    assignees: { '12 21': 8 },
  })
})

test('drops a group that has no option left', () => {
  const rest = existingPlan(newPlan(), draft, fields('configurations.1.options.0'))
  expect(rest?.values.configurations).toEqual([groupOf(3), groupOf(1, 11, 12)])
})

test('falls back to the stored milestone, environment and options of an edited plan', () => {
  const edited = { ...stored, milestoneId: 4, environmentId: 9, configurations: [groupOf(1, 11), groupOf(2, 22)] }
  const errors = fields('milestoneId', 'environmentId', 'configurations.1.options.0')
  expect(existingPlan(stored, edited, errors)?.values).toEqual({ ...stored, environmentId: null })
})

test('leaves out the removed assignees of created and changed runs of an edited plan', () => {
  const edited = {
    ...stored,
    configurations: [groupOf(1, 11, 12), groupOf(2, 21)],
    assignees: { '11 21': 7, '12 21': 7 },
  }
  const rest = existingPlan(stored, edited, fields('createRuns.0.assigneeId', 'changeRuns.0.assigneeId'))
  expect(rest?.missing).toEqual(['assignees'])
  expect(rest?.values).toEqual({ ...edited, assignees: {} })
  const { createRuns, changeRuns } = runChanges(rest?.values ?? edited)
  expect(createRuns.map(({ assigneeId }) => assigneeId)).toEqual([null])
  expect(changeRuns).toEqual([])
})

test('does not save again when the save was rejected for another reason, too', () => {
  expect(existingPlan(draft, draft, fields('milestoneId', 'title'))).toBeNull()
  expect(existingPlan(draft, draft, [])).toBeNull()
})

test('does not save again when fewer options lead to other pairs, whose runs replace stored ones', () => {
  const groups = [groupOf(1, 11, 12), groupOf(2, 21, 22), groupOf(3, 31, 32), groupOf(4, 41, 42)]
  const combinations = groups.reduce<number[][]>(
    (rows, { options }) => rows.flatMap((row) => options.map(({ id }) => [...row, id])),
    [[]],
  )
  const runs = combinations.map((options, at) => ({
    id: 101 + at,
    title: `Run ${at}`,
    configurations: selected(...options),
    inheritsBase: true,
    testCaseIds: [1],
    resultCount: 0,
  }))
  const all: PlanValues = {
    ...stored,
    configurations: groups,
    stored: { title: 'Autumn', revision: 1, strategy: 'all', configurations: groups, runs, leftOut: [] },
  }
  const edited: PlanValues = {
    ...all,
    strategy: 'pairwise',
    configurations: [groupOf(1, 11, 12, 13), ...groups.slice(1)],
  }
  expect(existingPlan(all, edited, fields('configurations.0.options.2'))).toBeNull()
  expect(existingPlan(all, { ...edited, strategy: 'all' }, fields('configurations.0.options.2'))).not.toBeNull()
})
