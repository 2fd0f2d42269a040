/** Makes a read-only user regular, in a group that grants permissions. */
import { useApplication } from '../../application/context.tsx'
import { updateUser, type User } from '../../../contract/workspace/users.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import type { Group } from '../../../contract/workspace/groups.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { firstGroupOf, GroupField } from './group-field.tsx'
import { displayNameOf } from './user-words.ts'

interface MakeRegularProps {
  user: User
  groups: readonly Group[]
  onClose: () => void
  onDone: () => void
}

export function MakeRegular({ user, groups, onClose, onDone }: MakeRegularProps) {
  const { send } = useApplication()
  const name = displayNameOf(user)
  const of = useForm({
    name: `make-regular:${user.id}`,
    initial: { groupId: firstGroupOf(groups) },
    validate: ({ groupId }) => (groupId === '' ? { groupId: USER_TEXTS.groupRequired } : {}),
    submit: ({ groupId }) =>
      send(updateUser, {
        params: { userId: user.id },
        body: {
          hasReadOnlyAccess: false,
          expected: { hasReadOnlyAccess: true },
          groupId: Number(groupId),
        },
      }),
    onDone: () => {
      toast.success(USER_TEXTS.userMadeRegular(name))
      onDone()
    },
  })
  return (
    <FormDialog title={`Make ${name} a regular user?`} of={of} action="Make regular" onClose={onClose}>
      <p>They take a regular seat. Their role in projects stays Guest until somebody gives them another.</p>
      <GroupField {...of.field('groupId')} groups={groups} />
    </FormDialog>
  )
}
