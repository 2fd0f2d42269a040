/** Tokens that let workers in. */
import { useMachine } from '@xstate/react'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { createWorkerToken, WORKER_TEXTS, type WorkerToken } from '../../../contract/launchers/workers.ts'
import { tokenCreation, type CreatedToken } from '../../../machines/workspace/token-creation.machine.ts'
import { useSession } from '../../boot/context.tsx'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { TokenValue } from '../profile/create-token.tsx'
import { useWorkersService } from '../use-users.ts'
import styles from './workers.module.css'

interface TokensProps {
  tokens: readonly WorkerToken[]
  onChanged: () => void
}

export function WorkerTokens({ tokens, onChanged }: TokensProps) {
  const { person } = useSession()
  const [creation, send] = useMachine(tokenCreation)
  const { token } = creation.context
  return (
    <section className={styles.section} aria-labelledby="worker-tokens">
      <div className={styles.head}>
        <div>
          <h2 id="worker-tokens">Tokens</h2>
          <p>
            A worker on another machine comes in with one: <code>ASSAY_WORKER_TOKEN=… npm run worker</code>. It is given
            the secrets of the launches that it runs.
          </p>
        </div>
        {person.superAdmin && (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => send({ type: 'token/ask' })}>
            Create token
          </Button>
        )}
      </div>
      {tokens.length === 0 ? (
        <p className={styles.quiet}>There are no tokens.</p>
      ) : (
        <ul className={styles.tokens} aria-label="Worker tokens">
          {tokens.map((one) => (
            <Token key={one.id} token={one} onDeleted={onChanged} />
          ))}
        </ul>
      )}
      {creation.matches('asking') && (
        <TokenForm
          onClose={() => send({ type: 'token/close' })}
          onCreated={(created) => {
            send({ type: 'token/created', token: created })
            onChanged()
          }}
        />
      )}
      {token !== null && <TokenValue {...token} onClose={() => send({ type: 'token/close' })} />}
    </section>
  )
}

function Token({ token: { id, name, lastUsedAt }, onDeleted }: { token: WorkerToken; onDeleted: () => void }) {
  const service = useWorkersService()
  const [isAsked, setAsked] = useState(false)
  const { isPending, failure, confirm } = useConfirmedAction(
    () => service.deleteToken(id),
    () => {
      toast.success(WORKER_TEXTS.tokenRevoked(name))
      setAsked(false)
      onDeleted()
    },
  )
  return (
    <li className={styles.token}>
      <div>
        <span>{name}</span>
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
          <p>Workers that use it end the launches that they run, and stop. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

interface TokenFormProps {
  onClose: () => void
  onCreated: (token: CreatedToken) => void
}

function TokenForm({ onClose, onCreated }: TokenFormProps) {
  const service = useWorkersService()
  const id = useId()
  const of = useForm({
    name: 'create-worker-token',
    initial: { name: '' },
    schema: createWorkerToken.body,
    submit: (body) => service.createToken(body),
    onDone: onCreated,
  })
  const { form, field, problem, isPending } = of
  return (
    <EditorDialog
      title="New worker token"
      of={of}
      onClose={onClose}
      renderFooter={(cancel) => <EditorButtons action="Create token" form={id} isPending={isPending} cancel={cancel} />}
    >
      <form {...form} id={id} className={styles.form}>
        <TextField
          {...field('name')}
          label="Name"
          description="The machine or group of machines that uses it."
          autoComplete="off"
        />
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
