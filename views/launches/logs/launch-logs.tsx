/** Console output of a launch, a tab for each attempt (LOGS). */
import { useActorRef, useSelector } from '@xstate/react'
import { RefreshCw } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { filter } from 'rxjs'
import { fromPromise } from 'xstate'
import {
  readConsole,
  listLaunchAttempts,
  findInConsole,
  type LaunchAttempt,
} from '../../../contract/launchers/engine.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { topics } from '../../../contract/live.ts'
import type { ConsoleQuestion } from '../../../machines/launches/console-reader.machine.ts'
import { launchLogs, shownAttempt } from '../../../machines/launches/launch-logs.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { newsActor, useApplication, useProject, useSession } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { AttemptStages } from './attempt-stages.tsx'
import { ConsoleActions } from './console-actions.tsx'
import { ConsolePane } from './console-pane.tsx'
import styles from './launch-logs.module.css'
import { useConsoleView } from './use-console-view.ts'

interface LaunchLogsProps {
  launchId: number
  /** Of the address; null: the newest. */
  attemptUuid: string | null
  onAttempt: (attemptUuid: string) => void
}

export function LaunchLogs({ launchId, attemptUuid, onAttempt }: LaunchLogsProps) {
  const { key } = useProject()
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const machine = useMemo(() => {
    const page = ({ input }: { input: { attemptUuid: string; pageToken: string } }) =>
      send(readConsole, {
        params: { projectKey: key, launchId, attemptUuid: input.attemptUuid },
        query: { pageToken: input.pageToken },
      })
    return launchLogs.provide({
      actors: {
        loadAttempts: fromPromise<readonly LaunchAttempt[]>(() =>
          send(listLaunchAttempts, { params: { projectKey: key, launchId } }).then(({ items }) => items),
        ),
        loadPage: fromPromise(page),
        loadGap: fromPromise(page),
        news: newsActor(
          (again) =>
            live
              .followNews(topics.launchQueue(tenant), again)
              .pipe(filter((news) => news.type === 'LAUNCH_QUEUE' && news.launchId === launchId)),
          { type: 'attempt/changed' },
        ),
      },
    })
  }, [key, launchId, send, live, tenant])
  const logs = useActorRef(machine, { input: { attemptUuid } })
  const lines = useConsoleView()
  const attempts = useSelector(logs, ({ context }) => context.attempts)
  const attempt = useSelector(logs, ({ context }) => shownAttempt(context))
  const failure = useSelector(logs, ({ context }) => context.failure)
  const isBlank = useSelector(logs, ({ context }) => context.text.count === 0)
  const hasFailed = useSelector(logs, (snapshot) => snapshot.matches({ output: 'failed' }))
  const shownUuid = attempt?.attemptUuid ?? ''
  const find = useCallback(
    (question: ConsoleQuestion) =>
      send(findInConsole, { params: { projectKey: key, launchId, attemptUuid: shownUuid }, query: question }),
    [send, key, launchId, shownUuid],
  )
  const refresh = () => logs.send({ type: 'logs/refresh' })
  if (hasFailed && isBlank)
    return (
      <ProblemState title="The execution logs did not load" onRetry={refresh}>
        {messageOf(failure)}
      </ProblemState>
    )
  return (
    <section className={styles.logs} aria-label="Execution logs">
      {attempt !== undefined && (
        <>
          <AttemptStages attempt={attempt} />
          <div className={styles.attempts}>
            <SegmentedControl
              size="sm"
              label="Attempt"
              segments={attempts.map((one) => ({ value: one.attemptUuid, label: `Attempt ${one.attempt}` }))}
              value={attempt.attemptUuid}
              onValueChange={(chosen) => {
                logs.send({ type: 'attempt/opened', attemptUuid: chosen })
                onAttempt(chosen)
              }}
            />
            <span className={styles.state}>
              {hasFailed ? `The newest lines did not load: ${messageOf(failure)}` : stateText(attempt)}
            </span>
          </div>
        </>
      )}
      {attempt === undefined || isBlank ? (
        <EmptyState
          title={LAUNCHER_TEXTS.logsEmpty}
          actions={
            <Button size="sm" icon={<RefreshCw aria-hidden />} onClick={refresh}>
              Refresh
            </Button>
          }
        />
      ) : (
        <ConsolePane
          key={attempt.attemptUuid}
          logs={logs}
          attempt={attempt}
          find={find}
          view={lines.view}
          actions={
            <ConsoleActions launchId={launchId} attemptUuid={attempt.attemptUuid} lines={lines} onRefresh={refresh} />
          }
        />
      )}
    </section>
  )
}

const STATES: Record<LaunchAttempt['state'], string> = {
  queued: 'Waits in the queue',
  running: 'Running',
  ended: 'Ended',
  aborted: 'Aborted before it was started',
}

const stateText = ({ state, endReason, commit, branch, worker }: LaunchAttempt): string =>
  [endReason ?? STATES[state], [branch, commit?.slice(0, 7) ?? ''].join(' ').trim(), worker ?? '']
    .filter((part) => part !== '')
    .join(' · ')
