import type { Group } from '../../../contract/workspace/groups.ts'
import { Select } from '../../ui/select.tsx'

interface GroupFieldProps {
  groups: readonly Group[]
  /** An id in digits; empty for none. */
  value: string
  error: string | undefined
  onBlur: () => void
  onValueChange: (value: string) => void
}

/** The group that a new user joins: it gives them their permissions. */
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

/** The group that is chosen at first: the one that invitations offer, where it is the only one. */
export const firstGroupOf = (groups: readonly Group[]): string => {
  const offered = groups.filter(({ invitable }) => invitable)
  return offered.length === 1 && offered[0] !== undefined ? String(offered[0].id) : ''
}
