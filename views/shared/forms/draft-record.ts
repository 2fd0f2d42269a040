import type { Restored } from '../../../machines/patterns/form-dialog.machine.ts'
import { isAlike } from '../../../machines/patterns/form-parts.ts'
import type { DraftKeeper } from './form-drafts.ts'

const SEEN = 'seen:'
const AT = 'changed-at'

/** A stored draft: values, the base values that the author saw, and the time. */
export const draftRecord = (values: object, seen: object, at?: number | null): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries(Object.entries(seen).map(([field, value]) => [`${SEEN}${field}`, value])),
  [AT]: at ?? Date.now(),
})

/** Returns the field whose base value is stored under this name; null for other names. */
export const seenField = (name: string): string | null => (name.startsWith(SEEN) ? name.slice(SEEN.length) : null)

export const restoredFrom = <Values extends object>(kept: Record<string, unknown> | null): Restored<Values> => {
  if (kept === null) return { draft: null }
  const { [AT]: at, ...rest } = kept
  const entries = Object.entries(rest)
  return {
    draft: Object.fromEntries(entries.filter(([name]) => seenField(name) === null)) as Partial<Values>,
    seen: Object.fromEntries(
      entries.flatMap(([name, value]) => {
        const field = seenField(name)
        return field === null ? [] : [[field, value]]
      }),
    ) as Partial<Values>,
    at: typeof at === 'number' ? at : null,
  }
}

/** Names of values that nobody typed. */
const UNTYPED = /^(?:id|uuid|key|kind|type|mode|version)$|(?:Id|Uuid|Key|Kind|Type)$/

/** Returns the texts in a stored draft that differ from what its author saw, one a line, to be copied. */
export const textOf = (record: Readonly<Record<string, unknown>>): string => {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, one]) => (UNTYPED.test(name) ? [] : texts(one)))
  }
  const { draft } = restoredFrom<Record<string, unknown>>({ ...record })
  const changed = Object.entries(draft ?? {}).filter(([name, value]) => !isAlike(value, record[`${SEEN}${name}`]))
  return texts(Object.fromEntries(changed)).join('\n')
}

/** Drops a draft whose values were saved after its form was closed; one that was changed since then stays. */
export const dropSaved = async (
  keeper: Pick<DraftKeeper, 'load' | 'dropped'>,
  saved: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { draft } = restoredFrom(await keeper.load())
  if (draft !== null && Object.entries(draft).every(([field, value]) => isAlike(value, saved[field]))) keeper.dropped()
}
