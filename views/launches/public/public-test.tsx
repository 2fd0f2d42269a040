/** A test of a shared launch: failure, log, pictures and files. */
import { ArrowLeft } from 'lucide-react'
import type { LogEntry } from '../../../contract/launches/test-details.ts'
import { kindOf } from '../../../contract/launches/launches.ts'
import {
  getPublicTest,
  listPublicBrowserErrors,
  listPublicTestLogs,
  listPublicTestSteps,
} from '../../../contract/public/public-access.ts'
import { isTrace } from '../../../contract/launches/traces.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { Send } from '../../../services/http/http.ts'
import { useResource } from '../../application/context.tsx'
import { displayedKind } from '../../shared/launch-labels.ts'
import { useDocumentTitle } from '../../shared/public/public-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Duration } from '../../ui/text/duration.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { withoutAnsi } from '../ansi.ts'
import { ArtifactList } from '../artifact-list.tsx'
import { BrowserErrors } from '../test/browser-errors.tsx'
import { StepsTree } from '../test/steps-tree.tsx'
import { TestLog } from '../test/test-log.tsx'
import styles from './public-launch.module.css'

interface PublicTestProps {
  send: Send
  testId: number
  back: { href: string; words: string }
}

/** Number of loaded log pages of 1,000 entries. */
const MAX_LOG_PAGES = 20

/** Resolves with the entries of the first pages, and why the next one did not load: the rest of the test is shown without it. */
const readLog = async (send: Send, testId: number) => {
  const entries: LogEntry[] = []
  let token: string | null | undefined
  try {
    for (let page = 0; page < MAX_LOG_PAGES && token !== null; page += 1) {
      const { items, nextPageToken } = await send(listPublicTestLogs, {
        params: { testId },
        query: token === undefined ? {} : { pageToken: token },
      })
      entries.push(...items)
      token = nextPageToken
    }
  } catch (failure) {
    return { entries, isWhole: true, failure }
  }
  return { entries, isWhole: token === null, failure: null }
}

export function PublicTest({ send, testId, back }: PublicTestProps) {
  const details = useResource(() => send(getPublicTest, { params: { testId } }))
  const log = useResource(() => readLog(send, testId))
  const steps = useResource(() => send(listPublicTestSteps, { params: { testId }, query: {} }))
  useDocumentTitle(details.value?.test.name ?? 'Test')
  const failed = [details, steps].find(({ failure }) => failure !== null)
  const wayBack = (
    <p className={styles.back}>
      <ArrowLeft aria-hidden />
      <Link isAlone href={back.href}>
        {back.words}
      </Link>
    </p>
  )
  if (failed)
    return (
      <>
        {wayBack}
        <ProblemState title="The test did not load" onRetry={failed.retry}>
          {messageOf(failed.failure)}
        </ProblemState>
      </>
    )
  if (details.value === null)
    return (
      <div aria-busy>
        {wayBack}
        <Skeleton width={320} height={24} />
      </div>
    )
  const { test, stackTrace, artifacts } = details.value
  const failure = test.status === 'FAILED' ? stackTrace : null
  const files = artifacts.filter(({ kind }) => kind !== 'screenshot')
  return (
    <>
      {wayBack}
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{test.name}</h1>
          <StatusTag kind={displayedKind(kindOf(test))} look="badge" />
        </div>
        <div className={styles.facts}>
          {test.status === 'IN_PROGRESS' ? <Duration since={test.startTime} /> : <Duration ms={test.durationMs} />}
          {test.attempts > 1 && <span>Attempt {inFigures(test.attempts)}</span>}
          {test.className !== null && <code>{test.className}</code>}
        </div>
      </header>
      {stackTrace !== null && (
        <section className={styles.section}>
          <h2>Stack trace</h2>
          <CodeBlock label="Stack trace" code={withoutAnsi(stackTrace)} wraps />
        </section>
      )}
      {steps.value !== null && steps.value.items.length > 0 && (
        <section className={styles.section} aria-label="Steps of the test">
          <h2>Steps</h2>
          <div className={styles.log}>
            <StepsTree answer={steps.value} failure={failure} timeline={null} />
          </div>
        </section>
      )}
      {failure !== null && files.some(isTrace) && (
        <BrowserErrors load={() => send(listPublicBrowserErrors, { params: { testId }, query: {} })} onTime={null} />
      )}
      <section className={styles.section} aria-label="Log of the test">
        <h2>Log</h2>
        {log.value === null ? (
          <Skeleton width={280} />
        ) : (
          <>
            {log.value.failure !== null && (
              <Button size="sm" isPending={log.isLoading} onClick={log.retry}>
                Load the log again
              </Button>
            )}
            {!log.value.isWhole && <p>The first {inFigures(log.value.entries.length)} entries are shown.</p>}
            <div className={styles.log}>
              <TestLog
                entries={log.value.entries}
                startedAt={Date.parse(test.startTime)}
                isRunning={test.status === 'IN_PROGRESS'}
                failure={failure}
                loadFailure={log.value.failure}
                playingAt={null}
                onTime={() => undefined}
                onShot={({ url }) => url !== null && window.open(url, '_blank', 'noopener')}
              />
            </div>
          </>
        )}
      </section>
      {files.length > 0 && (
        <section className={styles.section} aria-label="Artifacts">
          <h2>Artifacts</h2>
          <ArtifactList artifacts={files} />
        </section>
      )}
    </>
  )
}
