import { record } from '../log/append.ts'
import type { Log } from '../log/log.ts'
import { read } from '../log/read.ts'
import type { LogRecord } from '../log/record.ts'
import { changing, type Of } from '../log/within.ts'

type Values = Record<string, unknown>

const streamOf = (form: string) => `draft:${form}`

/** Records of one draft before they are folded into one: a draft is one record per pause in typing. */
const MOST_RECORDS = 32

/**
 * Keeps what a person typed into a form, so that it survives a reload or a crash. Later values win, field by field.
 * Resolves once it is on disk; rejects when it could not be kept.
 */
export async function keepDraft(log: Log, form: string, values: Values): Promise<void> {
  const { sequence } = await record(log, streamOf(form), { type: 'draft/changed', payload: { values } })
  if (sequence > MOST_RECORDS) await shorten(log, form)
}

/** What was typed and neither saved nor given up; `null` when nothing was. */
export async function draft(log: Log, form: string): Promise<Values | null> {
  const records = await read(log, streamOf(form))
  return records.length === 0 ? null : fold(records)
}

/** After saving, or when the person gives the edits up. Nothing of them stays on this machine. */
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
  await read(log, stream) // what is damaged goes first: it would spoil the fold
  await changing(log, ['records', 'positions'], async (one) => {
    const ofDraft = () => one.db.records.where('[stream+sequence]').between([stream, 0], [stream, Infinity], true, true)
    const held = await ofDraft().toArray()
    await ofDraft().delete()
    await one.db.positions.delete(stream)
    await then(one, held)
  })
}
