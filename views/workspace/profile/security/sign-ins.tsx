import { listSignIns, type SignInEntry, type SignInMethod } from '../../../../contract/workspace/account-security.ts'
import { useResource, useApplication } from '../../../application/context.tsx'
import { ListStates, stateOfLoaded } from '../../../shared/lists/list-states.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { DataList, type Column } from '../../../ui/lists/data-list.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import styles from './security.module.css'

const OPENED: Record<SignInMethod, string> = {
  password: 'Password',
  code: 'Password and code',
  'recovery-code': 'Password and recovery code',
  passkey: 'Passkey',
  'password-and-passkey': 'Password and passkey',
  'single-sign-on': 'Single sign-on',
  invitation: 'Invitation accepted',
  'set-up': 'Workspace created',
}
const REFUSED: Record<SignInMethod, string> = {
  ...OPENED,
  password: 'Wrong password',
  code: 'Wrong code',
  'recovery-code': 'Wrong recovery code',
  passkey: 'Refused passkey',
  'password-and-passkey': 'Refused passkey',
}

export function SignIns() {
  const { send } = useApplication()
  const list = stateOfLoaded(
    useResource(() => send(listSignIns)),
    ({ items }) => items,
  )
  return (
    <section className={styles.section}>
      <div>
        <h2>Sign-in log</h2>
        <p className={styles.words}>
          Your latest sign-ins of the last 90 days. If you see one that was not you, change your password.
        </p>
      </div>
      <ListStates
        title="The sign-in log"
        list={list}
        empty={<EmptyState title="No sign-ins yet">Sign-ins of the last 90 days are listed here.</EmptyState>}
      >
        {(entries) => <DataList label="Sign-in log" rows={entries} columns={COLUMNS} isStacked />}
      </ListStates>
    </section>
  )
}

const COLUMNS: readonly Column<SignInEntry>[] = [
  {
    header: 'Sign-in',
    width: 'minmax(180px, 2fr)',
    className: styles.device,
    skeleton: 'name',
    cell: ({ method, isRefused }) => (
      <span data-refused={isRefused || undefined}>{(isRefused ? REFUSED : OPENED)[method]}</span>
    ),
  },
  { header: 'Device', width: 'minmax(140px, 1.5fr)', skeleton: 110, cell: ({ device }) => device },
  {
    header: 'IP address',
    width: 'minmax(120px, 1fr)',
    skeleton: 90,
    cell: ({ address }) => address ?? 'Unknown',
  },
  { header: 'Time', width: 'minmax(90px, 1fr)', skeleton: 60, cell: ({ at }) => <RelativeTime at={at} /> },
]
