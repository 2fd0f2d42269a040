/** Lists unsent work on this device: what it is, why it waits, and what can be done. */
import { Download, RotateCw, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { BehaviorSubject } from 'rxjs'
import { projectOfScope, scopeOf } from '../../../store/outbox/definition.ts'
import { scopeOfFile } from '../../../store/outbox/files.ts'
import { outboxWindow$, type OutboxWindow, type Stretch } from '../../../store/outbox/outbox-window.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FileTrigger } from '../../ui/files/file-trigger.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useApplication, useSession, useStream } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import type { OutboxState } from '../../application/outbox/outbox.ts'
import { Choice } from '../../shared/unsent/choice.tsx'
import { unsentText } from '../../shared/waiting-text.ts'
import { unsentActors } from './actors.ts'
import styles from './outbox-panel.module.css'
import { denialText } from './outbox-text.ts'
import { BlockedFiles } from './blocked-files.tsx'
import { StorageUseLine } from './storage-use-line.tsx'
import { WaitingList } from './waiting-list.tsx'

/** Initial row count, before the list is measured. */
const FIRST: Stretch = { from: 0, to: 20 }
const NOTHING_DENIED: OutboxState['denied'] = {}

export function OutboxPanel({ onClose }: { onClose: () => void }) {
  const log = useLog()
  const application = useApplication()
  const { unsent } = application
  const { user } = useSession()
  const [{ stretch$, window$ }] = useState(() => {
    const stretch$ = new BehaviorSubject(FIRST)
    return { stretch$, window$: outboxWindow$(log, stretch$) }
  })
  const waiting = useStream<OutboxWindow | null>(window$, null)
  const state = useStream(unsent.state$, null)
  const actors = useMemo(() => unsentActors(application, user.id), [application, user.id])
  const take = async (file: File) => {
    const { commands, drafts } = await actors.take(file)
    const count = commands + drafts
    if (count === 0) toast.success('Everything in the file is already here')
    else toast.success(`${unsentText({ commands, drafts })} ${count === 1 ? 'was' : 'were'} imported`)
  }
  const withToast = (work: Promise<unknown>) => void work.catch((error: unknown) => toast.error(messageOf(error)))
  const denied = state?.denied ?? NOTHING_DENIED
  const files = waiting?.files.filter((file) => file.state === 'refused' || scopeOfFile(file) in denied) ?? []
  const isEmpty = waiting !== null && waiting.rows.length + files.length === 0
  return (
    <Dialog
      title="Unsent changes"
      width="medium"
      onClose={onClose}
      footer={
        <>
          <FileTrigger accept={['.zip', 'application/zip']} onChoose={([file]) => file && withToast(take(file))}>
            <Button icon={<Upload aria-hidden />}>Import</Button>
          </FileTrigger>
          {waiting !== null && !isEmpty && (
            <Button icon={<Download aria-hidden />} onClick={() => withToast(actors.export())}>
              Export unsent changes
            </Button>
          )}
          {waiting?.rows.some(({ refusal }) => refusal === null) && (
            <Button variant="primary" icon={<RotateCw aria-hidden />} onClick={() => withToast(actors.ask())}>
              Try now
            </Button>
          )}
        </>
      }
    >
      {state?.message && <p className={styles.message}>The server says: {state.message}</p>}
      {waiting !== null &&
        Object.entries(denied).map(([scope, denial]) => {
          const keys = waiting.rows.filter((row) => scopeOf(row) === scope).map(({ key }) => key)
          // The row of a single change has the same text and button.
          if (keys.length < 2) return null
          return (
            <div key={scope} className={styles.denied}>
              <p className={styles.message}>{denialText(projectOfScope(scope), denial)}</p>
              <Choice isDanger act={() => actors.discard(keys, [scope])}>{`Discard ${keys.length} changes`}</Choice>
            </div>
          )
        })}
      {waiting === null && (
        <div className={styles.loading} aria-busy>
          {[260, 190, 230].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {isEmpty && <EmptyState title="Everything is sent">The server has all changes made on this device.</EmptyState>}
      {files.length > 0 && <BlockedFiles files={files} denied={denied} onLeave={onClose} />}
      {waiting !== null && waiting.rows.length > 0 && (
        <WaitingList
          waiting={waiting}
          denied={denied}
          isRunning={state !== null}
          actors={actors}
          onStretch={(stretch) => stretch$.next(stretch)}
          onLeave={onClose}
        />
      )}
      <StorageUseLine />
    </Dialog>
  )
}
