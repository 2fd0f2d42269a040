import { sql } from 'kysely'
import type { BulkChanges, Done } from '../../../contract/cases/operations.ts'
import type { Tx } from '../../db/database.ts'
import { checkValues, readDefinitions, readUsers } from '../content/definitions.ts'
import { keepVersions } from '../content/snapshot.ts'
import type { Touched, Where } from '../repository.ts'
import { beginOperation, lockCases, noteItems } from './operation.ts'

/** Sets the same values for all cases. Each gets a new version. */
export const editCases = async (
  tx: Tx,
  where: Where,
  touched: Touched,
  { operationId, ids, changes }: { operationId: string; ids: readonly number[]; changes: BulkChanges },
): Promise<Done> => {
  const { projectId, userId } = where
  const definitions = await readDefinitions(tx, projectId)
  checkValues(definitions, await readUsers(tx, projectId, definitions, [changes]), changes, { under: 'changes.' })
  await beginOperation(tx, where, { id: operationId, kind: 'edit' })
  const { found, failed } = await lockCases(tx, projectId, ids)
  const edited = found.map(({ id }) => id)
  await keepVersions(tx, edited)
  const { set, cleared } = customChanges(changes.customFields ?? {})
  await sql`
    update test_case
       set priority_id = coalesce(${changes.priority?.id ?? null}::bigint, priority_id),
           automation_state_id = coalesce(${changes.automationState?.id ?? null}::bigint, automation_state_id),
           draft = coalesce(${changes.draft ?? null}::boolean, draft),
           deprecated = coalesce(${changes.deprecated ?? null}::boolean, deprecated),
           field_values = (field_values || ${JSON.stringify(set)}::jsonb) - ${cleared}::text[],
           version = version + 1, updated_at = now(), updated_by = ${userId}
     where id = any(${edited}::bigint[])`.execute(tx)
  await noteItems(
    tx,
    operationId,
    found.map(({ id, version }) => ({ caseId: id, before: { version }, version, versionAfter: version + 1 })),
  )
  touched.cases(...edited)
  touched.suiteCases(...found.map(({ suite_id }) => suite_id))
  return { successfullyProcessed: edited, failed }
}

const customChanges = (fields: NonNullable<BulkChanges['customFields']>) => {
  const entries = Object.entries(fields)
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    cleared: entries.flatMap(([id, value]) => (value === null ? [id] : [])),
  }
}
