import { Info } from 'lucide-react'
import { useId } from 'react'
import type { Role } from '../../../contract/access.ts'
import { rolesToGive, addMembers, listCandidates } from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './members.module.css'
import { leftOut, newMemberFaults } from './new-members.ts'
import { PeopleField, type PickedUser } from './people-field.tsx'
import { roleOptions } from '../../shared/role-labels.ts'

interface AddMembersProps {
  acting: Role
  onClose: () => void
  onAdded: () => void
}

export function AddMembers({ acting, onClose, onAdded }: AddMembersProps) {
  const { send } = useApplication()
  const { key, name } = useProject()
  const id = useId()
  const of = useForm({
    name: `add-members:${key}`,
    initial: { userIds: [] as readonly PickedUser[], role: '' },
    validate: newMemberFaults,
    submit: ({ userIds, role }) =>
      send(addMembers, {
        params: { projectKey: key },
        body: { role: role as Role, userIds: userIds.map(({ userId }) => userId) },
      }),
    onDone: ({ added }) => {
      toast.success(TEXTS.membersAdded(added))
      onAdded()
      onClose()
    },
  })
  const { form, field, values, change, problem, isPending } = of
  const out = leftOut(values)
  const role = field('role')
  return (
    <EditorDialog
      title={`Add members to ${name}`}
      of={of}
      onClose={onClose}
      renderFooter={(cancel) => <EditorButtons action="Add" form={id} isPending={isPending} cancel={cancel} />}
    >
      <form {...form} id={id} className={styles.form}>
        <PeopleField
          label="Users"
          value={values.userIds}
          error={field('userIds').error}
          onValueChange={(userIds) => change({ userIds })}
          search={async (q, signal) =>
            (await send(listCandidates, { params: { projectKey: key }, query: { q }, signal })).items
          }
        />
        <Select
          label="Role"
          value={values.role}
          error={role.error}
          onBlur={role.onBlur}
          onValueChange={role.onValueChange}
          options={[{ value: '', label: 'Choose a role', disabled: true }, ...roleOptions(rolesToGive(acting, ALL))]}
        />
        <output className={styles.remark}>
          {out > 0 && (
            <>
              <Info aria-hidden />
              <span>{TEXTS.readOnlyLeftOut(out, values.userIds.length)}</span>
            </>
          )}
        </output>
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}

const ALL = { readOnly: false }
