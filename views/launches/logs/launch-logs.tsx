/** Console output of a launch, a tab for each attempt (LOGS). */
import { useActor } from '@xstate/react'
import { RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import type { LaunchAttempt } from '../../../contract/launchers/engine.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { launchLogs, shownAttempt } from '../../../machines/launches/launch-logs.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { createLaunchersService } from '../../../services/launchers/launchers.ts'
import { serviceOf } from '../../boot/service-of.ts'
import { useProject } from '../../boot/context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ProblemState } from '../../ui/empty-state.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { ConsoleLines } from './console-lines.tsx'
import styles from './launch-logs.module.css'

const useLaunchers = serviceOf(({ send }) => createLaunchersService(send))

interface LaunchLogsProps {
  launchId: number
  /** Of the address; null: the newest. */
  attemptUuid: string | null
  onAttempt: (attemptUuid: string) => void
}

export function LaunchLogs({ launchId, attemptUuid, onAttempt }: LaunchLogsProps) {
  const { key } = useProject()
  const launchers = useLaunchers()
  const machine = useMemo(() => {
    const page = ({ input }: { input: { attemptUuid: string; pageToken: string } }) =>
      launchers.console(key, launchId, input.attemptUuid, input.pageToken)
    return launchLogs.provide({
      actors: {
        loadAttempts: fromPromise<readonly LaunchAttempt[]>(() => launchers.attempts(key, launchId)),
        loadPage: fromPromise(page),
        loadEarlier: fromPromise(page),
      },
    })
  }, [key, launchId, launchers])
  const [snapshot, send] = useActor(machine, { input: { attemptUuid } })
  const { attempts, lines, previous, failure } = snapshot.context
  const attempt = shownAttempt(snapshot.context)
  const hasFailed = snapshot.matches('failed')
  const refresh = () => send({ type: 'logs/refresh' })
  const refreshing = (
    <Button icon={<RefreshCw aria-hidden />} onClick={refresh}>
      Refresh
    </Button>
  )
  if (hasFailed && lines.length === 0)
    return (
      <ProblemState title="The execution logs did not load" onRetry={refresh}>
        {messageOf(failure)}
      </ProblemState>
    )
  return (
    <section className={styles.logs} aria-label="Execution logs">
      <div className={styles.bar}>
        {attempt !== undefined && (
          <SegmentedControl
            label="Attempt"
            segments={attempts.map((one) => ({ value: one.attemptUuid, label: `Attempt ${one.attempt}` }))}
            value={attempt.attemptUuid}
            onValueChange={(chosen) => {
              send({ type: 'attempt/opened', attemptUuid: chosen })
              onAttempt(chosen)
            }}
          />
        )}
        <span className={styles.state}>
          {hasFailed ? `The newest lines did not load: ${messageOf(failure)}` : attempt && stateWords(attempt)}
        </span>
        {refreshing}
      </div>
      {lines.length === 0 ? (
        <EmptyState title={LAUNCHER_TEXTS.logsEmpty} />
      ) : (
        <>
          {previous !== null && (
            <div className={styles.earlier}>
              <Button isPending={snapshot.matches('goingBack')} onClick={() => send({ type: 'earlier/asked' })}>
                Show earlier lines
              </Button>
            </div>
          )}
          <ConsoleLines key={attempt?.attemptUuid} lines={lines} />
        </>
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

const stateWords = ({ state, endReason, commit, branch }: LaunchAttempt): string =>
  [endReason ?? STATES[state], commit === null ? branch : `${branch} ${commit.slice(0, 7)}`].join(' · ')
