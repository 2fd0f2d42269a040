/** Fields of a case by tab, as configured in the project (TCASE-03, CPAGE-06). */
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import type { Vocabulary } from '../../shared/cases/vocabulary.tsx'

export interface FieldGroup {
  id: number
  name: string
  fields: readonly TestCaseField[]
}

/** Enabled fields by tab. Fields without a tab go to the last one. */
export const fieldGroups = ({ tabs, fields }: Vocabulary): FieldGroup[] =>
  tabs.map(({ id, name }, i) => ({
    id,
    name,
    fields: fields.filter(
      (field) => field.enabled && (field.tabId === id || (field.tabId === null && i === tabs.length - 1)),
    ),
  }))

/** Parts of a case that built-in fields write. */
export const TEXT_FIELDS = ['description', 'preConditions', 'postConditions'] as const
export type TextField = (typeof TEXT_FIELDS)[number]

/** `part`: system name of a built-in field. */
export const textFieldOf = (part: string): TextField | null => TEXT_FIELDS.find((name) => name === part) ?? null

export const labelOf = ({ name, systemName }: TestCaseField): string =>
  systemName === 'createdOn' && name === 'Created on' ? 'Created' : name

/** Returns whether the project displays `title`, `steps` or `field:12`. */
export const isDisplayed = (field: string, { fields }: Vocabulary): boolean =>
  field === 'title' ||
  fields.some(
    ({ id, type, systemName, enabled }) => enabled && field === (type === 'SYSTEM' ? systemName : `field:${id}`),
  )
