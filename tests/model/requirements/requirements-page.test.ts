import { expect, test } from 'vitest'
import type { Requirement } from '../../../contract/requirements/requirements.ts'
import {
  requirementsPage,
  type RequirementsPageEvent,
} from '../../../machines/requirements/requirements-page.machine.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const requirement = { id: 1, key: 'PRD-1' } as Requirement
const events: RequirementsPageEvent[] = [
  { type: 'dialog/asked', ask: { action: 'create' } },
  { type: 'dialog/asked', ask: { action: 'edit', requirement } },
  { type: 'dialog/closed' },
  { type: 'requirement/folded', id: 1, isFolded: true },
  { type: 'requirement/folded', id: 1, isFolded: false },
  { type: 'requirements/folded', ids: [1, 2] },
]
const paths = pathsOf(requirementsPage, { input: undefined, events })
const common = 'requirement/folded requirements/folded'

test('each state handles the events of its table', () =>
  expectTable(requirementsPage, { idle: `${common} dialog/asked`, asking: `${common} dialog/closed` }))

test('the paths reach every state and take every transition', () =>
  expect(missedBy(requirementsPage, paths)).toEqual([]))

test('on every path a dialog is open exactly while something is asked, and what is folded follows the last word', () => {
  expect(breaches(paths, (s) => s.matches('asking') === (s.context.ask !== null))).toEqual([])
  const steps = paths.flatMap((path) => path.steps)
  const wrong = steps.filter(({ event, state: { context } }) =>
    event.type === 'requirement/folded'
      ? context.folded.has(event.id) !== event.isFolded
      : event.type === 'requirements/folded' && context.folded.size !== event.ids.length,
  )
  expect(wrong).toEqual([])
})
