import type { ProjectUser } from '../../contract/projects/people.ts'
import type { RunCase } from '../../contract/runs/run-cases.ts'
import type { TestRun } from '../../contract/runs/runs.ts'
import { withVariables } from '../../contract/settings/variable-references.ts'
import type { EffectiveVariable } from '../../contract/settings/variables.ts'

export const RESULT_COLUMNS = [
  'Test run',
  'Environment',
  'Configurations',
  'Key',
  'Title',
  'Suite',
  'Assignee',
  'Status',
  'Attempts',
  'Last result',
  'Recorded by',
  'Automated',
] as const

/** A run with all cases, and the names they refer to. */
export interface RunResults {
  run: Pick<TestRun, 'title' | 'environment' | 'configurations' | 'caseStatusStatistics'>
  suites: readonly { id: number; path: readonly string[] }[]
  people: readonly ProjectUser[]
  items: readonly RunCase[]
}

/** Export rows: one per case of a run, in order, with the values of `variables` in titles. Times in UTC. */
export const resultRows = (
  { run, suites, people, items }: RunResults,
  variables: readonly EffectiveVariable[],
): string[][] => {
  const byKey = new Map(variables.map((variable) => [variable.key, variable]))
  const paths = new Map(suites.map(({ id, path }) => [id, path.join(' / ')]))
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const statuses = new Map(
    run.caseStatusStatistics.map(({ status }) => [status.isUntested ? 0 : status.id, status.name]),
  )
  const nameOf = (id: number | null) => (id === null ? '' : (names.get(id) ?? 'Somebody'))
  const head = [
    run.title,
    run.environment?.key ?? '',
    run.configurations.map(({ groupName, optionName }) => `${groupName}: ${optionName}`).join('; '),
  ]
  return items.map((row) => [
    ...head,
    row.key,
    withVariables(row.title, byKey),
    paths.get(row.suiteId) ?? '',
    nameOf(row.assigneeId),
    statuses.get(row.statusId ?? 0) ?? (row.statusId === null ? 'Untested' : 'Unknown'),
    String(row.attempts),
    row.lastResultAt ?? '',
    row.isAutomated ? '' : nameOf(row.lastResultBy),
    row.isAutomated ? 'yes' : '',
  ])
}
