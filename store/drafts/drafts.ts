import { record } from '../log/append.ts'
import type { Log } from '../log/log.ts'
import { read } from '../log/read.ts'
import type { LogRecord } from '../log/record.ts'
import { changing, type Of } from '../log/within.ts'

type Values = Record<string, unknown>

const streamOf = (form: string) => `draft:${form}`

/** Maximum records of a draft before they are folded into one: a draft grows by one record per pause in typing. */
const MAX_RECORDS = 32

/**
 * Stores form input, so that it survives a reload or crash. Later values win, field by field. Resolves once on disk; rejects when it could
 * not be stored.
 */
export async function keepDraft(log: Log, form: string, values: Values): Promise<void> {
  const { sequence } = await record(log, streamOf(form), { type: 'draft/changed', payload: { values } })
  if (sequence > MAX_RECORDS) await shorten(log, form)
}

/** Returns the unsaved input; `null` without any. */
export async function draft(log: Log, form: string): Promise<Values | null> {
  const records = await read(log, streamOf(form))
  return records.length === 0 ? null : fold(records)
}

/** After a save or discard. Nothing stays on this device. */
export async function dropDraft(log: Log, form: string): Promise<void> {
  await emptied(log, form, () => Promise.resolve())
}

const fold = (records: readonly { payload: unknown }[]): Values =>
  Object.assign({}, ...records.map(({ payload }) => (payload as { values: Values }).values)) as Values

const shorten = (log: Log, form: string): Promise<void> =>
  emptied(log, form, async ({ db }, held) => {
    const last = held.at(-1)
    if (last === undefined) return
    await db.records.add({ ...last, sequence: 1, payload: { values: fold(held) } })
    await db.positions.put({ stream: last.stream, applied: 1, head: 1 })
  })

/** Replaces a draft's records by what `then` returns, in one transaction. */
async function emptied(
  log: Log,
  form: string,
  then: (log: Of<'records' | 'positions'>, held: readonly LogRecord[]) => Promise<void>,
): Promise<void> {
  const stream = streamOf(form)
  await read(log, stream) // damaged records first: they would break the fold
  await changing(log, ['records', 'positions'], async (one) => {
    const ofDraft = () => one.db.records.where('[stream+sequence]').between([stream, 0], [stream, Infinity], true, true)
    const held = await ofDraft().toArray()
    await ofDraft().delete()
    await one.db.positions.delete(stream)
    await then(one, held)
  })
}
