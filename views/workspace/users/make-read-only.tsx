/** Confirms that a user becomes read-only, with the consequences or the reason against it (USERS-19 to 21). */
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { checkReadOnly, updateUser, type ReadOnlyCheck, type User } from '../../../contract/workspace/users.ts'
import { readOnlyConversionMachine } from '../../../machines/workspace/read-only-conversion.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication } from '../../application/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { displayNameOf } from './user-labels.ts'
import styles from './users.module.css'

interface MakeReadOnlyProps {
  user: User
  onClose: () => void
  onDone: () => void
}

export function MakeReadOnly({ user, onClose, onDone }: MakeReadOnlyProps) {
  const name = displayNameOf(user)
  const title = `Make ${name} read-only?`
  const { check, failure, face, confirm, retry } = useConversion(user, () => {
    toast.success(USER_TEXTS.userMadeReadOnly(name))
    onDone()
  })
  if (check !== null && (face === 'asking' || face === 'converting' || face === 'refused'))
    return (
      <ConfirmDialog
        title={title}
        confirmLabel="Make read-only"
        isPending={face === 'converting'}
        failure={face === 'refused' ? messageOf(failure) : undefined}
        onConfirm={confirm}
        onClose={onClose}
      >
        <Losses check={check} />
      </ConfirmDialog>
    )
  return (
    <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {face === 'unchecked' ? (
        <ProblemState title="The check did not work" onRetry={retry}>
          {messageOf(failure)}
        </ProblemState>
      ) : check === null ? (
        <Skeleton width={320} />
      ) : (
        <>
          <p>{name} cannot become read-only yet:</p>
          <ul className={styles.losses}>
            {check.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <Button isPending={face === 'checking'} onClick={retry}>
            Check again
          </Button>
        </>
      )}
    </Dialog>
  )
}

function Losses({ check: { projects, groups } }: { check: ReadOnlyCheck }) {
  return (
    <>
      <p>They can look at their projects and change nothing.</p>
      {(projects > 0 || groups.length > 0) && (
        <ul className={styles.losses}>
          {projects > 0 && (
            <li>Their role becomes Guest in {projects === 1 ? '1 project' : `${projects} projects`}.</li>
          )}
          {groups.length > 0 && <li>They leave {groups.join(', ')}.</li>}
        </ul>
      )}
    </>
  )
}

function useConversion(user: User, onDone: () => void) {
  const { send } = useApplication()
  const latest = useLatest(onDone)
  const machine = useMemo(
    () =>
      readOnlyConversionMachine.provide({
        actors: {
          check: fromPromise<ReadOnlyCheck>(() => send(checkReadOnly, { params: { userId: user.id } })),
          convert: fromPromise<unknown>(() =>
            send(updateUser, {
              params: { userId: user.id },
              body: { hasReadOnlyAccess: true, expected: { hasReadOnlyAccess: false } },
            }),
          ),
        },
        actions: { finish: () => latest()() },
      }),
    [send, user.id, latest],
  )
  const [snapshot, dispatch] = useMachine(machine)
  return {
    ...snapshot.context,
    face: snapshot.value,
    confirm: () => dispatch({ type: 'conversion/confirm' }),
    retry: () => dispatch({ type: 'conversion/retry' }),
  }
}
