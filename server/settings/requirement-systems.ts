import type { SettingsChange } from '../../contract/settings/changes.ts'
import {
  createRequirementSystem,
  deleteRequirementSystem,
  listRequirementSystems,
  REQUIREMENT_SYSTEM_TEXTS,
  updateRequirementSystem,
  type RequirementSystem,
  type RequirementSystemValues,
} from '../../contract/settings/requirement-systems.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { Principal } from '../access/principals.ts'
import type { Tx } from '../db/database.ts'
import type { Db } from '../db/open.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { notFound } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { appendChanges, differences } from './changes.ts'
import { unlessTaken } from '../http/unique.ts'

const unique = {
  requirement_system_name: { field: 'name', message: TEXTS.nameTaken },
  requirement_system_key_prefix: { field: 'keyPrefix', message: REQUIREMENT_SYSTEM_TEXTS.prefixTaken },
}
const FIELDS = ['name', 'keyPrefix', 'address'] as const
const NOTHING = { name: null, keyPrefix: null, address: null }
type Values = { [Field in (typeof FIELDS)[number]]: string | null }

export const requirementSystemRoutes = (routes: Routes, db: Db): void => {
  /** Runs one transaction, with one event of the changes if there are any. */
  const change = <T>(
    { project, caller }: { project: { id: number }; caller: Principal },
    act: (tx: Tx) => Promise<{ answer: T; changes: readonly SettingsChange[] }>,
  ): Promise<T> =>
    db.transaction().execute(async (tx) => {
      const { answer, changes } = await unlessTaken(act(tx), unique)
      await appendChanges(tx, { area: 'requirement-systems', projectId: project.id, userId: caller.userId, changes })
      return answer
    })

  routes.inProject(listRequirementSystems, async ({ project }) => ({
    items: await systems(db, project.id)
      .orderBy(({ fn }) => fn<string>('lower', ['name']))
      .execute(),
  }))

  routes.inProject(createRequirementSystem, (given) =>
    change(given, async (tx) => {
      const { id } = await tx
        .insertInto('requirement_system')
        .values({ project_id: given.project.id, ...columnsOf(given.body) })
        .returning('id')
        .executeTakeFirstOrThrow()
      const values = differences<Values>(NOTHING, given.body, FIELDS)
      return { answer: { id, ...given.body }, changes: [{ kind: 'added', subject: given.body.name, values }] }
    }),
  )

  routes.inProject(updateRequirementSystem, (given) =>
    change(given, async (tx) => {
      const before = await locked(tx, given.project.id, given.params.requirementSystemId)
      const after = { ...before, ...(await mergeEdit(before, given.body, () => before)) }
      await tx.updateTable('requirement_system').set(columnsOf(after)).where('id', '=', before.id).execute()
      const values = differences<Values>(before, after, FIELDS)
      const isChanged = Object.keys(values).length > 0
      return { answer: after, changes: isChanged ? [{ kind: 'changed', subject: before.name, values }] : [] }
    }),
  )

  routes.inProject(deleteRequirementSystem, (given) =>
    change(given, async (tx) => {
      const before = await locked(tx, given.project.id, given.params.requirementSystemId)
      await tx.deleteFrom('requirement_system').where('id', '=', before.id).execute()
      const values = differences<Values>(before, NOTHING, FIELDS)
      return { answer: {}, changes: [{ kind: 'deleted', subject: before.name, values }] }
    }),
  )
}

const columnsOf = ({ name, keyPrefix, address }: RequirementSystemValues) => ({ name, key_prefix: keyPrefix, address })

const systems = (db: Db | Tx, projectId: number) =>
  db
    .selectFrom('requirement_system')
    .select(['id', 'name', 'key_prefix as keyPrefix', 'address'])
    .where('project_id', '=', projectId)

/** Locks the system until the transaction ends. Throws 404 in any other project. */
const locked = async (tx: Tx, projectId: number, id: number): Promise<RequirementSystem> => {
  const system = await systems(tx, projectId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!system) throw notFound('The requirement system does not exist')
  return system
}
