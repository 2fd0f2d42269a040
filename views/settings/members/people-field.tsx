/** Chooses one or several users by name. */
import type { Somebody } from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useSearch } from '../../shared/pickers/search.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { FieldLook } from '../../ui/field.tsx'
import { ChipsField } from '../../ui/pickers/chips-field.tsx'
import type { PickOption } from '../../ui/pickers/picker.tsx'

export type PickedPerson = Pick<Somebody, 'userId' | 'displayName' | 'username' | 'photoUrl'> & { readOnly?: boolean }

export type PeopleFieldProps = FieldLook & {
  value: readonly PickedPerson[]
  onValueChange: (value: readonly PickedPerson[]) => void
  onBlur?: () => void
  /** Matching users; may include chosen ones. */
  search: (q: string, signal: AbortSignal) => Promise<readonly PickedPerson[]>
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
      chosen={value.map((person) => optionOf(person, 18))}
      onRemove={(id) => onValueChange(value.filter(({ userId }) => userId !== id))}
      q={found.q}
      onType={found.onType}
      remote={found}
      options={found.items.map((person) => optionOf(person, 22))}
      onPick={(id) => {
        const person = found.items.find(({ userId }) => userId === id)
        if (person === undefined) return
        onValueChange(isSingle ? [person] : [...value, person])
        // The next search starts empty.
        found.onSubmit()
      }}
    />
  )
}

const optionOf = (person: PickedPerson, size: 18 | 22): PickOption<number> => ({
  id: person.userId,
  label: person.displayName,
  aside: person.readOnly === true ? `${person.username} · read-only` : person.username,
  icon: <Avatar name={person.displayName} photoUrl={person.photoUrl} size={size} />,
})
