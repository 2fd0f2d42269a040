/** Makes the open test run available offline, with progress. */
import { useActorRef, useSelector } from '@xstate/react'
import { CloudDownload, CloudOff } from 'lucide-react'
import { useMemo } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import { getRunOfflineSize } from '../../../contract/runs/offline.ts'
import {
  offlineAvailability,
  type DownloadInput,
  type RunCopy,
  type OfflineAvailabilityEvent,
} from '../../../machines/runs/offline-availability.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { offlineSource } from '../../../services/runs/offline.ts'
import { downloadRun } from '../../../store/offline-runs/download.ts'
import { readOfflineRun, removeOfflineRun } from '../../../store/offline-runs/offline-runs.ts'
import { isFull } from '../../../store/log/room.ts'
import { useProject, useSession, useApplication } from '../../application/context.tsx'
import { requestPersistence } from '../../application/log/persistence.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { formatSize } from '../../ui/text/format-size.ts'
import { useOfflineRuns } from './offline-runs.ts'
import type { ExecutionRef } from './use-execution.ts'

const textOf = (failure: unknown): string =>
  isFull(failure) ? 'There is not enough space on this device' : messageOf(failure)

export function OfflineControl({ runId, execution }: { runId: number; execution: ExecutionRef }) {
  const { key } = useProject()
  const { id: userId } = useSession().user
  const { send } = useApplication()
  const db = useOfflineRuns()
  const machine = useMemo(
    () =>
      offlineAvailability.provide({
        actors: {
          look: fromPromise<RunCopy | null>(() => readOfflineRun(db, runId)),
          measure: fromPromise(() => send(getRunOfflineSize, { params: { projectKey: key, runId } })),
          download: fromPromise<RunCopy, DownloadInput>(({ input: { isFirst, onProgress }, signal }) => {
            if (isFirst) requestPersistence(userId)
            return downloadRun(db, runId, offlineSource(send, { projectKey: key, runId, signal }), {
              signal,
              onProgress: onProgress,
            })
          }),
          remove: fromPromise(() => removeOfflineRun(db, runId)),
          revisions: fromCallback<OfflineAvailabilityEvent>(({ sendBack }) => {
            let known = 0
            const look = () => {
              const revision = execution.getSnapshot().context.opened?.run.revision ?? 0
              if (revision > known) sendBack({ type: 'run/changed', revision })
              known = Math.max(known, revision)
            }
            look()
            const changes = execution.subscribe(look)
            return () => changes.unsubscribe()
          }),
        },
      }),
    [db, send, key, runId, userId, execution],
  )
  const actor = useActorRef(machine)
  const state = useSelector(actor, (snapshot) => snapshot)
  const { size, copy, progress, failure } = state.context
  const isMeasuring = state.matches('measuring')

  if (state.matches('kept') && copy !== null)
    return (
      <Menu
        label="Available offline"
        align="end"
        trigger={
          <Button variant="quiet" icon={<CloudOff aria-hidden />}>
            Available offline
          </Button>
        }
      >
        {state.matches({ kept: 'stale' }) && (
          <MenuItem onSelect={() => actor.send({ type: 'offline/retry' })}>Update now</MenuItem>
        )}
        <MenuItem onSelect={() => actor.send({ type: 'offline/remove' })}>
          {`Remove from this device (${formatSize(copy.sizeBytes)})`}
        </MenuItem>
      </Menu>
    )
  if (state.matches('downloading'))
    return (
      <Button onClick={() => actor.send({ type: 'offline/cancel' })}>
        {`Cancel download (${progress.done} of ${progress.of})`}
      </Button>
    )
  return (
    <>
      <Button
        variant="quiet"
        icon={<CloudDownload aria-hidden />}
        isPending={state.matches('looking') || state.matches('removing')}
        onClick={() => actor.send(state.matches('removalFailed') ? { type: 'offline/retry' } : { type: 'offline/ask' })}
      >
        {state.matches('removalFailed') ? 'Remove from this device' : 'Make available offline'}
      </Button>
      {(isMeasuring || state.matches('confirming')) && (
        <ConfirmDialog
          title="Make this test run available offline?"
          confirmLabel={
            isMeasuring || size === null ? 'Download' : `Download ${formatSize(size.contentBytes + size.fileBytes)}`
          }
          isDanger={false}
          isPending={isMeasuring}
          onConfirm={() => actor.send({ type: 'offline/confirm' })}
          onClose={() => actor.send({ type: 'offline/cancel' })}
        >
          {isMeasuring || size === null
            ? 'Checking how much there is to download.'
            : `${formatCount(size.cases, 'case', 'cases')} and ${formatCount(size.files, 'file', 'files')} are stored on this device until you remove them or sign out. You can then record results without a network.`}
        </ConfirmDialog>
      )}
      {state.matches('failed') && (
        <ConfirmDialog
          title="The test run is not available offline"
          confirmLabel="Try again"
          isDanger={false}
          onConfirm={() => actor.send({ type: 'offline/retry' })}
          onClose={() => actor.send({ type: 'offline/cancel' })}
        >
          {textOf(failure)}
        </ConfirmDialog>
      )}
    </>
  )
}
