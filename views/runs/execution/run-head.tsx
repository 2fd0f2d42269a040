/** Header of a run: title, configuration, progress. */
import { ClipboardList, Flag, User } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TestRun } from '../../../contract/runs/runs.ts'
import type { Counts } from '../../../machines/runs/execution-list.ts'
import { RequirementLink } from '../../shared/requirements/case-requirements.tsx'
import { useRequirementSystems } from '../../shared/requirements/use-requirement-systems.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusBar } from './status-bar.tsx'
import { StatusSign } from './status-sign.tsx'
import { doneOf, type Statuses } from './statuses.ts'
import styles from './run-head.module.css'

export function RunStatus({ run, isClosed }: { run: TestRun; isClosed: boolean }) {
  return (
    <>
      {isClosed && <StatusTag kind="none">Closed</StatusTag>}
      {run.environment !== null && <span className={styles.environment}>{run.environment.key}</span>}
      {run.configurations.map(({ optionId, optionName }) => (
        <Chip key={optionId} isQuiet>
          {optionName}
        </Chip>
      ))}
    </>
  )
}

export function RunFacts({ run }: { run: TestRun }) {
  return (
    <>
      {run.milestone !== null && (
        <span>
          <Flag aria-hidden />
          {run.milestone.name}
        </span>
      )}
      <span>
        <User aria-hidden />
        Created by {run.createdBy.name} <RelativeTime at={run.createdAt} />
      </span>
      {run.requirements.length > 0 && <Requirements keys={run.requirements} />}
    </>
  )
}

function Requirements({ keys }: { keys: readonly string[] }) {
  const systems = useRequirementSystems()
  return (
    <span>
      <ClipboardList aria-hidden />
      <ul className={styles.requirements} aria-label="Requirements">
        {keys.map((key) => (
          <li key={key}>
            <RequirementLink requirement={{ key, url: null }} systems={systems} />
          </li>
        ))}
      </ul>
    </span>
  )
}

/** Number of cases by result. */
export function RunProgress({ counts, statuses, aside }: { counts: Counts; statuses: Statuses; aside?: ReactNode }) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const done = doneOf(counts, statuses)
  const [untested, ...given] = statuses.all
  return (
    <div className={styles.progress}>
      <span className={styles.bar}>
        <StatusBar counts={counts} statuses={statuses} />
      </span>
      <span className={styles.done}>
        <b>{total === 0 ? 0 : Math.floor((done / total) * 100)}%</b> {done} of {total} done
      </span>
      {aside}
      <ul className={styles.counts} aria-label="Results">
        {[...given, ...(untested === undefined ? [] : [untested])]
          .filter(({ id }) => (counts.get(id) ?? 0) > 0)
          .map((status) => (
            <li key={status.id}>
              <StatusSign status={status} hasName />
              {status.name} <b>{counts.get(status.id)}</b>
            </li>
          ))}
      </ul>
    </div>
  )
}
