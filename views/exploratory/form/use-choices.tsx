/** Options of the form: what an exploratory session can refer to. */
import { useMemo } from 'react'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { useProjectChoices } from '../../shared/project-choices.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { PickOption } from '../../ui/pickers/picker.tsx'

export const personPick = (person: ExploratorySession['assignee'] | undefined): PickOption<number> | null =>
  person
    ? {
        id: person.id,
        label: person.name,
        aside: person.email,
        icon: <Avatar name={person.name} photoUrl={person.photoUrl} />,
      }
    : null

/** Null while loading. */
export function useChoices() {
  const choices = useProjectChoices()
  return useMemo(
    () => choices && { ...choices, people: choices.people.flatMap((person) => personPick(person) ?? []) },
    [choices],
  )
}

export type Choices = NonNullable<ReturnType<typeof useChoices>>
