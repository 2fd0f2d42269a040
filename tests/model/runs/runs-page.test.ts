import type { TestRunSummary } from '../../../contract/runs/runs.ts'
import { runsPage, type RunsPageEvent } from '../../../machines/runs/runs-page.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const run = { id: 1, title: 'Checkout' } as TestRunSummary
const events: RunsPageEvent[] = [
  { type: 'dialog/asked', ask: { action: 'delete', runs: [run] } },
  { type: 'dialog/closed' },
  { type: 'action/done', skipped: [] },
  { type: 'action/done', skipped: [{ id: 2, title: 'Cart', reason: 'closed' }] },
  { type: 'skipped/read' },
]
describeMachine(runsPage, {
  input: undefined,
  events,
  table: {
    idle: 'action/done dialog/asked',
    asking: 'action/done dialog/closed',
    reporting: 'action/done skipped/read',
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
