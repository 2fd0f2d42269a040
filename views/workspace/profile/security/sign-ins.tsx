import { listSignIns, type SignInEntry, type SignInMethod } from '../../../../contract/workspace/account-security.ts'
import { messageOf } from '../../../../services/http/api-error.ts'
import { useResource, useApplication } from '../../../application/context.tsx'
import { EmptyState, ProblemState } from '../../../ui/layout/empty-state.tsx'
import { Cell, List, ListHead, Row } from '../../../ui/lists/list.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
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
  const { value, failure, isLoading, retry } = useResource(() => send(listSignIns))
  const entries = value?.items ?? null
  return (
    <section className={styles.section}>
      <div>
        <h2>Sign-in log</h2>
        <p className={styles.words}>
          Your latest sign-ins of the last 90 days. If you see one that was not you, change your password.
        </p>
      </div>
      {entries === null && failure !== null ? (
        <ProblemState title="The sign-in log did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      ) : entries?.length === 0 ? (
        <EmptyState title="No sign-ins yet">Sign-ins of the last 90 days are listed here.</EmptyState>
      ) : (
        <EntryList entries={entries} />
      )}
    </section>
  )
}

/** `entries`: null while loading. */
function EntryList({ entries }: { entries: readonly SignInEntry[] | null }) {
  return (
    <List label="Sign-in log" isBusy={entries === null} className={styles.entries}>
      <ListHead>
        {['Sign-in', 'Device', 'IP address', 'Time'].map((label) => (
          <Cell key={label} isHead>
            {label}
          </Cell>
        ))}
      </ListHead>
      {entries === null && (
        <Row>
          <Cell>
            <Skeleton width={140} />
          </Cell>
        </Row>
      )}
      {entries?.map(({ id, method, isRefused, device, address, at }) => (
        <Row key={id} className={styles.row}>
          <Cell className={styles.device} data-refused={isRefused || undefined}>
            <span>{(isRefused ? REFUSED : OPENED)[method]}</span>
          </Cell>
          <Cell data-label="Device">{device}</Cell>
          <Cell data-label="IP address">{address ?? 'Unknown'}</Cell>
          <Cell data-label="Time">
            <RelativeTime at={at} />
          </Cell>
        </Row>
      ))}
    </List>
  )
}
