/** Provisioning: what a directory is given to create, change and deactivate users by SCIM 2.0. */
import { useMachine } from '@xstate/react'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { Group } from '../../../contract/workspace/groups.ts'
import { createScimToken, SCIM_TEXTS, type ScimToken } from '../../../contract/workspace/scim.ts'
import { tokenCreation, type CreatedToken } from '../../../machines/workspace/token-creation.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource, useSession } from '../../boot/context.tsx'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProblemState } from '../../ui/empty-state.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { TokenValue } from '../profile/create-token.tsx'
import { useScimService } from '../use-users.ts'
import { Given } from './provider-foot.tsx'
import styles from './single-sign-on.module.css'

export function Scim({ groups }: { groups: readonly Group[] }) {
  const service = useScimService()
  const { person } = useSession()
  const { value, failure, isLoading, retry, refresh } = useResource(() => service.list())
  const [creation, send] = useMachine(tokenCreation)
  const { token } = creation.context
  const nameOf = (id: number | null) => groups.find((group) => group.id === id)?.name ?? 'no group'
  return (
    <section className={styles.scim} aria-labelledby="scim">
      <div className={styles.scimHead}>
        <div>
          <h2 id="scim">Provisioning</h2>
          <p>Your directory creates, changes and deactivates users and groups by SCIM 2.0.</p>
        </div>
        {person.superAdmin && (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => send({ type: 'token/ask' })}>
            Create token
          </Button>
        )}
      </div>
      {value === null && failure !== null && (
        <ProblemState title="Tokens did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && <Skeleton width={240} />}
      {value !== null && <Given label="Tenant URL" value={value.url} />}
      {value !== null && value.items.length > 0 && (
        <ul className={styles.tokens} aria-label="SCIM tokens">
          {value.items.map((one) => (
            <Token key={one.id} token={one} groupName={nameOf(one.groupId)} onDeleted={refresh} />
          ))}
        </ul>
      )}
      {creation.matches('asking') && (
        <TokenForm
          groups={groups.filter(({ builtIn }) => builtIn === null)}
          onClose={() => send({ type: 'token/close' })}
          onCreated={(created) => {
            send({ type: 'token/created', token: created })
            refresh()
          }}
        />
      )}
      {token !== null && <TokenValue {...token} onClose={() => send({ type: 'token/close' })} />}
    </section>
  )
}

interface TokenProps {
  token: ScimToken
  groupName: string
  onDeleted: () => void
}

function Token({ token: { id, name, lastUsedAt }, groupName, onDeleted }: TokenProps) {
  const service = useScimService()
  const [isAsked, setAsked] = useState(false)
  const { isPending, failure, confirm } = useConfirmedAction(
    () => service.delete(id),
    () => {
      toast.success(SCIM_TEXTS.tokenDeleted(name))
      setAsked(false)
      onDeleted()
    },
  )
  return (
    <li className={styles.chosen}>
      <div>
        <span>{name}</span>
        <p>
          New users join {groupName},{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime at={lastUsedAt} />
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
          <p>The directory that uses it can no longer change users or groups. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

interface TokenFormProps {
  groups: readonly Group[]
  onClose: () => void
  onCreated: (token: CreatedToken) => void
}

function TokenForm({ groups, onClose, onCreated }: TokenFormProps) {
  const service = useScimService()
  const id = useId()
  const of = useForm({
    name: 'create-scim-token',
    initial: { name: '', groupId: 0 },
    schema: createScimToken.body,
    submit: (body) => service.create(body),
    onDone: onCreated,
  })
  const { form, field, values, change, problem, isPending } = of
  return (
    <EditorDialog
      title="New SCIM token"
      of={of}
      onClose={onClose}
      renderFooter={(cancel) => <EditorButtons action="Create token" form={id} isPending={isPending} cancel={cancel} />}
    >
      <form {...form} id={id} className={styles.form}>
        <TextField {...field('name')} label="Name" description="The directory that uses it." autoComplete="off" />
        <Select
          label="Group of new users"
          value={values.groupId === 0 ? '' : String(values.groupId)}
          error={field('groupId').error}
          options={[
            { value: '', label: 'Choose a group', disabled: true },
            ...groups.map((group) => ({ value: String(group.id), label: group.name })),
          ]}
          onValueChange={(groupId) => change({ groupId: Number(groupId) })}
        />
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
