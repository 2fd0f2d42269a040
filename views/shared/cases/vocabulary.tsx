/** Vocabulary of the project's cases: current priorities, automation states and custom fields. */
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import type { StoredCaseAttribute } from '../../../contract/settings/case-attributes.ts'
import {
  ALL_SYSTEM_FIELDS,
  type FieldTab,
  type SystemField,
  type TestCaseField,
} from '../../../contract/settings/test-case-fields.ts'
import { definitionsOf } from '../../../services/cases/cases.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { useSettingsChanges } from '../settings-changes.tsx'
import { idle } from '../../application/when-idle.ts'

export interface Vocabulary {
  priorities: readonly StoredCaseAttribute[]
  automationStates: readonly StoredCaseAttribute[]
  fields: readonly TestCaseField[]
  tabs: readonly FieldTab[]
  /** Built-in fields that the project has switched on (TCASE-03). */
  enabledFields: readonly SystemField[]
}

// Nearly every project has all of them on: showing them while loading avoids a layout shift.
const NOTHING: Vocabulary = {
  priorities: [],
  automationStates: [],
  fields: [],
  tabs: [],
  enabledFields: ALL_SYSTEM_FIELDS,
}
const VocabularyContext = createContext<Vocabulary>(NOTHING)

/** Empty while loading: nothing waits for it. */
export const useVocabulary = (): Vocabulary => useContext(VocabularyContext)

export function VocabularyProvider({ children }: { children: ReactNode }) {
  const { key } = useProject()
  // Stored on this device, for test runs that are executed offline.
  const { sendKept } = useApplication()
  const changes$ = useSettingsChanges(['priorities', 'automation-states', 'test-case-fields'])
  // Loads after the rows, which are readable without icons.
  const [turn] = useState(idle)
  const load = async () => {
    await turn
    return definitionsOf(sendKept, key)
  }
  const { value } = useResource(load, { follow: () => changes$ })
  return <VocabularyContext value={value ?? NOTHING}>{children}</VocabularyContext>
}

/** Returns whether the project has a built-in field switched on. */
export const useIsOn = (): ((field: SystemField) => boolean) => {
  const { enabledFields } = useVocabulary()
  return (field) => enabledFields.includes(field)
}

/** Returns the attribute with that id; undefined for none or an unknown one. */
export const useAttribute = (kind: 'priorities' | 'automationStates', id: number | undefined) => {
  const all = useVocabulary()[kind]
  return useMemo(() => all.find((one) => one.id === id), [all, id])
}
