/** Which fields a case has where: by the tabs of the project, as its settings have them now (TCASE-03, CPAGE-06). */
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import type { Vocabulary } from '../../shared/cases/vocabulary.tsx'

export interface FieldGroup {
  id: number
  name: string
  fields: readonly TestCaseField[]
}

/** Switched on, by tab. Fields that stand in no tab go with the last one, which describes rather than tells. */
export const fieldGroups = ({ tabs, fields }: Vocabulary): FieldGroup[] =>
  tabs.map(({ id, name }, i) => ({
    id,
    name,
    fields: fields.filter(
      (field) => field.enabled && (field.tabId === id || (field.tabId === null && i === tabs.length - 1)),
    ),
  }))

/** The parts of a case that fields of the product write. */
export const TEXT_FIELDS = ['description', 'preConditions', 'postConditions'] as const
export type TextField = (typeof TEXT_FIELDS)[number]

export const textFieldOf = ({ type, systemName }: TestCaseField): TextField | null =>
  type === 'SYSTEM' ? (TEXT_FIELDS.find((name) => name === systemName) ?? null) : null

/** What a field of the product is called where the words are fixed. */
const LABELS: Record<string, string> = {
  preConditions: 'Preconditions',
  postConditions: 'Postconditions',
  createdOn: 'Created',
}
const BUILT_IN = new Set(['Preconditions', 'Postconditions', 'Created on'])

export const labelOf = ({ name, systemName }: TestCaseField): string =>
  BUILT_IN.has(name) ? (LABELS[systemName] ?? name) : name
