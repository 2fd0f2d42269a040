import { expect, test } from 'vitest'
import type { TestRunSummary } from '../../../contract/runs/runs.ts'
import { runsPage, type RunsPageEvent } from '../../../machines/runs/runs-page.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const run = { id: 1, title: 'Checkout' } as TestRunSummary
const events: RunsPageEvent[] = [
  { type: 'run/chosen', id: 1, isChosen: true },
  { type: 'run/chosen', id: 1, isChosen: false },
  { type: 'runs/chosen', ids: [1, 2] },
  { type: 'selection/cleared' },
  { type: 'rows/shown', ids: [2, 3] },
  { type: 'dialog/asked', ask: { action: 'delete', runs: [run] } },
  { type: 'dialog/closed' },
  { type: 'action/done', skipped: [] },
  { type: 'action/done', skipped: [{ id: 2, title: 'Cart', reason: 'closed' }] },
  { type: 'skipped/read' },
]
const common = 'action/done rows/shown run/chosen runs/chosen selection/cleared'
const paths = describeMachine(runsPage, {
  input: undefined,
  events,
  table: {
    idle: `${common} dialog/asked`,
    asking: `${common} dialog/closed`,
    reporting: `${common} skipped/read`,
  },
  ignored: {
    idle: { events: 'dialog/closed skipped/read', because: 'no dialog is open' },
    asking: { events: 'dialog/asked skipped/read', because: 'the dialog covers the page, and nothing was skipped yet' },
    reporting: { events: 'dialog/asked dialog/closed', because: 'the skipped runs cover the page' },
  },
  invariants: {
    '[RUNS-38] shows the skipped runs of a bulk action until they are read': (s) =>
      s.matches('reporting') === s.context.skipped.length > 0,
    'has runs to ask about exactly while it asks': (s) => s.matches('asking') === (s.context.ask !== null),
  },
})

test('[RUNS-38] deselects runs that are no longer shown', () => {
  const hides = paths.flatMap(({ steps }) => steps.filter(({ event }) => event.type === 'rows/shown'))
  expect(hides.length).toBeGreaterThan(0)
  for (const { state } of hides) expect(state.context.chosen.filter((id) => ![2, 3].includes(id))).toEqual([])
})
