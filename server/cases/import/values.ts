import type { CaseChanges, CustomValues } from '../../../contract/cases/cases.ts'
import { optionNamed, valuesIn, type ImportMapping, type ImportTarget } from '../../../contract/cases/import.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { faultOf } from '../content/definitions.ts'
import type { ImportedCase } from './cases.ts'
import type { ImportVocabulary } from './vocabulary.ts'

/** Reports a problem of a case. The case is left out if `isLeftOut`, otherwise only this value is. */
export type Fault = (target: string, message: string, isLeftOut: boolean) => void

/**
 * Returns a case's values from its mapped columns. An empty text clears the field; an empty priority, state or flag leaves it unchanged.
 */
export const valuesOf = (
  imported: ImportedCase,
  { targets, definitions }: ImportVocabulary,
  mapping: Pick<ImportMapping, 'values'>,
  fault: Fault,
): CaseChanges => {
  const values: CaseChanges = {}
  const customFields: CustomValues = {}
  for (const target of targets) {
    const text = imported.texts.get(target.target)
    if (text === undefined) continue
    switch (target.target) {
      case 'title':
        values.title = titleOf(text, fault)
        break
      case 'description':
      case 'preConditions':
      case 'postConditions':
        if (text.length > LIMITS.maxCaseText) fault(target.target, TEXTS.caseTextLength, true)
        else values[target.target] = text
        break
      case 'priority':
      case 'automationState': {
        const id = idsOf(target, text, mapping, fault)?.[0]
        if (id !== undefined) values[target.target] = { id }
        break
      }
      case 'draft':
      case 'deprecated': {
        const id = idsOf(target, text, mapping, fault)?.[0]
        if (id !== undefined) values[target.target] = id === 1
        break
      }
      default: {
        const id = Number(target.target.slice('field:'.length))
        const field = definitions.fields.find((one) => one.id === id)
        if (!target.target.startsWith('field:') || field === undefined) break
        const value = fieldValue(target, field.typed.dataType, text, mapping, fault)
        if (value === undefined) break
        const wrong = faultOf(field.typed, value)
        if (wrong === null) customFields[id] = value
        else fault(target.target, wrong, false)
      }
    }
  }
  if (Object.keys(customFields).length > 0) values.customFields = customFields
  return values
}

export const titleOf = (text: string, fault: Fault): string => {
  const title = text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ').trim()
  if (title === '') fault('title', 'The title is missing', true)
  if (title.length > LIMITS.caseTitle) fault('title', TEXTS.titleLength255, true)
  return title
}

/** Reports and drops unknown names; returns null if none remain. */
const idsOf = (
  target: ImportTarget,
  text: string,
  { values }: Pick<ImportMapping, 'values'>,
  fault: Fault,
): number[] | null => {
  const mapped = values[target.target] ?? {}
  const found = valuesIn(target, text).map((value) => {
    const id = Object.hasOwn(mapped, value) ? mapped[value] : optionNamed(target.options ?? [], value)
    if (id === null || (id !== undefined && target.options?.some((option) => option.id === id))) return id
    fault(target.target, `"${shown(value)}" is not in this project`, false)
    return undefined
  })
  const known = found.filter((id) => id !== undefined)
  return known.length === 0 && found.length > 0 ? null : [...new Set(known.filter((id) => id !== null))]
}

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text).replaceAll('\n', ' ')

/** Returns undefined for an unknown value: the field stays unchanged. */
const fieldValue = (
  target: ImportTarget,
  dataType: string,
  text: string,
  mapping: Pick<ImportMapping, 'values'>,
  fault: Fault,
): CustomValues[string] | undefined => {
  if (text.trim() === '') return null
  if (target.options !== null) {
    const ids = idsOf(target, text, mapping, fault)
    if (ids === null) return undefined
    return target.isMany && ids.length > 0 ? ids : (ids[0] ?? null)
  }
  if (dataType === 'TEXT') return text.length > LIMITS.maxFieldText ? tooLong(target, fault) : text
  return dataType === 'DATE' ? dayOf(text.trim()) : text.trim()
}

const tooLong = (target: ImportTarget, fault: Fault): undefined => {
  fault(target.target, `Must be text of at most ${LIMITS.maxFieldText} characters`, false)
  return undefined
}

/** Parses an unambiguous date; returns any other text unchanged. */
const dayOf = (text: string): string => {
  const [, year, month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const [, first = '', second = '', last] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return last === undefined ? text : `${last}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`
}
