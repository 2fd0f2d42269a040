import { expect, test } from 'vitest'
import type { Requirement } from '../../../contract/requirements/requirements.ts'
import {
  requirementsPage,
  type RequirementsPageEvent,
} from '../../../machines/requirements/requirements-page.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const requirement = { id: 1, key: 'PRD-1' } as Requirement
const events: RequirementsPageEvent[] = [
  { type: 'dialog/asked', ask: { action: 'create' } },
  { type: 'dialog/asked', ask: { action: 'edit', requirement } },
  { type: 'dialog/closed' },
  { type: 'requirement/folded', id: 1, isFolded: true },
  { type: 'requirement/folded', id: 1, isFolded: false },
  { type: 'requirements/folded', ids: [1, 2] },
]
const common = 'requirement/folded requirements/folded'

const paths = describeMachine(requirementsPage, {
  input: undefined,
  events,
  table: { idle: `${common} dialog/asked`, asking: `${common} dialog/closed` },
  ignored: {
    idle: { events: 'dialog/closed', because: 'no dialog is open' },
    asking: { events: 'dialog/asked', because: 'the dialog covers the page' },
  },
  invariants: {
    'has a subject exactly while a dialog is open': (s) => s.matches('asking') === (s.context.ask !== null),
  },
})

test('collapses and expands the requirements that the last event names', () => {
  const wrong = paths
    .flatMap(({ steps }) => steps)
    .filter(({ event, state: { context } }) =>
      event.type === 'requirement/folded'
        ? context.folded.has(event.id) !== event.isFolded
        : event.type === 'requirements/folded' && context.folded.size !== event.ids.length,
    )
  expect(wrong).toEqual([])
})
