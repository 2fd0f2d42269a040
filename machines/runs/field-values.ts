import type { CustomValues } from '../../contract/cases/cases.ts'
import type { FieldFilter } from '../../contract/cases/filter.ts'

const tokensOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '')

/** Returns whether a case's values pass all filters, by the server's rule: words match by prefix. */
export const holdsFields = (values: CustomValues, fields: readonly FieldFilter[]): boolean =>
  fields.every(({ fieldId, wanted }) => {
    const value = values[String(fieldId)]
    if (wanted.kind === 'text') {
      const tokens = tokensOf(String(value ?? ''))
      return tokensOf(wanted.text).every((word) => tokens.some((token) => token.startsWith(word)))
    }
    if (value === undefined || value === null) return false
    if (wanted.kind === 'days') {
      const { from, to } = wanted.days
      return (from === undefined || String(value) >= from) && (to === undefined || String(value) <= to)
    }
    const held = [value].flat()
    return wanted.ids.some((id) => held.includes(id))
  })
