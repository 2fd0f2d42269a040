import {
  createMilestone,
  deleteMilestone,
  getMilestone,
  isDueBeforeStart,
  listMilestones,
  updateMilestone,
} from '../../../contract/settings/milestones.ts'
import type { SettingsChange } from '../../../contract/settings/changes.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Principal, ProjectScope } from '../../access/principals.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { notFound, wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { differences, settingsEvent } from '../changes.ts'
import { unlessTaken } from '../../http/unique.ts'
import { findMilestones, lockedMilestone, readMilestone, type StoredMilestone } from './stored.ts'

interface Caller {
  project: ProjectScope
  caller: Principal
}

export const milestoneRoutes = (routes: Routes, db: Db): void => {
  /** Runs one transaction, with one event if anything changed. */
  const change = <T>(
    given: Caller,
    act: (tx: Tx, changed: (change: SettingsChange) => void) => Promise<T>,
  ): Promise<T> => {
    requireMember(given)
    return db.transaction().execute(async (tx) => {
      const changes: SettingsChange[] = []
      const answer = await unlessTaken(
        act(tx, (one) => changes.push(one)),
        { milestone_name: { field: 'name', message: TEXTS.nameTaken } },
      )
      const { project, caller } = given
      if (changes.length > 0)
        await appendEvents(tx, [
          settingsEvent({ area: 'milestones', projectId: project.id, userId: caller.userId, changes }),
        ])
      return answer
    })
  }

  routes.inProject(listMilestones, (given) => {
    requireMember(given)
    return findMilestones(db, given.project.id, given.query)
  })

  routes.inProject(getMilestone, ({ project, params }) => readMilestone(db, project.id, params.milestoneId))

  routes.inProject(createMilestone, (given) =>
    change(given, async (tx, changed) => {
      const { name, description, startDate, dueDate } = given.body
      const { id } = await tx
        .insertInto('milestone')
        .values({ project_id: given.project.id, name, description, start_date: startDate, due_date: dueDate })
        .returning('id')
        .executeTakeFirstOrThrow()
      changed({ kind: 'added', subject: name, values: differences(NOTHING, given.body, FIELDS.slice(1)) })
      return readMilestone(tx, given.project.id, id)
    }),
  )

  routes.inProject(updateMilestone, (given) =>
    change(given, async (tx, changed) => {
      const before = await lockedMilestone(tx, given.project.id, given.params.milestoneId)
      const changes = await mergeEdit(before, given.body, () => readMilestone(tx, given.project.id, before.id))
      const after: StoredMilestone = { ...before, ...changes }
      if (isDueBeforeStart(after)) throw wrongField('dueDate', TEXTS.dueBeforeStart)
      await tx
        .updateTable('milestone')
        .set({
          name: after.name,
          description: after.description,
          start_date: after.startDate,
          due_date: after.dueDate,
          completed: after.completed,
        })
        .where('id', '=', before.id)
        .execute()
      const values = differences<Stored>(before, after, FIELDS)
      if (Object.keys(values).length > 0) changed({ kind: 'changed', subject: before.name, values })
      return readMilestone(tx, given.project.id, before.id)
    }),
  )

  routes.inProject(deleteMilestone, (given) =>
    change(given, async (tx, changed) => {
      const { id, name } = await lockedMilestone(tx, given.project.id, given.params.milestoneId)
      await tx.deleteFrom('milestone').where('id', '=', id).execute()
      changed({ kind: 'deleted', subject: name })
      return {}
    }),
  )
}

type Stored = Partial<Omit<StoredMilestone, 'id'>>
const FIELDS = ['name', 'description', 'startDate', 'dueDate', 'completed'] as const
const NOTHING: Stored = { description: '', startDate: null, dueDate: null }

/**
 * Throws unless the caller belongs to the project. The permission allows members of any role to change milestones, but gives no access to
 * other projects.
 */
const requireMember = ({ project }: Caller): void => {
  if (project.role === null) throw notFound(`Project ${project.key} does not exist`)
}
