/** Section of tokens of machines: list, form of a new token, question before one is revoked. */
import { useMachine } from '@xstate/react'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { tokenCreation, type CreatedToken } from '../../../machines/workspace/token-creation.machine.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { DataList, type Column } from '../../ui/lists/data-list.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { TokenValue } from '../profile/create-token.tsx'
import styles from './machine-tokens.module.css'

export interface MachineToken {
  id: number
  name: string
  lastUsedAt: string | null
}

interface MachineTokensProps<Token extends MachineToken> {
  className: string | undefined
  title: string
  about: ReactNode
  /** Accessible name of the list. */
  label: string
  tokens: readonly Token[]
  /** Content above the list. */
  children?: ReactNode
  /** Columns after the name. */
  details?: readonly Column<Token>[]
  mayCreate: boolean
  mayRevoke?: boolean
  /** Consequence for users of a revoked token. */
  warning: string
  revoke: (id: number) => Promise<unknown>
  onChanged: () => void
  renderForm: (form: { onClose: () => void; onCreated: (token: CreatedToken) => void }) => ReactNode
}

export function MachineTokens<Token extends MachineToken>(props: MachineTokensProps<Token>) {
  const {
    className,
    title,
    about,
    label,
    tokens,
    children,
    details = [],
    mayCreate,
    mayRevoke = true,
    warning,
    revoke,
    onChanged,
    renderForm,
  } = props
  const [creation, send] = useMachine(tokenCreation)
  const { token } = creation.context
  const onClose = () => send({ type: 'token/close' })
  const columns: Column<Token>[] = [
    { header: 'Name', width: 'minmax(140px, 2fr)', className: styles.name, cell: ({ name }) => name },
    ...details,
    {
      header: 'Last used',
      width: 'minmax(90px, 1fr)',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <RelativeTime at={lastUsedAt} />),
    },
    {
      header: 'Actions',
      isHeaderHidden: true,
      width: '72px',
      align: 'end',
      cell: ({ id, name }) =>
        mayRevoke && <RevokeButton name={name} warning={warning} revoke={() => revoke(id)} onRevoked={onChanged} />,
    },
  ]
  return (
    <section className={className} aria-label={title}>
      <div className={styles.head}>
        <div>
          <h2>{title}</h2>
          <p>{about}</p>
        </div>
        {mayCreate && (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => send({ type: 'token/ask' })}>
            Create token
          </Button>
        )}
      </div>
      {children}
      {tokens.length > 0 && <DataList label={label} rows={tokens} columns={columns} isStacked />}
      {creation.matches('asking') &&
        renderForm({
          onClose,
          onCreated: (created) => {
            send({ type: 'token/created', token: created })
            onChanged()
          },
        })}
      {token !== null && <TokenValue {...token} onClose={onClose} />}
    </section>
  )
}

interface RevokeButtonProps {
  /** Of the token. */
  name: string
  warning: string
  revoke: () => Promise<unknown>
  onRevoked: () => void
}

function RevokeButton({ name, warning, revoke, onRevoked }: RevokeButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const { isPending, failure, confirm } = useConfirmedAction(revoke, () => {
    toast.success(`Token ${name} was revoked`)
    setAsked(false)
    onRevoked()
  })
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={`Revoke token ${name}`} onClick={() => setAsked(true)}>
        Revoke
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Revoke token ${name}?`}
          confirmLabel="Revoke token"
          isPending={isPending}
          failure={failure}
          onConfirm={confirm}
          onClose={() => setAsked(false)}
        >
          <p>{warning} This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
