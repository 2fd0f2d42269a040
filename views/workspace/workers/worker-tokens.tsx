/** Tokens that workers authenticate with. */
import { useId } from 'react'
import { createWorkerToken, deleteWorkerToken, type WorkerToken } from '../../../contract/launchers/workers.ts'
import type { CreatedToken } from '../../../machines/workspace/token-creation.machine.ts'
import { useApplication, useSession } from '../../application/context.tsx'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { MachineTokens } from '../machine-tokens/machine-tokens.tsx'
import styles from './workers.module.css'

interface TokensProps {
  tokens: readonly WorkerToken[]
  onChanged: () => void
}

export function WorkerTokens({ tokens, onChanged }: TokensProps) {
  const { send } = useApplication()
  return (
    <MachineTokens
      className={styles.section}
      title="Tokens"
      about={
        <>
          A worker on another machine comes in with one: <code>ASSAY_WORKER_TOKEN=… npm run worker</code>. It is given
          the secrets of the launches that it runs.
        </>
      }
      label="Worker tokens"
      tokens={tokens}
      mayCreate={useSession().user.superAdmin}
      warning="Workers that use it end the launches that they run, and stop."
      revoke={(id) => send(deleteWorkerToken, { params: { workerTokenId: id } })}
      onChanged={onChanged}
      renderForm={(form) => <TokenForm {...form} />}
    >
      {tokens.length === 0 && <p className={styles.quiet}>There are no tokens.</p>}
    </MachineTokens>
  )
}

interface TokenFormProps {
  onClose: () => void
  onCreated: (token: CreatedToken) => void
}

function TokenForm({ onClose, onCreated }: TokenFormProps) {
  const { send } = useApplication()
  const id = useId()
  const of = useForm({
    name: 'create-worker-token',
    initial: { name: '' },
    schema: createWorkerToken.body,
    submit: (body) => send(createWorkerToken, { body }),
    onDone: onCreated,
    onLate: onCreated,
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
