import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { ChoiceField, listLaunchChoices, listLaunchLabelKeys } from '../../../contract/launches/launch-choices.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Db } from '../../db/open.ts'
import { LABEL_VALUE_KEPT } from './launch-labels.ts'
import { holds, type Condition } from '../../db/matching.ts'
import { wrongField } from '../../http/refusal.ts'

type Choices = z.infer<typeof listLaunchChoices.answer>

/** Resolves with the values of a predicate in the project's launches, most used first; counted with the index of their column. */
export const readLaunchChoices = async (db: Db, projectId: number, field: ChoiceField, q: string): Promise<Choices> => {
  if (field === 'user') return readUsers(db, projectId, q)
  const value = columns[field]
  return choicesOf(
    await sql<{ value: string }>`
      select ${value} as value from launch l
       where l.project_id = ${projectId} and ${value} is not null and ${value} <> '' and ${holding(value, q)}
       group by 1 order by count(*) desc, 1 limit ${LIMITS.predicateChoices + 1}`.execute(db),
  )
}

const columns = {
  environment: sql`l.environment`,
  locale: sql`l.locale`,
  browser: sql`l.browser`,
  platform: sql`l.platform`,
  build: sql`l.build`,
  milestone: sql`(l.milestone ->> 'name')`,
  branch: sql`(l.origin ->> 'branch')`,
  commit: sql`(l.origin ->> 'commit')`,
} satisfies Record<Exclude<ChoiceField, 'user'>, unknown>

const readUsers = async (db: Db, projectId: number, q: string): Promise<Choices> =>
  choicesOf(
    await sql<{ value: string }>`
      select p.username as value
        from (select started_by, count(*) as uses from launch where project_id = ${projectId} group by 1) l
        join workspace_user p on p.id = l.started_by
       where ${holding(sql`p.username`, q)}
       order by l.uses desc, 1 limit ${LIMITS.predicateChoices + 1}`.execute(db),
  )

/** Resolves with the values of a label key, most used first. */
export const readLaunchLabels = async (db: Db, projectId: number, key: string, q: string): Promise<Choices> =>
  choicesOf(
    await sql<{ value: string }>`
      select l.value from launch_label l
       where l.project_id = ${projectId} and l.key = ${key} and l.value <> '' and length(l.value) < ${LABEL_VALUE_KEPT}
         and ${holding(sql`l.value`, q)}
       group by 1 order by count(*) desc, 1 limit ${LIMITS.predicateChoices + 1}`.execute(db),
  )

/**
 * Resolves with a page of label keys after the one that the token names. Skips through the index from key to key (loose index scan): a
 * project has few keys and many labels.
 */
export const readLaunchLabelKeys = async (
  db: Db,
  projectId: number,
  pageToken: string,
): Promise<z.infer<typeof listLaunchLabelKeys.answer>> => {
  const size = LIMITS.labelKeysPageSize
  const { rows } = await sql<{ key: string }>`
    with recursive keys as (
      select (select min(key) from launch_label where project_id = ${projectId} and key > ${keyOf(pageToken)}) as key, 1 as place
      union all
      select (select min(key) from launch_label where project_id = ${projectId} and key > k.key), k.place + 1
        from keys k where k.key is not null and k.place <= ${size}::int
    )
    select key from keys where key is not null order by place`.execute(db)
  const items = rows.slice(0, size).map(({ key }) => key)
  const last = items.at(-1)
  return { items, nextPageToken: rows.length > size && last !== undefined ? tokenOf(last) : null }
}

const tokenOf = (key: string): string => Buffer.from(key).toString('base64url')
const keyOf = (token: string): string => {
  const key = Buffer.from(token, 'base64url').toString()
  if (key.includes('\0') || tokenOf(key) !== token) throw wrongField('pageToken', 'This is not a page token')
  return key
}

const holding = (column: RawBuilder<unknown>, q: string): Condition =>
  q.trim() === '' ? sql`true` : holds(column, q.trim())

const choicesOf = ({ rows }: { rows: { value: string }[] }): Choices => ({
  items: rows.slice(0, LIMITS.predicateChoices).map(({ value }) => value),
  hasMore: rows.length > LIMITS.predicateChoices,
})
