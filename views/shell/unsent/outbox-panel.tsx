/** Lists unsent work on this device: what it is, why it waits, and what can be done. */
import { Download, RotateCw, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { BehaviorSubject } from 'rxjs'
import { outboxWindow$, type OutboxWindow, type Stretch } from '../../../store/outbox/outbox-window.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FileTrigger } from '../../ui/forms/file-trigger.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { useApplication, useSession, useStream } from '../../boot/context.tsx'
import { useLog } from '../../boot/log/log.ts'
import { workWords } from '../../shared/waiting-words.ts'
import { unsentActors } from './actors.ts'
import styles from './outbox-panel.module.css'
import { RefusedFiles } from './refused-files.tsx'
import { StorageUseLine } from './storage-use-line.tsx'
import { WaitingList } from './waiting-list.tsx'

/** Initial row count, before the list is measured. */
const FIRST: Stretch = { from: 0, to: 20 }

export function OutboxPanel({ onClose }: { onClose: () => void }) {
  const log = useLog()
  const application = useApplication()
  const { unsent } = application
  const { person } = useSession()
  const [{ stretch$, window$ }] = useState(() => {
    const stretch$ = new BehaviorSubject(FIRST)
    return { stretch$, window$: outboxWindow$(log, stretch$) }
  })
  const waiting = useStream<OutboxWindow | null>(window$, null)
  const state = useStream(unsent.state$, null)
  const actors = useMemo(() => unsentActors(application, person.id), [application, person.id])
  const take = async (file: File) => {
    const { commands, drafts } = await actors.take(file)
    const count = commands + drafts
    if (count === 0) toast.success('Everything in the file is already here')
    else toast.success(`${workWords({ commands, drafts })} ${count === 1 ? 'was' : 'were'} imported`)
  }
  const withToast = (work: Promise<unknown>) => void work.catch((error: unknown) => toast.error(messageOf(error)))
  const isEmpty = waiting !== null && waiting.rows.length + waiting.files.length === 0
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
      {Object.entries(state?.closed ?? {}).map(([projectKey, message]) => (
        <p key={projectKey} className={styles.message}>
          {projectKey}: {message}
        </p>
      ))}
      {waiting === null && (
        <div className={styles.loading} aria-busy>
          {[260, 190, 230].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {isEmpty && <EmptyState title="Everything is sent">The server has all changes made on this device.</EmptyState>}
      {waiting !== null && waiting.files.length > 0 && (
        <RefusedFiles
          files={waiting.files}
          retry={(fileUuid) => withToast(actors.retryFile(fileUuid))}
          onLeave={onClose}
        />
      )}
      {waiting !== null && waiting.rows.length > 0 && (
        <WaitingList
          waiting={waiting}
          onStretch={(stretch) => stretch$.next(stretch)}
          retry={(key) => withToast(actors.retry(key))}
          onLeave={onClose}
        />
      )}
      <StorageUseLine />
    </Dialog>
  )
}
