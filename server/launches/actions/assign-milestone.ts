import type { z } from 'zod/mini'
import type { assignLaunchesToMilestone } from '../../../contract/launches/launch-actions.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db } from '../../db/open.ts'
import { conflict, Refusal, wrongField } from '../../http/refusal.ts'
import type { LaunchRow } from '../rows.ts'
import type { Operation } from '../writer/operation.ts'
import type { Writer } from '../writer/writer.ts'
import { inProjectOf } from './in-project.ts'

type Outcome = z.infer<typeof assignLaunchesToMilestone.answer>

const assigned = (
  place: { projectId: number; launchId: number },
  milestone: LaunchRow['milestone'],
  /** Name of the milestone that the user saw; undefined when they did not say. */
  seen: string | null | undefined,
): Operation<LaunchRow> =>
  inProjectOf(place, {
    needs: {},
    apply: (batch) => {
      const before = batch.launch(place.launchId)
      if (before.milestone?.id === milestone?.id && before.milestone?.name === milestone?.name) return before
      if (seen !== undefined && seen !== (before.milestone?.name ?? null))
        throw conflict(TEXTS.milestoneChangedMeanwhile)
      const row = { ...before, milestone }
      batch.setLaunch(row)
      return row
    },
  })

/** Implements `assignLaunchesToMilestone`. */
export const assignMilestone = async (
  { db, writer }: { db: Db; writer: Writer },
  projectId: number,
  { launchIds, milestoneId, seen = [] }: z.infer<typeof assignLaunchesToMilestone.body>,
): Promise<Outcome> => {
  const milestone = milestoneId === null ? null : await openMilestone(db, projectId, milestoneId)
  const seenById = new Map(seen.map((one) => [one.launchId, one.milestone]))
  const outcome: Outcome = { done: [], refused: [] }
  await Promise.all(
    [...new Set(launchIds)].map(async (launchId) => {
      try {
        await writer.submit(assigned({ projectId, launchId }, milestone, seenById.get(launchId)))
        outcome.done.push(launchId)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        outcome.refused.push({ launchId, message: error.message })
      }
    }),
  )
  return outcome
}

const openMilestone = async (db: Db, projectId: number, id: number): Promise<{ id: number; name: string }> => {
  const row = await db
    .selectFrom('milestone')
    .select(['id', 'name', 'completed'])
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) throw wrongField('milestoneId', 'The milestone does not exist')
  if (row.completed) throw wrongField('milestoneId', 'The milestone is completed')
  return { id: row.id, name: row.name }
}
