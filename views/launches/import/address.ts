import type { ImportForm } from '../../../machines/launches/result-import.machine.ts'

const FIELDS = ['name', 'environment', 'build', 'branch', 'commit'] as const

/** State in the address: uploaded reports, and the typed properties of the launch. */
export interface ImportAddress {
  importId: string | null
  typed: Partial<ImportForm>
}

export const importAddressOf = (search: string): ImportAddress => {
  const given = new URLSearchParams(search)
  const typed = FIELDS.flatMap((field) => {
    const value = given.get(field)
    return value === null ? [] : [[field, value] as const]
  })
  return { importId: given.get('reports'), typed: Object.fromEntries(typed) }
}

/** Returns the search string with `?`; empty for the default state. */
export const importSearch = ({ importId, typed }: ImportAddress): string => {
  if (importId === null) return ''
  const asked = new URLSearchParams({ reports: importId })
  for (const field of FIELDS) if (typed[field] !== undefined) asked.set(field, typed[field])
  return `?${asked.toString()}`
}
