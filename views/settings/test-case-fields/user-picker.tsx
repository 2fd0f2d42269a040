/** Chooses a member of the project. */
import { useState } from 'react'
import { listFieldUsers, type FieldUser } from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { SearchedPicker } from '../../shared/pickers/searched-picker.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { PickField } from '../../ui/pickers/pick-field.tsx'
import styles from './user-picker.module.css'

interface UserPickerProps {
  userId: number | null
  onChoose: (userId: number) => void
}

export function UserPicker({ userId, onChoose }: UserPickerProps) {
  const { send } = useApplication()
  const { key } = useProject()
  const [picked, setPicked] = useState<FieldUser | null>(null)
  // The chosen user's name: only the id is stored.
  const { value: known, failure } = useResource(async () => ({
    user:
      userId === null
        ? null
        : ((await send(listFieldUsers, { params: { projectKey: key }, query: { id: userId } })).items[0] ?? null),
  }))
  const user = [picked, known?.user].find((one) => one?.id === userId)
  return (
    <PickField
      label="User"
      className={styles.picker}
      placeholder="Choose a user"
      value={userId}
      options={null}
      chosen={
        userId === null
          ? null
          : user
            ? { id: userId, ...textOf(user) }
            : known === null && failure === null
              ? null
              : { id: userId, label: `User ${userId}` }
      }
      onChoose={onChoose}
      renderPicker={({ onChange, ...list }) => (
        <SearchedPicker
          {...list}
          label="Members"
          searchLabel="Search members"
          none={TEXTS.noUsers}
          noMatch={TEXTS.noUsers}
          search={async (q) => send(listFieldUsers, { params: { projectKey: key }, query: { q } })}
          optionOf={textOf}
          onChoose={(one) => {
            setPicked(one)
            onChange([one.id])
          }}
        />
      )}
    />
  )
}

const textOf = ({ name, username, photoUrl }: FieldUser) => ({
  label: name,
  ...(name === username ? {} : { aside: username }),
  icon: <Avatar name={name} photoUrl={photoUrl} />,
})
