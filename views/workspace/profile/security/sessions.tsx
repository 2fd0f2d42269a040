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
import { ListStates, stateOfLoaded } from '../../../shared/lists/list-states.tsx'
import { useEmitted } from '../../../shared/use-emitted.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { DataList, type Column } from '../../../ui/lists/data-list.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { toast } from '../../../ui/toasts/toasts.ts'
import { longDate } from '../expiry.ts'
import styles from './security.module.css'

export function Sessions() {
  const { send } = useApplication()
  const resource = useResource(() => send(listSessions))
  const { ask, dialog } = useSessionEnding(resource.refresh)
  const list = stateOfLoaded(resource, ({ items }) => items)
  const actions: Column<DeviceSession> = {
    header: 'Actions',
    isHeaderHidden: true,
    width: '32px',
    align: 'end',
    cell: (session) =>
      !session.isCurrent && (
        <IconButton size="sm" label={`Sign out ${session.device}`} onClick={() => ask(session)}>
          <LogOut aria-hidden />
        </IconButton>
      ),
  }
  return (
    <section className={styles.section}>
      <div className={styles.bar}>
        <div>
          <h2>Sessions</h2>
          <p className={styles.words}>Browsers that are signed in to your account.</p>
        </div>
        {list.rows.some(({ isCurrent }) => !isCurrent) && (
          <Button onClick={() => ask('others')}>Sign out everywhere else</Button>
        )}
      </div>
      <ListStates title="Sessions" list={list} empty={<EmptyState title="No sessions" />}>
        {(rows) => <DataList label="Sessions" rows={rows} columns={[...COLUMNS, actions]} isStacked />}
      </ListStates>
      {dialog}
    </section>
  )
}

const COLUMNS: readonly Column<DeviceSession>[] = [
  {
    header: 'Device',
    width: 'minmax(180px, 2fr)',
    className: styles.device,
    skeleton: 'name',
    cell: ({ device, isCurrent }) => (
      <>
        <span>{device}</span>
        {isCurrent && <span className={styles.note}>This device</span>}
      </>
    ),
  },
  {
    header: 'IP address',
    width: 'minmax(120px, 1fr)',
    skeleton: 90,
    cell: ({ address }) => address ?? 'Unknown',
  },
  {
    header: 'Last used',
    width: 'minmax(90px, 1fr)',
    skeleton: 60,
    cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} />,
  },
  { header: 'Signed in', width: 'minmax(120px, 1fr)', skeleton: 80, cell: ({ createdAt }) => longDate(createdAt) },
]

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
