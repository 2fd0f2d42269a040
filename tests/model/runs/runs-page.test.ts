import { expect, test } from 'vitest'
import type { TestRunSummary } from '../../../contract/runs/runs.ts'
import { runsPage, type RunsPageEvent } from '../../../machines/runs/runs-page.machine.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(runsPage, { input: undefined, events })
const common = 'action/done rows/shown run/chosen runs/chosen selection/cleared'

test('each state handles the events of its table', () =>
  expectTable(runsPage, {
    idle: `${common} dialog/asked`,
    asking: `${common} dialog/closed`,
    reporting: `${common} skipped/read`,
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(runsPage, paths)).toEqual([]))

test('[RUNS-38] on every path what is out of sight is not chosen, and what a bulk action left out stays until it is read', () => {
  const hides = paths.flatMap(({ steps }) => steps.filter(({ event }) => event.type === 'rows/shown'))
  expect(hides.length).toBeGreaterThan(0)
  for (const { state } of hides) expect(state.context.chosen.filter((id) => ![2, 3].includes(id))).toEqual([])
  expect(breaches(paths, (s) => s.matches('reporting') === s.context.skipped.length > 0)).toEqual([])
  expect(breaches(paths, (s) => s.matches('asking') === (s.context.ask !== null))).toEqual([])
})
