/** Quarantined tests: reason, end, results since, and which can be released. */
import { CircleCheck, Pencil } from 'lucide-react'
import { STABILITY_RUNS } from '../../../contract/launches/test-stability.ts'
import {
  QUARANTINE_RUNS,
  RELEASE_AFTER,
  listQuarantine,
  type QuarantinedTest,
} from '../../../contract/launches/quarantine.ts'
import type { QuarantineSubject } from '../../../machines/launches/quarantine-dialog.machine.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { displayedKind } from '../../shared/launch-labels.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { Page } from '../../shared/page/page.tsx'
import { launchesHref, testHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { ButtonLink, Link } from '../../ui/controls/link.tsx'
import { RowLink } from '../../ui/lists/list.tsx'
import { DataList, type Column } from '../../ui/lists/data-list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ResultMarks } from '../../ui/results/result-marks.tsx'
import { useRights } from '../launch-actions.ts'
import { flakyTestsHref } from '../flaky/address.ts'
import { useQuarantine } from './use-quarantine.ts'
import styles from './quarantine.module.css'

const QuarantineDialog = later(() => import('./quarantine-dialog.tsx').then((m) => m.QuarantineDialog))

type Entry = QuarantinedTest & { id: string }

export function QuarantinePage() {
  const { key, name } = useProject()
  const { canWrite } = useRights()
  const { send } = useApplication()
  const quarantine = useQuarantine<Entry>(() =>
    send(listQuarantine, { params: { projectKey: key } }).then(({ items }) =>
      items.map((item) => ({ ...item, id: item.key })),
    ),
  )
  const { entries, failure, hasFailed, refresh, subjects, isAsking, isWorking } = quarantine
  const list = stateOfLoaded(
    { value: entries, failure: hasFailed ? failure : null, isLoading: false, retry: refresh },
    (rows) => rows,
  )
  const due = list.rows.filter(isDue)
  const actions: Column<Entry> = {
    header: 'Actions',
    isHeaderHidden: true,
    width: '116px',
    align: 'end',
    className: styles.actions,
    cell: (entry) => (
      <>
        <IconButton
          size="sm"
          label={`Change quarantine of ${entry.name}`}
          onClick={() => quarantine.ask([subjectOf(entry)])}
        >
          <Pencil aria-hidden />
        </IconButton>
        <Button
          size="sm"
          aria-label={`Release ${entry.name}`}
          isPending={isWorking}
          onClick={() => quarantine.release([subjectOf(entry)])}
        >
          Release
        </Button>
      </>
    ),
  }
  return (
    <>
      <Page
        title="Quarantine"
        documentTitle={`Quarantine · ${name}`}
        hasRule
        actions={
          canWrite &&
          due.length > 0 && (
            <Button
              icon={<CircleCheck aria-hidden />}
              isPending={isWorking}
              onClick={() => quarantine.release(due.map(subjectOf))}
            >
              {`Release ${formatCount(due.length, 'test')} that can be released`}
            </Button>
          )
        }
      >
        <div className={styles.page}>
          <Rules projectKey={key} />
          <ListStates
            title="The quarantine"
            list={list}
            empty={
              <EmptyState
                title="No tests in quarantine"
                actions={<ButtonLink href={launchesHref(key)}>Open launches</ButtonLink>}
              >
                Quarantine a flaky test from its page or from the tests of a launch.
              </EmptyState>
            }
          >
            {(rows) => (
              <DataList
                label="Quarantined tests"
                rows={rows}
                columns={canWrite ? [...columnsOf(key), actions] : columnsOf(key)}
                className={styles.list}
                rowClassName={styles.row}
              />
            )}
          </ListStates>
        </div>
      </Page>
      <Later onClose={quarantine.cancel}>
        {isAsking && <QuarantineDialog subjects={subjects} onSaved={quarantine.save} onClose={quarantine.cancel} />}
      </Later>
    </>
  )
}

const isDue = ({ isExpired, passedInARow }: QuarantinedTest): boolean => !isExpired && passedInARow >= RELEASE_AFTER

const subjectOf = ({ key, name, version, reason, until }: QuarantinedTest): QuarantineSubject => ({
  key,
  name,
  version,
  entry: { reason, until },
})

const columnsOf = (projectKey: string): Column<Entry>[] => [
  {
    header: 'Test',
    width: 'minmax(0, 4fr)',
    className: styles.name,
    skeleton: 'name',
    cell: ({ name, className, last }) =>
      last === null ? (
        name
      ) : (
        <RowLink href={testHref(projectKey, last.launchId, last.testId)} aside={className ?? undefined}>
          {name}
        </RowLink>
      ),
  },
  {
    header: 'Reason',
    width: 'minmax(0, 3fr)',
    className: styles.reason,
    skeleton: 160,
    title: ({ reason }) => reason,
    cell: ({ reason }) => <span>{reason}</span>,
  },
  {
    header: 'Quarantined',
    width: '150px',
    className: styles.side,
    skeleton: 100,
    cell: ({ at, by, rule }) => (
      <>
        <RelativeTime at={at} /> {rule !== null && <Chip isQuiet>By a rule</Chip>}
        {by !== null && <span className={styles.by}>by {by}</span>}
      </>
    ),
  },
  {
    header: 'Owner',
    width: 'minmax(48px, 96px)',
    className: styles.side,
    skeleton: 48,
    title: ({ owner }) => owner ?? undefined,
    cell: ({ owner }) => <span className={styles.by}>{owner ?? '–'}</span>,
  },
  {
    header: 'Until',
    width: '96px',
    className: styles.side,
    skeleton: 60,
    cell: ({ isExpired, until }) => (isExpired ? <Chip isQuiet>{`Ended ${until ?? ''}`}</Chip> : (until ?? '–')),
  },
  {
    header: 'Since then',
    width: 'minmax(0, 240px)',
    className: styles.since,
    skeleton: 120,
    cell: (entry) => <Since entry={entry} />,
  },
]

function Since({ entry }: { entry: Entry }) {
  const { recent, passedInARow } = entry
  return (
    <>
      {recent.length > 0 && <ResultMarks kinds={recent.slice(-STABILITY_RUNS).map(displayedKind)} />}
      {isDue(entry) ? (
        <span className={styles.due}>
          <CircleCheck aria-hidden /> Can be released: passed {passedInARow} in a row
        </span>
      ) : recent.length === 0 ? (
        'No runs yet'
      ) : (
        `Passed ${passedInARow} in a row`
      )}
    </>
  )
}

/** Explains the rules of `TestStability` and the quality gate. */
const Rules = ({ projectKey }: { projectKey: string }) => (
  <section className={styles.rules} aria-label="Rules">
    <p>
      <b>Quarantine</b> Failures of these tests do not count in the quality gate, which says how many it left out. A
      test can be released when it passed {RELEASE_AFTER} times in a row at the first attempt; the last{' '}
      {QUARANTINE_RUNS} runs since it was quarantined are considered.
    </p>
    <p>
      <b>Stability</b> The share of a test’s last {STABILITY_RUNS} ended runs that passed at the first attempt, over all
      launches of the project. <Link href={flakyTestsHref(projectKey)}>Flaky tests</Link> are found by rules of the
      project, which also quarantine them if it is set so: until their last day, or until they passed often enough.
    </p>
  </section>
)
