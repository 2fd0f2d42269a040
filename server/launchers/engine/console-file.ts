import { Readable } from 'node:stream'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db } from '../../db/open.ts'
import { fileNameOf } from '../../files/attachment.ts'
import { notFound } from '../../http/refusal.ts'
import { findAttempt, type OfAttempt } from './read-console.ts'

/** Lines per query. */
const PART = 1000

/** Streams the console of an attempt as text, page by page from the database. */
export const consoleText = async (db: Db, of: OfAttempt, withTimes: boolean): Promise<Readable> => {
  const { id } = await findAttempt(db, of)
  return Readable.from(partsOf(db, id, withTimes))
}

async function* partsOf(db: Db, executionId: number, withTimes: boolean): AsyncGenerator<string> {
  const { last } = await db
    .selectFrom('launch_output')
    .select(({ fn }) => fn.max<number | null>('place').as('last'))
    .where('execution_id', '=', executionId)
    .executeTakeFirstOrThrow()
  // Ends at the current last line: output that grows faster than it is read would never end.
  const end = last ?? 0
  for (let from = 0; from < end;) {
    const rows = await db
      .selectFrom('launch_output')
      .select(['place', 'at', 'line'])
      .where('execution_id', '=', executionId)
      .where('place', '>', from)
      .where('place', '<=', end)
      .orderBy('place')
      .limit(PART)
      .execute()
    yield rows.map(({ at, line }) => (withTimes ? `${at.toISOString()} ${line}\n` : `${line}\n`)).join('')
    from = rows.at(-1)?.place ?? end
  }
}

/** "Checkout regression 1851, attempt 2.txt". */
export const consoleFileName = async (db: Db, { launchId, attemptUuid }: OfAttempt): Promise<string> => {
  const launch = await db
    .selectFrom('launch as l')
    .innerJoin('launch_execution as e', 'e.launch_id', 'l.id')
    .select(({ selectFrom }) => [
      'l.name',
      'l.number',
      selectFrom('launch_execution as before')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('before.launch_id', '=', 'l.id')
        .whereRef('before.id', '<=', 'e.id')
        .as('attempt'),
    ])
    .where('l.id', '=', launchId)
    .where('e.attempt_uuid', '=', attemptUuid)
    .executeTakeFirst()
  if (!launch) throw notFound(TEXTS.launchNotFound)
  return `${fileNameOf(launch.name) || 'Launch'} ${launch.number}, attempt ${launch.attempt}.txt`
}
