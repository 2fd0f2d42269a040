/** Chooses one or several users by name. */
import type { Somebody } from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useSearch } from '../../shared/pickers/search.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import type { FieldLook } from '../../ui/forms/field.tsx'
import { ChipsField } from '../../ui/pickers/chips-field.tsx'
import type { PickOption } from '../../ui/pickers/picker.tsx'

export type PickedUser = Pick<Somebody, 'userId' | 'displayName' | 'username' | 'photoUrl' | 'isServiceAccount'> & {
  readOnly?: boolean
}

export type PeopleFieldProps = FieldLook & {
  value: readonly PickedUser[]
  onValueChange: (value: readonly PickedUser[]) => void
  onBlur?: () => void
  /** Matching users; may include chosen ones. */
  search: (q: string, signal: AbortSignal) => Promise<readonly PickedUser[]>
  /** At most one: a new choice replaces it. */
  isSingle?: boolean
  placeholder?: string
}

export function PeopleField(props: PeopleFieldProps) {
  const { value, onValueChange, search, isSingle = false, placeholder = 'Type a name', ...rest } = props
  const found = useSearch(async (q, signal) => ({ items: await search(q, signal) }))
  return (
    <ChipsField
      {...rest}
      placeholder={placeholder}
      isSingle={isSingle}
      noMatch={TEXTS.noUsers}
      chosen={value.map((user) => optionOf(user, 18))}
      onRemove={(id) => onValueChange(value.filter(({ userId }) => userId !== id))}
      q={found.q}
      onType={found.onType}
      remote={found}
      options={found.items.map((user) => optionOf(user, 22))}
      onPick={(id) => {
        const user = found.items.find(({ userId }) => userId === id)
        if (user === undefined) return
        onValueChange(isSingle ? [user] : [...value, user])
        // The next search starts empty.
        found.onSubmit()
      }}
    />
  )
}

const optionOf = (user: PickedUser, size: 18 | 22): PickOption<number> => ({
  id: user.userId,
  label: user.displayName,
  aside:
    user.isServiceAccount === true
      ? 'service account'
      : user.readOnly === true
        ? `${user.username} · read-only`
        : user.username,
  icon: (
    <Avatar name={user.displayName} photoUrl={user.photoUrl} isServiceAccount={user.isServiceAccount} size={size} />
  ),
})
