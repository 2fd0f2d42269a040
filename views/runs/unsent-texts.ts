import type { RunTypes } from '../../store/projections/run-events.ts'
import type { UnsentTexts } from '../shared/unsent-texts.ts'
import { executionHref } from './execution/address.ts'

export const runUnsentTexts: UnsentTexts<RunTypes> = {
  what: (command, { rows = [], status = 'Result' }) => {
    if (command.type === 'results/withdraw')
      return command.resultIds.length === 1 ? 'Undo a result' : `Undo ${command.resultIds.length} results`
    const [row] = rows
    if (command.entries.length > 1) return `${status}: ${command.entries.length} test cases`
    return row === undefined ? `${status}: a test case` : `${status}: ${row.key} ${row.title}`
  },
  text: (command, hints) => {
    if (command.type === 'results/withdraw') return runUnsentTexts.what(command, hints)
    const { rows = [], status = 'Result' } = hints
    const { comment, steps, defects, attachments } = command.values
    const files = [...attachments, ...steps.flatMap((step) => step.attachments)].map(({ name }) => name)
    return [
      ...rows.map(({ key, title }) => `${key} ${title}`),
      status,
      comment,
      ...steps.map((step) => step.comment),
      ...defects,
      ...files,
    ]
      .filter((part) => part.trim() !== '')
      .join('\n')
  },
  sides: () => [],
  href: (projectKey, runId) => executionHref(projectKey, runId),
  place: 'test run',
}
