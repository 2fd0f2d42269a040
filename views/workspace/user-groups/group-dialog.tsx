import { useApplication } from '../../application/context.tsx'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { GroupName, Group, createGroup, updateGroup } from '../../../contract/workspace/groups.ts'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'

interface GroupDialogProps {
  /** Null for a new group. */
  group: Group | null
  onClose: () => void
  onSaved: () => void
}

/** Edits the name of a group; its permissions are edited in the matrix. */
export function GroupDialog({ group, onClose, onSaved }: GroupDialogProps) {
  const { send } = useApplication()
  const of = useForm({
    name: group === null ? 'group:new' : `group:${group.id}`,
    initial: valuesOf(group),
    validate: ({ name }) => {
      const message = GroupName.safeParse(name).error?.issues[0]?.message
      return message === undefined ? {} : { name: message }
    },
    submit: (values, { changes, expected }) =>
      group === null
        ? send(createGroup, { body: { ...values, permissions: [] } })
        : send(updateGroup, { params: { groupId: group.id }, body: { ...changes, expected } }),
    stored: storedAs(Group, valuesOf),
    onDone: ({ name }) => {
      toast.success(group === null ? USER_TEXTS.groupCreated(name) : USER_TEXTS.groupUpdated)
      onSaved()
    },
  })
  return (
    <FormDialog
      title={group === null ? 'New group' : `Edit group ${group.name}`}
      of={of}
      labels={LABELS}
      action={group === null ? 'Create group' : 'Save'}
      onClose={onClose}
    >
      <TextField {...of.field('name')} label="Name" autoComplete="off" />
      <Checkbox
        checked={of.values.invitable}
        onCheckedChange={(invitable) => of.change({ invitable })}
        description="People can be invited into this group."
      >
        Offered when inviting
      </Checkbox>
      {group === null && <p>A new group has no permissions. Give them in the table beside the groups.</p>}
    </FormDialog>
  )
}

// A type, because an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
type Values = { name: string; invitable: boolean }

const valuesOf = (group: Group | null): Values => ({ name: group?.name ?? '', invitable: group?.invitable ?? false })

const LABELS = plainLabels<Values>({ name: 'Name', invitable: 'Offered when inviting' })
