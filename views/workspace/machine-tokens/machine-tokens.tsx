/** Section of machine tokens for super admins: list, form of a new token, question before one is revoked. */
import { useMachine } from '@xstate/react'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { tokenCreation, type CreatedToken } from '../../../machines/workspace/token-creation.machine.ts'
import { useSession } from '../../application/context.tsx'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
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
  /** Details of a token, beside its last use. */
  aboutToken?: (token: Token) => string
  /** Consequence for users of a revoked token. */
  warning: string
  revoke: (id: number) => Promise<unknown>
  onChanged: () => void
  renderForm: (form: { onClose: () => void; onCreated: (token: CreatedToken) => void }) => ReactNode
}

export function MachineTokens<Token extends MachineToken>(props: MachineTokensProps<Token>) {
  const { className, title, about, label, tokens, children, aboutToken, warning, revoke, onChanged, renderForm } = props
  const { user } = useSession()
  const [creation, send] = useMachine(tokenCreation)
  const { token } = creation.context
  const onClose = () => send({ type: 'token/close' })
  return (
    <section className={className} aria-label={title}>
      <div className={styles.head}>
        <div>
          <h2>{title}</h2>
          <p>{about}</p>
        </div>
        {user.superAdmin && (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => send({ type: 'token/ask' })}>
            Create token
          </Button>
        )}
      </div>
      {children}
      {tokens.length > 0 && (
        <ul className={styles.tokens} aria-label={label}>
          {tokens.map((one) => (
            <TokenRow
              key={one.id}
              token={one}
              about={aboutToken?.(one)}
              warning={warning}
              revoke={() => revoke(one.id)}
              onRevoked={onChanged}
            />
          ))}
        </ul>
      )}
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

interface TokenRowProps {
  token: MachineToken
  about: string | undefined
  warning: string
  revoke: () => Promise<unknown>
  onRevoked: () => void
}

function TokenRow({ token: { name, lastUsedAt }, about, warning, revoke, onRevoked }: TokenRowProps) {
  const [isAsked, setAsked] = useState(false)
  const { isPending, failure, confirm } = useConfirmedAction(revoke, () => {
    toast.success(`Token ${name} was revoked`)
    setAsked(false)
    onRevoked()
  })
  return (
    <li className={styles.token}>
      <div>
        <span>{name}</span>
        {about !== undefined && <p>{about}</p>}
        <p>
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
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
    </li>
  )
}
