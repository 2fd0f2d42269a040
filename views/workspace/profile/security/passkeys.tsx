/** The passkeys of the signed-in user. */
import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Passkey } from '../../../../contract/workspace/passkeys.ts'
import type { SecondFactorEvent } from '../../../../machines/workspace/second-factor.machine.ts'
import { messageOf } from '../../../../services/http/api-error.ts'
import { hasPasskeys } from '../../../../services/session/authenticator.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ProblemState } from '../../../ui/layout/empty-state.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Cell, List, ListHead, Row } from '../../../ui/lists/list.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { longDate } from '../expiry.ts'
import styles from './security.module.css'

interface PasskeysProps {
  passkeys: {
    value: { items: readonly Passkey[]; isAvailable: boolean } | null
    failure: unknown
    isLoading: boolean
    retry: () => void
  }
  send: (event: SecondFactorEvent) => void
  dialog: ReactNode
}

export function Passkeys({ passkeys: { value, failure, isLoading, retry }, send, dialog }: PasskeysProps) {
  const isAvailable = value?.isAvailable === true && hasPasskeys()
  return (
    <section className={styles.section}>
      <div className={styles.bar}>
        <div>
          <h2>Passkeys</h2>
          <p className={styles.words}>
            {value === null || isAvailable
              ? 'Sign in with your fingerprint, face or screen lock, or with a security key. A passkey also confirms that it is you after your password.'
              : 'Passkeys need HTTPS and a host name. They are not available at this address.'}
          </p>
        </div>
        {value === null && failure === null && <Skeleton width={90} />}
        {isAvailable && (
          <Button icon={<Fingerprint aria-hidden />} onClick={() => send({ type: 'passkey/add' })}>
            Add passkey
          </Button>
        )}
      </div>
      {value === null && failure !== null && (
        <ProblemState title="Passkeys did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value !== null && value.items.length > 0 && <PasskeyList passkeys={value.items} send={send} />}
      {dialog}
    </section>
  )
}

function PasskeyList({ passkeys, send }: { passkeys: readonly Passkey[]; send: PasskeysProps['send'] }) {
  return (
    <List label="Passkeys" className={styles.passkeys}>
      <ListHead>
        {['Name', 'Last used', 'Added'].map((label) => (
          <Cell key={label} isHead>
            {label}
          </Cell>
        ))}
        <Cell isHead label="Actions" />
      </ListHead>
      {passkeys.map((passkey) => (
        <Row key={passkey.id} className={styles.row}>
          <Cell className={styles.device}>
            <span>{passkey.name}</span>
            {passkey.isSynced && <span className={styles.note}>Synced</span>}
          </Cell>
          <Cell data-label="Last used">
            {passkey.lastUsedAt === null ? 'Never' : <RelativeTime at={passkey.lastUsedAt} />}
          </Cell>
          <Cell data-label="Added">{longDate(passkey.createdAt)}</Cell>
          <Cell align="end" className={styles.menu}>
            <IconButton
              size="sm"
              label={`Rename ${passkey.name}`}
              onClick={() => send({ type: 'passkey/rename', passkey })}
            >
              <Pencil aria-hidden />
            </IconButton>
            <IconButton
              size="sm"
              label={`Remove ${passkey.name}`}
              onClick={() => send({ type: 'passkey/remove', passkey })}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </Cell>
        </Row>
      ))}
    </List>
  )
}
