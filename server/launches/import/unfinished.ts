import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { IdempotencyKey } from '../../db/call-transaction.ts'
import { earlierAnswer } from '../../db/idempotency-keys.ts'
import type { Db } from '../../db/open.ts'
import type { Writer } from '../writer/writer.ts'
import { dropShard, findOpenShard } from '../shards/drop-shard.ts'
import { deletePartlyStored } from './run.ts'

/** Lease of a server that works on an import, and how often it renews it. */
const LEASE_SECONDS = 15
const RENEW_MS = 5000
const LOOK_MS = 30_000
const POLL_MS = 250

/** Runs `act` under a lease of the import, which other servers and calls wait for. */
export const whileWorking = async <T>(db: Db, importId: string, act: () => Promise<T>): Promise<T> => {
  const renew = (): Promise<unknown> =>
    sql`update result_import set working_until = now() + make_interval(secs => ${LEASE_SECONDS}) where id = ${importId}`.execute(
      db,
    )
  await renew()
  // A failed renewal is repeated by the next one.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS)
  try {
    return await act()
  } finally {
    clearInterval(timer)
    await db.updateTable('result_import').set({ working_until: null }).where('id', '=', importId).execute()
  }
}

/** Deletes the launch, or the shard of one, that an import has stored in part. Resolves with whether there was one. */
export const takeBack = async (db: Db, writer: Writer, importId: string): Promise<boolean> => {
  const launch = await db
    .selectFrom('launch')
    .innerJoin('result_import as i', 'i.project_id', 'launch.project_id')
    .select('launch.id')
    .where('i.id', '=', importId)
    .where('i.outcome', 'is', null)
    .where('launch.uuid', '=', importId)
    .executeTakeFirst()
  if (launch !== undefined) await writer.submit(deletePartlyStored(launch.id))
  const shard = launch === undefined ? await findOpenShard(db, importId) : null
  if (shard !== null) await dropShard(db, writer, shard)
  return launch !== undefined || shard !== null
}

/**
 * Waits for another call with this key, if one is under way. Takes back what a call has left whose server stopped; resolves with whether there
 * was something.
 */
export const endEarlierCalls = async (
  db: Db,
  writer: Writer,
  { userId, key, request }: IdempotencyKey,
): Promise<boolean> => {
  let hasTakenBack = false
  for (;;) {
    const rows = await db
      .selectFrom('result_import')
      .select(['id', sql<boolean>`working_until > now()`.as('isWorking')])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .where('working_until', 'is not', null)
      .execute()
    if (rows.length === 0 || (await earlierAnswer(db, { userId, key, request })) !== null) return hasTakenBack
    for (const { id, isWorking } of rows)
      if (!isWorking) hasTakenBack = (await endUnfinished(db, writer, id)) || hasTakenBack
    if (rows.some(({ isWorking }) => isWorking)) await wait(POLL_MS)
  }
}

const endUnfinished = async (db: Db, writer: Writer, importId: string): Promise<boolean> => {
  const launch = await db.selectFrom('launch').select('status').where('uuid', '=', importId).executeTakeFirst()
  // The server stopped between the end of the launch and the note of it.
  const isFinished = launch !== undefined && launch.status !== 'IN_PROGRESS'
  const hasTakenBack = !isFinished && (await takeBack(db, writer, importId))
  await db.updateTable('result_import').set({ working_until: null }).where('id', '=', importId).execute()
  return hasTakenBack
}

/** Takes back the launches of imports whose server stopped. `isAlone`: at the start, no other server works on any. */
export const watchUnfinishedImports = (
  { db, writer, isAlone }: { db: Db; writer: Writer; isAlone: boolean },
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): (() => Promise<void>) => {
  let running = Promise.resolve()
  const look = async (isExpired: boolean): Promise<void> => {
    try {
      const rows = await db
        .selectFrom('result_import')
        .select('id')
        .where('working_until', isExpired ? 'is not' : '<', isExpired ? null : sql<Date>`now()`)
        .execute()
      for (const { id } of rows)
        if (await endUnfinished(db, writer, id)) log.info({ importId: id }, 'an interrupted import was taken back')
    } catch (error) {
      log.error({ err: error }, 'interrupted imports could not be taken back')
    }
  }
  running = look(isAlone)
  const timer = setInterval(() => (running = running.then(async () => look(false))), LOOK_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
