/** Users for users fields: members, and others that are already referenced. */
import { createContext, useContext, type ReactNode } from 'react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { listFieldUsers, type FieldUser } from '../../../contract/settings/test-case-fields.ts'
import { useProject, useResource, useApplication } from '../../boot/context.tsx'
import { useVocabulary } from './vocabulary.tsx'

const PeopleContext = createContext<readonly FieldUser[]>([])

export const usePeople = (): readonly FieldUser[] => useContext(PeopleContext)

/** `named`: ids referenced by the case, members or not. Loads nothing without users fields. */
export function PeopleProvider({ named, children }: { named: readonly number[]; children: ReactNode }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value } = useResource(async () => {
    const { items } = await send(listFieldUsers, {
      params: { projectKey: key },
      query: { pageSize: LIMITS.maxFieldUsers },
    })
    const missing = named.filter((id) => !items.some((user) => user.id === id))
    const others = await Promise.all(
      missing.map(
        async (id) =>
          (
            await send(listFieldUsers, {
              params: { projectKey: key },
              query: { id },
            })
          ).items,
      ),
    )
    return [...items, ...others.flat()]
  })
  return <PeopleContext value={value ?? []}>{children}</PeopleContext>
}

/** Users for displaying a case, if the project has users fields. */
export function WithPeople({ testCase, children }: { testCase: TestCase; children: ReactNode }) {
  const { fields } = useVocabulary()
  const users = fields.filter(({ dataType }) => dataType === 'USER')
  if (users.length === 0) return children
  const named = users.flatMap(({ id }) => {
    const value = testCase.customFields[String(id)]
    return typeof value === 'number' ? [value] : []
  })
  return (
    <PeopleProvider key={named.join(' ')} named={named}>
      {children}
    </PeopleProvider>
  )
}
