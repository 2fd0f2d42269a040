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
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { countWords, drawnKind } from '../../shared/launch-words.ts'
import { Page } from '../../shared/page/page.tsx'
import { launchesHref, testHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Later, later } from '../../ui/layout/later.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { Cell, List, ListHead, Row, RowLink } from '../../ui/lists/list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ResultMarks } from '../../ui/results/result-marks.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { useRights } from '../launch-actions.ts'
import { useQuarantine } from './use-quarantine.ts'
import styles from './quarantine.module.css'

const QuarantineDialog = later(() => import('./quarantine-dialog.tsx').then((m) => m.QuarantineDialog))

export function QuarantinePage() {
  const { key, name } = useProject()
  const { canWrite } = useRights()
  const { send } = useApplication()
  const quarantine = useQuarantine<QuarantinedTest>(() =>
    send(listQuarantine, { params: { projectKey: key } }).then(({ items }) => items),
  )
  const { entries, failure, hasFailed, subjects, isAsking, isWorking } = quarantine
  const due = (entries ?? []).filter(isDue)
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
              {`Release ${countWords(due.length, 'test')} that can be released`}
            </Button>
          )
        }
      >
        <div className={styles.page}>
          <Rules />
          {hasFailed ? (
            <ProblemState title="The quarantine did not load" onRetry={quarantine.refresh}>
              {messageOf(failure)}
            </ProblemState>
          ) : entries === null ? (
            <Loading />
          ) : entries.length === 0 ? (
            <EmptyState
              title="No tests in quarantine"
              actions={<ButtonLink href={launchesHref(key)}>Open launches</ButtonLink>}
            >
              Quarantine a flaky test from its page or from the tests of a launch.
            </EmptyState>
          ) : (
            <List label="Quarantined tests" className={styles.list}>
              <ListHead>
                <Cell isHead>Test</Cell>
                <Cell isHead>Reason</Cell>
                <Cell isHead className={styles.side}>
                  Quarantined
                </Cell>
                <Cell isHead className={styles.side}>
                  Until
                </Cell>
                <Cell isHead>Since then</Cell>
                <Cell isHead label="Actions" />
              </ListHead>
              {entries.map((entry) => (
                <EntryRow
                  key={entry.key}
                  entry={entry}
                  projectKey={key}
                  canWrite={canWrite}
                  isWorking={isWorking}
                  onChange={() => quarantine.ask([subjectOf(entry)])}
                  onRelease={() => quarantine.release([subjectOf(entry)])}
                />
              ))}
            </List>
          )}
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

type EntryRowProps = {
  entry: QuarantinedTest
  projectKey: string
  canWrite: boolean
  isWorking: boolean
  onChange: () => void
  onRelease: () => void
}

function EntryRow({ entry, projectKey, canWrite, isWorking, onChange, onRelease }: EntryRowProps) {
  const { name, className, reason, until, by, at, isExpired, recent, passedInARow, last } = entry
  return (
    <Row className={styles.row}>
      <Cell className={styles.name}>
        {last === null ? (
          name
        ) : (
          <RowLink href={testHref(projectKey, last.launchId, last.testId)} aside={className ?? undefined}>
            {name}
          </RowLink>
        )}
      </Cell>
      <Cell className={styles.reason} title={reason}>
        <span>{reason}</span>
      </Cell>
      <Cell className={styles.side}>
        <RelativeTime at={at} /> {by !== null && <span className={styles.by}>by {by}</span>}
      </Cell>
      <Cell className={styles.side}>{isExpired ? <Chip isQuiet>{`Ended ${until ?? ''}`}</Chip> : (until ?? '–')}</Cell>
      <Cell className={styles.since}>
        {recent.length > 0 && <ResultMarks kinds={recent.slice(-STABILITY_RUNS).map(drawnKind)} />}
        {isDue(entry) ? (
          <span className={styles.due}>
            <CircleCheck aria-hidden /> Can be released: passed {passedInARow} in a row
          </span>
        ) : recent.length === 0 ? (
          'No runs yet'
        ) : (
          `Passed ${passedInARow} in a row`
        )}
      </Cell>
      <Cell align="end" className={styles.actions}>
        {canWrite && (
          <>
            <IconButton size="sm" label={`Change quarantine of ${name}`} onClick={onChange}>
              <Pencil aria-hidden />
            </IconButton>
            <Button size="sm" aria-label={`Release ${name}`} isPending={isWorking} onClick={onRelease}>
              Release
            </Button>
          </>
        )}
      </Cell>
    </Row>
  )
}

/** Explains the rules of `isFlaky`, `TestStability` and the quality gate. */
const Rules = () => (
  <section className={styles.rules} aria-label="Rules">
    <p>
      <b>Quarantine</b> Failures of these tests do not count in the quality gate, which says how many it left out. A
      test can be released when it passed {RELEASE_AFTER} times in a row at the first attempt; the last{' '}
      {QUARANTINE_RUNS} runs since it was quarantined are considered.
    </p>
    <p>
      <b>Stability</b> The share of a test’s last {STABILITY_RUNS} ended runs that passed at the first attempt, over all
      launches of the project. A test is <b>flaky</b> when its result changed between passed and failed at least twice
      in these runs and their attempts: once is a fault, or its fix. Skipped, blocked and aborted runs say nothing about
      flakiness.
    </p>
  </section>
)

const Loading = () => (
  <div className={styles.loading} aria-busy>
    {[320, 260, 380].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)
