import type { CustomValues } from '../../contract/cases/cases.ts'
import type { FieldFilter } from '../../contract/cases/filter.ts'
import { foldText, searchTerms } from '../../contract/cases/search-text.ts'

/** Returns whether a case's values pass all filters, by the server's rule: every word is part of the text. */
export const holdsFields = (values: CustomValues, fields: readonly FieldFilter[]): boolean =>
  fields.every(({ fieldId, wanted }) => {
    const value = values[String(fieldId)]
    if (wanted.kind === 'text') {
      const text = foldText(String(value ?? ''))
      return searchTerms(wanted.text).every((word) => text.includes(word))
    }
    if (value === undefined || value === null) return false
    if (wanted.kind === 'days') {
      const { from, to } = wanted.days
      return (from === undefined || String(value) >= from) && (to === undefined || String(value) <= to)
    }
    const held = [value].flat()
    return wanted.ids.some((id) => held.includes(id))
  })
