import { expect, test } from 'vitest'
import type { TestRun } from '../../../contract/runs/runs.ts'
import {
  caseChanges,
  NEW_RUN,
  rerunCases,
  rerunValues,
  runParts,
  runProblems,
  existingRun,
  type Rerun,
} from '../../../machines/runs/run-values.ts'
import { progressOf } from '../../../views/shared/runs/progress.ts'

const option = (groupId: number, optionId: number) => ({
  groupId,
  optionId,
  groupName: `Group ${groupId}`,
  optionName: `Option ${optionId}`,
})
const rerun: Rerun = {
  run: {
    title: 'Checkout',
    description: 'Before 2.41',
    milestoneId: 4,
    environment: { id: 9, name: 'Staging', key: 'STAGING', deleted: false },
    configurations: [option(1, 11), option(2, 21)],
    requirements: ['PRD-1'],
  } as unknown as TestRun,
  cases: [
    { id: 1, assigneeId: 7, outcome: 'failed' },
    { id: 2, assigneeId: null, outcome: 'untested' },
    { id: 3, assigneeId: 8, outcome: 'other' },
  ],
  missingCases: 2,
  missingConfigurations: [],
  missingEnvironment: false,
  isMilestoneCompleted: false,
  missingMilestone: false,
}

test('[RUNED-13] a rerun keeps the configuration and the assignees, and takes the cases with the chosen results', () => {
  expect(rerunValues(rerun, 'failed')).toEqual({
    title: 'Checkout',
    description: 'Before 2.41',
    milestoneId: 4,
    environment: { id: 9 },
    configurations: [option(1, 11), option(2, 21)],
    revision: null,
    requirements: ['PRD-1'],
    cases: [[1, 7]],
  })
  expect(rerunCases(rerun, 'untested')).toEqual([[2, null]])
  expect(rerunCases(rerun, 'all').map(([id]) => id)).toEqual([1, 2, 3])
})

test('[RUNED-14] a rerun omits what no longer exists', () => {
  const { environment, milestoneId, configurations } = rerunValues(
    { ...rerun, missingConfigurations: [option(2, 21)], missingEnvironment: true, missingMilestone: true },
    'all',
  )
  expect(environment).toBeNull()
  expect(milestoneId).toBeNull()
  expect(configurations).toEqual([option(1, 11)])
})

test('[RUNED-06][RUNED-07][RUNED-08] title, description and cases have their limits', () => {
  const fine = { ...NEW_RUN, title: 'Checkout', cases: [[1, null] as const] }
  expect(runProblems(fine)).toEqual({})
  expect(runProblems({ ...fine, title: '  ' }).title).toBe('Must be between 1 and 255 characters')
  expect(runProblems({ ...fine, title: ` ${'x'.repeat(255)} ` })).toEqual({})
  expect(runProblems({ ...fine, title: 'x'.repeat(256) }).title).toBe('Must be between 1 and 255 characters')
  expect(runProblems({ ...fine, description: 'x'.repeat(2048) }).description).toBe(
    'Must be between 0 and 2047 characters',
  )
  expect(runProblems({ ...fine, cases: [] }).cases).toBe('Choose at least one test case')
})

test('an edit sends only cases that are added, removed or reassigned', () => {
  expect(
    caseChanges(
      [
        [1, null],
        [2, 7],
        [3, 7],
      ],
      [
        [2, 7],
        [3, 8],
        [4, 9],
      ],
    ),
  ).toEqual({
    addCases: [{ id: 4, assigneeId: 9 }],
    removeCaseIds: [1],
    assignments: [{ caseId: 3, assigneeId: 8, seenAssigneeId: 7 }],
  })
})

test('merges cases of two users case by case', () => {
  const values = (...cases: [number, number | null][]) => ({ ...NEW_RUN, cases })
  const merged = runParts.merge?.(
    'cases',
    values([1, null], [2, null]),
    values([2, 7], [3, null]),
    values([1, null], [2, null], [4, 9]),
  )
  expect(merged).toEqual({
    cases: [
      [2, 7],
      [4, 9],
      [3, null],
    ],
  })
})

test('[RUNS-20] percent and count of done cases follow the statuses that complete a case, and 100 percent means all', () => {
  const count = (id: number, isCompleted: boolean, cases: number) => ({
    status: {
      id,
      name: `Status ${id}`,
      colorHex: '#000000',
      isCompleted,
      isSuccess: false,
      isFailure: false,
      isUntested: false,
    },
    count: cases,
  })
  expect(progressOf([count(1, true, 990), count(2, true, 9), count(3, false, 1)])).toEqual({
    done: 999,
    of: 1000,
    percent: 99,
  })
  expect(progressOf([])).toEqual({ done: 0, of: 0, percent: 0 })
})

const draft = {
  ...NEW_RUN,
  title: 'Checkout',
  milestoneId: 4,
  environment: { id: 9 },
  configurations: [option(1, 11), option(2, 21)],
  cases: [[1, 7] as const, [2, 8] as const, [3, null] as const],
}

test('a draft is saved without the milestone, environment, options, assignees and cases that no longer exist', () => {
  const errors = ['milestoneId', 'environmentId', 'configurations.1', 'testCases.0.assigneeId', 'testCases.2.id']
  const rest = existingRun(
    NEW_RUN,
    draft,
    errors.map((field) => ({ field })),
  )
  expect(rest?.missing).toEqual(['milestoneId', 'environment', 'configurations', 'cases'])
  expect(rest?.values).toEqual({
    ...draft,
    milestoneId: null,
    environment: null,
    configurations: [option(1, 11)],
    cases: [
      [1, null],
      [2, 8],
    ],
  })
})

test('an edit falls back to the stored milestone, and drops added cases that are missing', () => {
  const stored = { ...draft, milestoneId: 2, cases: [[3, null] as const] }
  const rest = existingRun(stored, draft, [{ field: 'milestoneId' }, { field: 'addCases.1.id' }])
  expect(rest?.values).toEqual({
    ...draft,
    milestoneId: 2,
    cases: [
      [1, 7],
      [3, null],
    ],
  })
})

test('a case whose new assignee left the project keeps the previous one', () => {
  const stored = { ...draft, cases: [[1, 7] as const, [2, null] as const, [3, null] as const] }
  const edited = { ...draft, cases: [[1, 5] as const, [2, 6] as const, [3, 5] as const] }
  const rest = existingRun(stored, edited, [
    { field: 'assignments.0.assigneeId' },
    { field: 'assignments.1.assigneeId' },
  ])
  expect(rest?.missing).toEqual(['cases'])
  expect(rest?.values.cases).toEqual([
    [1, 7],
    [2, null],
    [3, 5],
  ])
})

test('a save that was rejected for another reason too is not repeated', () => {
  expect(existingRun(NEW_RUN, draft, [{ field: 'milestoneId' }, { field: 'title' }])).toBeNull()
  expect(existingRun(NEW_RUN, draft, [])).toBeNull()
})
