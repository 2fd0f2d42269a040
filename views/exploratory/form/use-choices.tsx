/** Options of the form: what an exploratory session can refer to. */
import { useMemo } from 'react'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { useProjectChoices } from '../../shared/project-choices.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import type { PickOption } from '../../ui/pickers/picker.tsx'

export const userPick = (user: ExploratorySession['assignee'] | undefined): PickOption<number> | null =>
  user
    ? {
        id: user.id,
        label: user.name,
        aside: user.email,
        icon: <Avatar name={user.name} photoUrl={user.photoUrl} />,
      }
    : null

/** Null while loading. */
export function useChoices() {
  const choices = useProjectChoices()
  return useMemo(
    () => choices && { ...choices, people: choices.people.flatMap((user) => userPick(user) ?? []) },
    [choices],
  )
}

export type Choices = NonNullable<ReturnType<typeof useChoices>>
