import { useMachine } from '@xstate/react'
import { LogOut } from 'lucide-react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { SECURITY_TEXTS } from '../../../../contract/workspace/account-security-texts.ts'
import {
  listSessions,
  endOtherSessions,
  endSession,
  type DeviceSession,
} from '../../../../contract/workspace/account-security.ts'
import { confirmedAction } from '../../../../machines/patterns/confirmed-action.machine.ts'
import { messageOf } from '../../../../services/http/api-error.ts'
import { useResource, useApplication } from '../../../application/context.tsx'
import { useEmitted } from '../../../shared/use-emitted.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { ProblemState } from '../../../ui/layout/empty-state.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Cell, List, ListHead, Row } from '../../../ui/lists/list.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { toast } from '../../../ui/toasts/toasts.ts'
import { longDate } from '../expiry.ts'
import styles from './security.module.css'

export function Sessions() {
  const { send } = useApplication()
  const { value, failure, isLoading, retry, refresh } = useResource(() => send(listSessions))
  const { ask, dialog } = useSessionEnding(refresh)
  const sessions = value?.items ?? null
  return (
    <section className={styles.section}>
      <div className={styles.bar}>
        <div>
          <h2>Sessions</h2>
          <p className={styles.words}>Browsers that are signed in to your account.</p>
        </div>
        {sessions?.some(({ isCurrent }) => !isCurrent) && (
          <Button onClick={() => ask('others')}>Sign out everywhere else</Button>
        )}
      </div>
      {sessions === null && failure !== null ? (
        <ProblemState title="Sessions did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      ) : (
        <SessionList sessions={sessions} onEnd={ask} />
      )}
      {dialog}
    </section>
  )
}

/** `sessions`: null while loading. */
function SessionList(props: { sessions: readonly DeviceSession[] | null; onEnd: (session: DeviceSession) => void }) {
  const { sessions, onEnd } = props
  return (
    <List label="Sessions" isBusy={sessions === null} className={styles.sessions}>
      <ListHead>
        {['Device', 'IP address', 'Last used', 'Signed in'].map((label) => (
          <Cell key={label} isHead>
            {label}
          </Cell>
        ))}
        <Cell isHead label="Actions" />
      </ListHead>
      {sessions === null && (
        <Row>
          <Cell>
            <Skeleton width={140} />
          </Cell>
        </Row>
      )}
      {sessions?.map((session) => (
        <Row key={session.id} className={styles.row}>
          <Cell className={styles.device}>
            <span>{session.device}</span>
            {session.isCurrent && <span className={styles.note}>This device</span>}
          </Cell>
          <Cell data-label="IP address">{session.address ?? 'Unknown'}</Cell>
          <Cell data-label="Last used">
            <RelativeTime at={session.lastUsedAt} />
          </Cell>
          <Cell data-label="Signed in">{longDate(session.createdAt)}</Cell>
          <Cell align="end" className={styles.menu}>
            {!session.isCurrent && (
              <IconButton size="sm" label={`Sign out ${session.device}`} onClick={() => onEnd(session)}>
                <LogOut aria-hidden />
              </IconButton>
            )}
          </Cell>
        </Row>
      ))}
    </List>
  )
}

type Wanted = DeviceSession | 'others'

function useSessionEnding(onEnded: () => void) {
  const { send } = useApplication()
  const machine = useMemo(
    () =>
      confirmedAction<Wanted>().provide({
        actors: {
          perform: fromPromise<unknown, { item: Wanted }>(({ input: { item } }) =>
            item === 'others' ? send(endOtherSessions) : send(endSession, { params: { sessionId: item.id } }),
          ),
        },
      }),
    [send],
  )
  const [snapshot, dispatch, action] = useMachine(machine)
  useEmitted(action, {
    'action/finished': ({ done }) => {
      for (const one of done)
        toast.success(one === 'others' ? SECURITY_TEXTS.otherSessionsEnded : SECURITY_TEXTS.sessionEnded)
      // A rejected session may have ended elsewhere.
      onEnded()
    },
  })
  const wanted = snapshot.context.items[0]
  const isOpen = wanted !== undefined && !snapshot.matches('idle') && !snapshot.matches('done')
  const failure = snapshot.context.refused[0]?.error
  return {
    ask: (item: Wanted) => dispatch({ type: 'action/ask', items: [item] }),
    dialog: isOpen && (
      <ConfirmDialog
        title={wanted === 'others' ? 'Sign out everywhere else?' : `Sign out ${wanted.device}?`}
        confirmLabel="Sign out"
        isPending={snapshot.matches('working')}
        failure={failure === undefined ? undefined : messageOf(failure)}
        onConfirm={() => dispatch({ type: snapshot.matches('failed') ? 'action/retry' : 'action/confirm' })}
        onClose={() => dispatch({ type: snapshot.matches('failed') ? 'action/dismiss' : 'action/cancel' })}
      >
        {wanted === 'others'
          ? 'Every other browser is signed out at once. Access tokens of agents go on working.'
          : 'This browser is signed out at once. If you do not know it, change your password as well.'}
      </ConfirmDialog>
    ),
  }
}
