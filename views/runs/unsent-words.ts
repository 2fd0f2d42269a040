import type { RunTypes } from '../../store/projections/run-events.ts'
import type { UnsentWords } from '../shared/unsent-words.ts'
import { executionHref } from './execution/address.ts'

export const runUnsentWords: UnsentWords<RunTypes> = {
  what: (command, { rows = [], status = 'Result' }) => {
    if (command.type === 'results/withdraw')
      return command.resultIds.length === 1 ? 'Undo a result' : `Undo ${command.resultIds.length} results`
    const [row] = rows
    if (command.entries.length > 1) return `${status}: ${command.entries.length} test cases`
    return row === undefined ? `${status}: a test case` : `${status}: ${row.key} ${row.title}`
  },
  sides: () => [],
  href: (projectKey, runId) => executionHref(projectKey, runId),
  place: 'test run',
}
