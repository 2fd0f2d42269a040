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
import { DataList, type Column } from '../../../ui/lists/data-list.tsx'
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
    <DataList
      label="Passkeys"
      rows={passkeys}
      columns={[
        ...COLUMNS,
        {
          header: 'Actions',
          isHeaderHidden: true,
          width: '72px',
          align: 'end',
          cell: (passkey) => (
            <>
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
            </>
          ),
        },
      ]}
      isStacked
    />
  )
}

const COLUMNS: readonly Column<Passkey>[] = [
  {
    header: 'Name',
    width: 'minmax(180px, 2fr)',
    className: styles.device,
    cell: ({ name, isSynced }) => (
      <>
        <span>{name}</span>
        {isSynced && <span className={styles.note}>Synced</span>}
      </>
    ),
  },
  {
    header: 'Last used',
    width: 'minmax(90px, 1fr)',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <RelativeTime at={lastUsedAt} />),
  },
  { header: 'Added', width: 'minmax(120px, 1fr)', cell: ({ createdAt }) => longDate(createdAt) },
]
