import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { getPassRateHistory } from '../../../contract/launches/launches.ts'
import { passRate } from '../../../contract/launches/launches.ts'
import type { Db, Tx } from '../../db/open.ts'
import { statisticsOf, type LaunchRow } from '../rows.ts'
import { findLaunch } from './find-launch.ts'
import { inSnapshot } from '../../db/snapshot.ts'

type Point = Pick<
  LaunchRow,
  | 'id'
  | 'number'
  | 'status'
  | 'started_at'
  | 'passed'
  | 'passed_manually'
  | 'failed'
  | 'failed_as_known'
  | 'skipped'
  | 'blocked'
  | 'aborted'
  | 'in_progress'
>

/**
 * Resolves with the pass rates of finished launches of the same name around this one. This launch is included even while in progress, once
 * it has a rate. Launches without a finished test have no rate and are skipped, as are aborted ones: the rate of the tests until then says nothing about the rest.
 */
export const readPassRateHistory = (
  db: Db,
  projectId: number,
  launchId: number,
  { runsBefore, runsAfter }: { runsBefore: number; runsAfter: number },
): Promise<z.infer<typeof getPassRateHistory.answer>> =>
  inSnapshot(db, async (tx) => {
    const launch = await findLaunch(tx, projectId, launchId)
    const [before, after] = await Promise.all([
      neighbours(tx, launch, 'before', runsBefore),
      neighbours(tx, launch, 'after', runsAfter),
    ])
    return {
      items: [...before.toReversed(), launch, ...after].flatMap((row) => {
        const rate = row.status === 'ABORTED' ? null : passRate(statisticsOf(row))
        return rate === null
          ? []
          : [{ launchId: row.id, launchNumber: row.number, passRate: rate, startedAt: row.started_at.toISOString() }]
      }),
    }
  })

/** Nearest first. */
const neighbours = async (tx: Tx, launch: LaunchRow, side: 'before' | 'after', runs: number): Promise<Point[]> => {
  const [comparison, direction] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const { rows } = await sql<Point>`
    select l.id, l.number, l.status, l.started_at, l.passed, l.passed_manually, l.failed, l.failed_as_known, l.skipped, l.blocked, l.aborted,
           l.in_progress
      from launch l
     where l.project_id = ${launch.project_id} and l.name = ${launch.name}
       and (l.started_at, l.id) ${comparison} (${launch.started_at}, ${launch.id})
       and l.status not in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING', 'ABORTED')
       and l.passed + l.passed_manually + l.failed + l.failed_as_known + l.skipped + l.blocked + l.aborted > 0
     order by l.started_at ${direction}, l.id ${direction} limit ${runs}`.execute(tx)
  return rows
}
