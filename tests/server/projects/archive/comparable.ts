import { ARCHIVED_TABLES } from '../../../../server/projects/archive/tables.ts'
import type { Tables } from './archives.ts'

/** Returns the texts of all rows, without ids, times of the import and keys, in an order that does not depend on ids. */
export const comparable = (tables: Tables): Record<string, string[]> =>
  Object.fromEntries(
    [...tables].map(([name, rows]) => [
      name,
      rows
        .map((row) =>
          JSON.stringify(
            Object.entries(row).map(([column, value]) =>
              value !== null && isId(name, column)
                ? 'id'
                : ARCHIVED_TABLES[name]?.columns[column]?.kind === 'json'
                  ? withoutIds(
                      jsonOf(value ?? 'null'),
                      column === 'status_counts' || column === 'shared_versions' ? 'count' : '',
                    )
                  : withoutIds(value),
            ),
          ),
        )
        .sort(),
    ]),
  )
const isId = (table: string, column: string): boolean =>
  table === 'workspace_user'
    ? column !== 'first_name' && column !== 'last_name' && column !== 'username'
    : ['own', 'project', 'reference', 'user', 'uuid'].includes(ARCHIVED_TABLES[table]?.columns[column]?.kind ?? '')
/** Ids in JSON are numbers below keys that end with `id`, numbers in lists, and keys that are numbers. */
const withoutIds = (value: unknown, key = ''): unknown => {
  if (typeof value === 'number') return /(?:^|_)ids?$|Ids?$|^\d+$/.test(key) ? 'id' : value
  if (typeof value === 'string')
    return value
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid')
      .replaceAll(/\bSHOP2?-/g, 'KEY-')
  if (Array.isArray(value)) return value.map((one) => withoutIds(one, key === '' ? 'id' : key))
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, one]) => [/^[1-9]\d*$/.test(name) ? 'id' : name, withoutIds(one, name)])
    .map((entry) => JSON.stringify(entry))
    .sort()
}
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
