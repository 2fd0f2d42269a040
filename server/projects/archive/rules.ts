import type { RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { ArchiveIds, IdSpace } from './ids.ts'

/** The text of each archived column of a row, by column; null for null. */
export type ArchivedRow = Readonly<Record<string, string | null>>

/**
 * What an import does with the values of a column:
 * - `own`: replaces the id of the row by a new one.
 * - `project`: replaces it by the id of the new project.
 * - `reference`: replaces it by the new id of the row of `to`. Without `isLoose`, the archive has to have that row; with it, a row that is
 *   missing gets a new id, as if it had been deleted. `isDeferred`: set after all rows of the table.
 * - `user`: replaces it by the account of this installation.
 * - `uuid`: replaces it by another one, the same for each occurrence.
 * - `file`: requires that the archive has the file.
 * - `number`: copies it; it is no id.
 * - `text`: copies a text with few values.
 * - `json`: copies it after `schema` and `map`, which replaces ids within.
 * - `fixed`: the column is not archived; imported rows get the value.
 */
export type ColumnRule =
  | { kind: 'own' | 'project' | 'user' | 'uuid' | 'file' | 'number' }
  | { kind: 'reference'; to: IdSpace | ((row: ArchivedRow) => IdSpace); isLoose: boolean; isDeferred: boolean }
  | { kind: 'text'; schema: z.ZodMiniType }
  | { kind: 'json'; schema: z.ZodMiniType; map: (value: never, ids: ArchiveIds, row: ArchivedRow) => unknown }
  | { kind: 'fixed'; value: string | null }

/** Rule of a table. `columns` names those whose values are not simply copied: all ids, JSON, bytes and texts with few values. */
export interface TableRule<Table> {
  /** Condition of the rows of a project. */
  rows: (projectId: number) => RawBuilder<boolean>
  columns: { [Column in keyof Table]?: ColumnRule }
  /** Column by which rows are ordered, if the table has no ids of its own in the archive. */
  order?: string
  /** Whether to import a row. By default, all. */
  isImported?: (row: ArchivedRow, ids: ArchiveIds) => boolean
  /** Two users of an archive can be the same account here. */
  skipsDuplicates?: true
  /** The last transaction of an import writes these rows, by which users and jobs find projects. There are few of them. */
  isLast?: true
  /** Rows that are deleted after the launch that they belong to. */
  isOfLaunch?: true
}

export const own: ColumnRule = { kind: 'own' }
export const project: ColumnRule = { kind: 'project' }
export const user: ColumnRule = { kind: 'user' }
export const uuid: ColumnRule = { kind: 'uuid' }
export const file: ColumnRule = { kind: 'file' }
export const number: ColumnRule = { kind: 'number' }
export const fixed = (value: string | null): ColumnRule => ({ kind: 'fixed', value })
export const text = (schema: z.ZodMiniType): ColumnRule => ({ kind: 'text', schema })
export const reference = (to: IdSpace): ColumnRule => ({ kind: 'reference', to, isLoose: false, isDeferred: false })
export const deferredReference = (to: IdSpace): ColumnRule => ({
  kind: 'reference',
  to,
  isLoose: false,
  isDeferred: true,
})
export const looseReference = (to: IdSpace | ((row: ArchivedRow) => IdSpace)): ColumnRule => ({
  kind: 'reference',
  to,
  isLoose: true,
  isDeferred: false,
})
export const json = <Value>(
  schema: z.ZodMiniType<Value>,
  map: (value: Value, ids: ArchiveIds, row: ArchivedRow) => unknown = (value) => value,
): ColumnRule => ({ kind: 'json', schema, map })

/** Rule of any table. */
export interface AnyTableRule extends Omit<TableRule<object>, 'columns'> {
  columns: Readonly<Record<string, ColumnRule>>
}

/** Whether a column refers to rows of the same table, and is set after all of them. */
export const isDeferred = (rule: ColumnRule | undefined): boolean => rule?.kind === 'reference' && rule.isDeferred
