import type { z } from 'zod/mini'
import {
  isDueBeforeStart,
  type Milestone,
  type MilestoneValues,
  type updateMilestone,
} from '../../../contract/settings/milestones.ts'
import type { SettingsChange } from '../../../contract/settings/changes.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Tx } from '../../db/database.ts'
import type { Db } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { wrongField } from '../../http/refusal.ts'
import { unlessTaken } from '../../http/unique.ts'
import { appendChanges, differences, type SettingsAuthor } from '../changes.ts'
import { lockedMilestone, readMilestone, type StoredMilestone } from './stored.ts'

/** Runs one transaction, with one event if anything changed. */
const change = <T>(
  db: Db,
  author: SettingsAuthor,
  act: (tx: Tx, changed: (change: SettingsChange) => void) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const changes: SettingsChange[] = []
    const answer = await unlessTaken(
      act(tx, (one) => changes.push(one)),
      { milestone_name: { field: 'name', message: TEXTS.nameTaken } },
    )
    await appendChanges(tx, { area: 'milestones', ...author, changes })
    return answer
  })

/** See `createMilestone`. */
export const addMilestone = (db: Db, author: SettingsAuthor, values: MilestoneValues): Promise<Milestone> =>
  change(db, author, async (tx, changed) => {
    const { name, description, startDate, dueDate } = values
    const { id } = await tx
      .insertInto('milestone')
      .values({ project_id: author.projectId, name, description, start_date: startDate, due_date: dueDate })
      .returning('id')
      .executeTakeFirstOrThrow()
    changed({ kind: 'added', subject: name, values: differences(NOTHING, values, FIELDS.slice(1)) })
    return readMilestone(tx, author.projectId, id)
  })

/** See `updateMilestone`. */
export const editMilestone = (
  db: Db,
  author: SettingsAuthor,
  id: number,
  edit: z.infer<typeof updateMilestone.body>,
): Promise<Milestone> =>
  change(db, author, async (tx, changed) => {
    const before = await lockedMilestone(tx, author.projectId, id)
    const changes = await mergeEdit(before, edit, () => readMilestone(tx, author.projectId, id))
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
      .where('id', '=', id)
      .execute()
    const values = differences<Stored>(before, after, FIELDS)
    if (Object.keys(values).length > 0) changed({ kind: 'changed', subject: before.name, values })
    return readMilestone(tx, author.projectId, id)
  })

export const removeMilestone = (db: Db, author: SettingsAuthor, id: number): Promise<void> =>
  change(db, author, async (tx, changed) => {
    const { name } = await lockedMilestone(tx, author.projectId, id)
    await tx.deleteFrom('milestone').where('id', '=', id).execute()
    changed({ kind: 'deleted', subject: name })
  })

type Stored = Partial<Omit<StoredMilestone, 'id'>>
const FIELDS = ['name', 'description', 'startDate', 'dueDate', 'completed'] as const
const NOTHING: Stored = { description: '', startDate: null, dueDate: null }
