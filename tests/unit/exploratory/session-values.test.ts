import { describe, expect, test } from 'vitest'
import { partLabels } from '../../../views/exploratory/form/part-labels.ts'
import {
  changeOf,
  formValuesOf,
  isTitle,
  problemsOf,
  existingSession,
  writtenOf,
} from '../../../views/exploratory/form/session-values.ts'
import { aSession } from './support.ts'

test('[ESED-03] [ESED-04] a title has 1 to 255 characters after trim', () => {
  expect(['', '   ', 'x'.repeat(256)].map(isTitle)).toEqual([false, false, false])
  expect(['x', ` ${'x'.repeat(255)} `].map(isTitle)).toEqual([true, true])
})

test('a time box is a whole number of minutes, or nothing', () => {
  const typed = formValuesOf(aSession(), 1)
  const problem = (timeBoxMinutes: string) => problemsOf({ ...typed, timeBoxMinutes }).timeBoxMinutes
  expect(['', ' ', '1', '90', '1440'].map(problem)).toEqual(Array(5).fill(undefined))
  expect(['0', '1441', '1.5', 'an hour', '-3'].filter((words) => problem(words) === undefined)).toEqual([])
  expect(['', '90'].map((timeBoxMinutes) => writtenOf({ ...typed, timeBoxMinutes }).timeBoxMinutes)).toEqual([null, 90])
})

test('[ESED-14] sends only the changed fields in the contract’s format', () => {
  expect(changeOf({ title: ' After ', requirements: ['A', 'B'], timeBoxMinutes: '90' })).toEqual({
    title: 'After',
    requirements: ['A', 'B'],
    timeBoxMinutes: 90,
  })
  expect(changeOf({ id: 'x', timeBoxMinutes: '' })).toEqual({ timeBoxMinutes: null })
})

test('shows both sides of a conflicting field as the form does', () => {
  const people = [{ id: 3, label: 'Rita Sand' }]
  const { name, value } = partLabels({ people, milestones: [], environments: [], configurations: [], isComplete: true })
  const values = formValuesOf(aSession({ assigneeId: 3, milestoneId: 4, title: 'Mine', requirements: ['A', 'B'] }), 1)
  const parts = ['title', 'assigneeId', 'milestoneId', 'environmentId', 'requirements', 'timeBoxMinutes']
  expect(parts.map((part) => `${name(part)}: ${value(part, values)}`)).toEqual([
    'Title: Mine',
    'Assignee: Rita Sand',
    'Milestone: #4',
    'Environment: ',
    'Requirements: A\nB',
    'Time box, in minutes: ',
  ])
})

test('[ESED-01] a new session is assigned to its author, a stored one keeps its assignee', () => {
  expect(formValuesOf(null, 7).assigneeId).toBe(7)
  expect(formValuesOf(aSession({ assigneeId: null }), 7).assigneeId).toBeNull()
})

describe('a rejected save without what was removed meanwhile', () => {
  const option = (optionId: number) => ({ groupId: optionId, groupName: 'Group', optionId, optionName: 'Option' })
  const base = formValuesOf(aSession({ assigneeId: 3, milestoneId: 4, environmentId: 5 }), 1)
  const draft = { ...base, title: 'Mine', milestoneId: 40, environmentId: 5, configurations: [option(1), option(2)] }
  const fields = (...names: string[]) => names.map((field) => ({ field }))

  test('keeps the stored values where they still exist, and names what is left out', () => {
    expect(existingSession(base, draft, fields('milestoneId', 'environmentId', 'configurations.0'))).toEqual({
      values: { ...draft, milestoneId: 4, environmentId: null, configurations: [option(2)] },
      missing: ['milestoneId', 'environmentId', 'configurations'],
    })
  })

  test('does not save when another field was rejected, too', () => {
    expect(existingSession(base, draft, fields('milestoneId', 'title'))).toBeNull()
    expect(existingSession(base, draft, [])).toBeNull()
  })
})
