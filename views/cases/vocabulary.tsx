/** What the cases of the project are described with: priorities, automation states and fields, as the settings have them now. */
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react'
import type { StoredCaseAttribute } from '../../contract/settings/case-attributes.ts'
import type { TestCaseField, FieldTab } from '../../contract/settings/test-case-fields.ts'
import { useProject, useResource } from '../app/context.tsx'
import { useSettingsChanges } from '../app/settings-changes.tsx'
import { useCases } from './use-cases.ts'

export interface Vocabulary {
  priorities: readonly StoredCaseAttribute[]
  automationStates: readonly StoredCaseAttribute[]
  fields: readonly TestCaseField[]
  tabs: readonly FieldTab[]
}

const NOTHING: Vocabulary = { priorities: [], automationStates: [], fields: [], tabs: [] }
const VocabularyContext = createContext<Vocabulary>(NOTHING)

/** Empty until it is loaded: nothing waits for it. */
export const useVocabulary = (): Vocabulary => useContext(VocabularyContext)

export function VocabularyProvider({ children }: { children: ReactNode }) {
  const { key } = useProject()
  const cases = useCases()
  const changes$ = useSettingsChanges(['priorities', 'automation-states', 'test-case-fields'])
  const { value, refresh } = useResource(async () => {
    const [priorities, automationStates, fields] = await Promise.all([
      cases.priorities(key),
      cases.automationStates(key),
      cases.fields(key),
    ])
    return {
      priorities: priorities.items,
      automationStates: automationStates.items,
      fields: fields.data.fields,
      tabs: fields.data.tabs,
    }
  })
  useEffect(() => {
    const subscription = changes$.subscribe(refresh)
    return () => subscription.unsubscribe()
  })
  return <VocabularyContext value={value ?? NOTHING}>{children}</VocabularyContext>
}

/** The attribute of that id; undefined for none and for one that is not known. */
export const useAttribute = (kind: 'priorities' | 'automationStates', id: number | undefined) => {
  const all = useVocabulary()[kind]
  return useMemo(() => all.find((one) => one.id === id), [all, id])
}
