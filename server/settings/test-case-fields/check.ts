import type { FieldError } from '../../../contract/errors.ts'
import { fieldFaults, type FieldDraft } from '../../../contract/settings/test-case-field-rules.ts'
import type { TypedValue } from '../../../contract/settings/test-case-field-values.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Tx } from '../../db/database.ts'
import { invalid } from '../../http/errors.ts'

export type CheckedField = Omit<FieldDraft, 'typed'> & { typed: TypedValue }

/** Throws 400 with every error: violations of the rules, and those that only the database can detect. `stored`: the current field. */
export const checkField = async (
  tx: Tx,
  projectId: number,
  requested: CheckedField,
  stored: { id: number; typed: TypedValue } | null,
): Promise<void> => {
  const faults = fieldFaults(requested)
  const addProblem = (field: string, message: string) => {
    if (!faults.some((fault) => fault.field === field)) faults.push({ field, message })
  }
  const others = await tx
    .selectFrom('test_case_field')
    .select(['name', 'system_name'])
    .where('project_id', '=', projectId)
    .where('id', '<>', stored?.id ?? 0)
    .execute()
  const isTaken = (text: string, among: readonly string[]) =>
    among.some((one) => one.toLowerCase() === text.trim().toLowerCase())
  if (
    isTaken(
      requested.name,
      others.map(({ name }) => name),
    )
  )
    addProblem('name', TEXTS.nameTaken)
  if (
    isTaken(
      requested.systemName,
      others.map(({ system_name }) => system_name),
    )
  )
    addProblem('systemName', TEXTS.systemNameTaken)
  if (requested.tabId !== null && !(await isTab(tx, projectId, requested.tabId)))
    addProblem('tabId', 'The tab does not exist')
  for (const fault of foreignOptions(requested.typed, stored?.typed ?? null)) addProblem(fault.field, fault.message)
  const userId = userOf(requested.typed)
  // A previously selected user stays allowed after leaving the project.
  if (userId !== null && userId !== (stored && userOf(stored.typed)) && !(await isMember(tx, projectId, userId)))
    addProblem('value.default', TEXTS.notMember)
  if (faults.length > 0) throw invalid(faults)
}

const isTab = async (tx: Tx, projectId: number, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('test_case_field_tab')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined

const isMember = async (tx: Tx, projectId: number, userId: number): Promise<boolean> =>
  (await tx
    .selectFrom('project_member')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

const userOf = (typed: TypedValue): number | null =>
  typed.dataType === 'USER' && typed.value.default?.kind === 'specificUser' ? typed.value.default.userId : null

export const optionsOf = (typed: TypedValue) =>
  typed.dataType === 'DROPDOWN' || typed.dataType === 'MULTI_SELECT' ? typed.value.options : []

/** Returns errors for ids that do not belong to this field or are repeated: one stored value would then mean two options. */
const foreignOptions = (requested: TypedValue, stored: TypedValue | null): FieldError[] => {
  const own = new Set((stored === null ? [] : optionsOf(stored)).map(({ id }) => id))
  return optionsOf(requested).flatMap(({ id }, place) =>
    id === null || own.delete(id) ? [] : [{ field: `value.options.${place}.id`, message: 'The option does not exist' }],
  )
}
