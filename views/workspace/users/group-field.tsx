import type { Group } from '../../../contract/workspace/groups.ts'
import { Select } from '../../ui/forms/select.tsx'

interface GroupFieldProps {
  groups: readonly Group[]
  /** A group's id as digits; empty for none. */
  value: string
  error: string | undefined
  onBlur: () => void
  onValueChange: (value: string) => void
}

/** Group of a new user, which grants their permissions. */
export function GroupField({ groups, ...field }: GroupFieldProps) {
  return (
    <Select
      {...field}
      label="Group"
      options={[
        { value: '', label: 'Choose a group', disabled: true },
        ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

/** The default group: the only one that invitations may offer, if there is exactly one. */
export const firstGroupOf = (groups: readonly Group[]): string => {
  const offered = groups.filter(({ invitable }) => invitable)
  return offered.length === 1 && offered[0] !== undefined ? String(offered[0].id) : ''
}
