/** What the cases of the project are described with: priorities, automation states and fields, as the settings have them now. */
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import type { StoredCaseAttribute } from '../../../contract/settings/case-attributes.ts'
import {
  ALL_SYSTEM_FIELDS,
  type FieldTab,
  type SystemField,
  type TestCaseField,
} from '../../../contract/settings/test-case-fields.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { useSettingsChanges } from '../settings-changes.tsx'
import { idle } from '../when-idle.ts'
import { useCases } from './use-cases.ts'

export interface Vocabulary {
  priorities: readonly StoredCaseAttribute[]
  automationStates: readonly StoredCaseAttribute[]
  fields: readonly TestCaseField[]
  tabs: readonly FieldTab[]
  /** Of the fields that every project has, those that are switched on (TCASE-03). */
  enabledFields: readonly SystemField[]
}

// Nearly every project has all of them on: what is shown before that is known stays.
const NOTHING: Vocabulary = {
  priorities: [],
  automationStates: [],
  fields: [],
  tabs: [],
  enabledFields: ALL_SYSTEM_FIELDS,
}
const VocabularyContext = createContext<Vocabulary>(NOTHING)

/** Empty until it is loaded: nothing waits for it. */
export const useVocabulary = (): Vocabulary => useContext(VocabularyContext)

export function VocabularyProvider({ children }: { children: ReactNode }) {
  const { key } = useProject()
  const cases = useCases()
  const changes$ = useSettingsChanges(['priorities', 'automation-states', 'test-case-fields'])
  // Rows come first: what they say is there without their icons.
  const [turn] = useState(idle)
  const load = async () => {
    await turn
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
      enabledFields: fields.data.enabledFields,
    }
  }
  const { value } = useResource(load, { follow: () => changes$ })
  return <VocabularyContext value={value ?? NOTHING}>{children}</VocabularyContext>
}

/** Whether the project has a field of the product switched on. */
export const useIsOn = (): ((field: SystemField) => boolean) => {
  const { enabledFields } = useVocabulary()
  return (field) => enabledFields.includes(field)
}

/** The attribute of that id; undefined for none and for one that is not known. */
export const useAttribute = (kind: 'priorities' | 'automationStates', id: number | undefined) => {
  const all = useVocabulary()[kind]
  return useMemo(() => all.find((one) => one.id === id), [all, id])
}
