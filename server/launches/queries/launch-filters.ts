import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { getLaunchFilters } from '../../../contract/launches/launches.ts'
import type { Db } from '../../db/open.ts'

type Filters = z.infer<typeof getLaunchFilters.answer>

/** So many of the newest launches are looked at, and so many values of each kind offered. */
const LAUNCHES = 3000
const VALUES = 50
const KEYS = 50

/** Values that the project's newest launches have, most used first, those used alike in the order of the alphabet. */
export const readLaunchFilters = async (db: Db, projectId: number): Promise<Filters> => {
  const { rows } = await sql<{ of: string; key: string; value: string; uses: number }>`
    with newest as materialized (
      select environment, browser, platform, locale, build, started_by, labels
        from launch where project_id = ${projectId} order by started_at desc, id desc limit ${LAUNCHES}::int
    ), shared as (
      select labels, count(*) as uses from newest group by labels
    )
    select 'environments' as of, '' as key, environment as value, count(*)::int as uses
      from newest where environment is not null group by environment
    union all select 'browsers', '', browser, count(*)::int from newest where browser is not null group by browser
    union all select 'platforms', '', platform, count(*)::int from newest where platform is not null group by platform
    union all select 'locales', '', locale, count(*)::int from newest where locale is not null group by locale
    union all select 'builds', '', build, count(*)::int from newest where build is not null group by build
    union all select 'users', '', p.username, count(*)::int
      from newest n join person p on p.id = n.started_by group by p.username
    union all select 'labels', l->>'key', l->>'value', sum(s.uses)::int
      from shared s cross join jsonb_array_elements(s.labels) l group by 2, 3
    order by uses desc, value`.execute(db)
  const valuesOf = (of: string) => rows.flatMap((row) => (row.of === of ? [row.value] : [])).slice(0, VALUES)
  return {
    environments: valuesOf('environments'),
    browsers: valuesOf('browsers'),
    platforms: valuesOf('platforms'),
    locales: valuesOf('locales'),
    builds: valuesOf('builds'),
    users: valuesOf('users'),
    labels: labelsByKey(rows.filter(({ of }) => of === 'labels')),
  }
}

/** Values of each key, most used first; keys by their most used value. `rows` are in that order. */
export const labelsByKey = (rows: readonly { key: string; value: string }[]): { key: string; values: string[] }[] => {
  const byKey = new Map<string, string[]>()
  for (const { key, value } of rows) {
    const values = byKey.get(key)
    if (values) values.push(value)
    else if (byKey.size < KEYS) byKey.set(key, [value])
  }
  return [...byKey].map(([key, values]) => ({ key, values: values.slice(0, VALUES) }))
}
