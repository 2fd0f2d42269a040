/** What was done on this device and the server has not confirmed: what it is, why it waits, and ways on. */
import { Download, RotateCw, Upload } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { unsent$, type UnsentCommand } from '../../../store/outbox-shown.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts.ts'
import { messageOf } from '../../../services/api-error.ts'
import { commandWords } from '../command-words.ts'
import { useApplication, useSession, useStream } from '../context.tsx'
import { useLog } from '../log.ts'
import { inProjectHref, paths } from '../routes.ts'
import { unsentActors } from './actors.ts'
import styles from './outbox-panel.module.css'

export function OutboxPanel({ onClose }: { onClose: () => void }) {
  const log = useLog()
  const application = useApplication()
  const { unsent } = application
  const { person } = useSession()
  const stream$ = useMemo(() => unsent$(log), [log])
  const waiting = useStream<UnsentCommand[] | null>(stream$, null)
  const state = useStream(unsent.state$, null)
  const input = useRef<HTMLInputElement>(null)
  const [actors] = useState(() => unsentActors(application, person.id))
  const take = async (file: File) => {
    const count = await actors.take(file)
    toast.success(count === 1 ? '1 change was taken over' : `${count} changes were taken over`)
  }
  const told = (work: Promise<unknown>) => void work.catch((error: unknown) => toast.error(messageOf(error)))
  return (
    <Dialog
      title="What waits to be sent"
      width="medium"
      onClose={onClose}
      footer={
        <>
          <input
            ref={input}
            type="file"
            accept=".zip,application/zip"
            hidden
            aria-label="File with what was not sent"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) told(take(file))
              event.target.value = ''
            }}
          />
          <Button icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
            Import
          </Button>
          {waiting !== null && waiting.length > 0 && (
            <>
              <Button icon={<Download aria-hidden />} onClick={() => told(actors.export())}>
                Export what is not sent
              </Button>
              <Button
                variant="primary"
                icon={<RotateCw aria-hidden />}
                onClick={() => told(unsent.start().then((outbox) => outbox?.ask()))}
              >
                Try now
              </Button>
            </>
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
      {waiting?.length === 0 && (
        <EmptyState title="Everything is sent">The server has all that was done on this device.</EmptyState>
      )}
      <ul className={styles.list}>
        {waiting?.map((one) => (
          <li key={one.key}>
            <span className={styles.words}>{commandWords(one.command)}</span>
            <small data-refused={one.refusal !== null || undefined}>{whyOf(one)}</small>
            <span className={styles.aside}>
              <RelativeTime at={one.at} />
              <Link
                href={`${inProjectHref(paths.exploratorySessions, one.projectKey)}/${one.command.sessionId}`}
                onClick={onClose}
              >
                Open the session
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const whyOf = ({ refusal, message, isHeld }: UnsentCommand): string => {
  if (refusal !== null) return `Not taken: ${message ?? refusal}. Open the session to decide.`
  return isHeld ? 'Waits for what was not taken before it.' : 'Waits to be sent.'
}
