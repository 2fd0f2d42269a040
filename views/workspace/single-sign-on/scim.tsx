/** SCIM 2.0 provisioning: URL and tokens for a directory. */
import { useId } from 'react'
import type { Group } from '../../../contract/workspace/groups.ts'
import { createScimToken, listScimTokens, deleteScimToken, type ScimToken } from '../../../contract/workspace/scim.ts'
import type { CreatedToken } from '../../../machines/workspace/token-creation.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useResource, useSession } from '../../application/context.tsx'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { MachineTokens } from '../machine-tokens/machine-tokens.tsx'
import { Given } from './provider-foot.tsx'
import styles from './single-sign-on.module.css'

export function Scim({ groups }: { groups: readonly Group[] }) {
  const { send } = useApplication()
  const { value, failure, isLoading, retry, refresh } = useResource(() => send(listScimTokens))
  const nameOf = (id: number | null) => groups.find((group) => group.id === id)?.name ?? 'no group'
  return (
    <MachineTokens<ScimToken>
      className={styles.scim}
      title="Provisioning"
      about="Your directory creates, changes and deactivates users and groups by SCIM 2.0."
      label="SCIM tokens"
      tokens={value?.items ?? []}
      mayCreate={useSession().user.superAdmin}
      details={[{ header: 'New users join', width: 'minmax(120px, 1fr)', cell: ({ groupId }) => nameOf(groupId) }]}
      warning="The directory that uses it can no longer change users or groups."
      revoke={(id) => send(deleteScimToken, { params: { scimTokenId: id } })}
      onChanged={refresh}
      renderForm={(form) => <TokenForm {...form} groups={groups.filter(({ builtIn }) => builtIn === null)} />}
    >
      {value === null && failure !== null && (
        <ProblemState title="Tokens did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && <Skeleton width={240} />}
      {value !== null && <Given label="Tenant URL" value={value.url} />}
    </MachineTokens>
  )
}

interface TokenFormProps {
  groups: readonly Group[]
  onClose: () => void
  onCreated: (token: CreatedToken) => void
}

function TokenForm({ groups, onClose, onCreated }: TokenFormProps) {
  const { send } = useApplication()
  const id = useId()
  const of = useForm({
    name: 'create-scim-token',
    initial: { name: '', groupId: 0 },
    schema: createScimToken.body,
    submit: (body) => send(createScimToken, { body }),
    onDone: onCreated,
    onLate: onCreated,
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
