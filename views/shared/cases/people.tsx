/** Users for users fields: members, and others that are already referenced. */
import { createContext, useContext, useState, type ReactNode } from 'react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { listFieldUsers, type FieldUser, type TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { useVocabulary } from './vocabulary.tsx'

const PeopleContext = createContext<readonly FieldUser[]>([])

export const usePeople = (): readonly FieldUser[] => useContext(PeopleContext)

interface PeopleProviderProps {
  /** Ids referenced by the case, members or not; null without users fields, for which nothing is loaded. */
  named: readonly number[] | null
  children: ReactNode
}

/** The children stay mounted when `named` changes: forms and dialogs inside keep their state. */
export function PeopleProvider({ named, children }: PeopleProviderProps) {
  const [people, setPeople] = useState<readonly FieldUser[]>([])
  // Loads for different names may end in any order.
  const add = (loaded: readonly FieldUser[]) =>
    setPeople((known) => [...loaded, ...known.filter(({ id }) => !loaded.some((user) => user.id === id))])
  return (
    <PeopleContext value={people}>
      {named !== null && <PeopleLoader key={named.join(' ')} named={named} onLoaded={add} />}
      {children}
    </PeopleContext>
  )
}

interface PeopleLoaderProps {
  named: readonly number[]
  onLoaded: (people: readonly FieldUser[]) => void
}

function PeopleLoader({ named, onLoaded }: PeopleLoaderProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const read = async (query: { pageSize: number } | { id: number }) =>
    (await send(listFieldUsers, { params: { projectKey: key }, query })).items
  useResource(async () => {
    const items = await read({ pageSize: LIMITS.maxFieldUsers })
    const missing = named.filter((id) => !items.some((user) => user.id === id))
    const others = await Promise.all(missing.map((id) => read({ id })))
    onLoaded([...items, ...others.flat()])
  })
  return null
}

/** Returns the users whom the users fields of a case name; null without such fields. */
export const namedUsers = (
  fields: readonly TestCaseField[],
  values: TestCase['customFields'],
): readonly number[] | null => {
  const users = fields.filter(({ dataType }) => dataType === 'USER')
  return users.length === 0
    ? null
    : users.flatMap(({ id }) => {
        const value = values[String(id)]
        return typeof value === 'number' ? [value] : []
      })
}

/** Users for displaying a case, if the project has users fields. */
export function WithPeople({ testCase, children }: { testCase: TestCase; children: ReactNode }) {
  const { fields } = useVocabulary()
  return <PeopleProvider named={namedUsers(fields, testCase.customFields)}>{children}</PeopleProvider>
}
