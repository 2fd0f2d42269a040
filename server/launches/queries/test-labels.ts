import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Limit of the keys, and of the values of each key. */
const MAX = 50

/**
 * Resolves with the labels of a launch's tests, most used first. Tests mostly share their labels: equal label lists are counted first and
 * unpacked afterwards.
 */
export const readTestLabels = async (
  db: Db,
  launchId: number,
): Promise<{ labels: { key: string; values: string[] }[] }> => {
  const { rows } = await sql<{ key: string; value: string }>`
    with shared as (
      select t.labels, count(*) as uses from test t where t.launch_id = ${launchId} and t.labels <> '[]' group by t.labels
    )
    select l->>'key' as key, l->>'value' as value
      from shared s cross join jsonb_array_elements(s.labels) l
     group by 1, 2 order by sum(s.uses) desc, 1, 2`.execute(db)
  return { labels: labelsByKey(rows) }
}

/** Groups values by key: values of a key most used first, keys by their most used value. `rows` are in that order. */
const labelsByKey = (rows: readonly { key: string; value: string }[]): { key: string; values: string[] }[] => {
  const byKey = new Map<string, string[]>()
  for (const { key, value } of rows) {
    const values = byKey.get(key)
    if (values) values.push(value)
    else if (byKey.size < MAX) byKey.set(key, [value])
  }
  return [...byKey].map(([key, values]) => ({ key, values: values.slice(0, MAX) }))
}
