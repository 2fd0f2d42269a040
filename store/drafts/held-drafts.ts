import { liveQuery } from 'dexie'
import { BehaviorSubject, Subject, type Observable } from 'rxjs'
import { assert, is } from 'superstruct'
import type { HeldEdit, History } from '../../contract/settings/held-edits.ts'
import { inStream, type Log } from '../log/log.ts'
import { read } from '../log/read.ts'
import type { LogRecord, PayloadStructs } from '../log/record.ts'
import { isFull, withRoom } from '../log/room.ts'
import { changing } from '../log/within.ts'
import { heldEvents, isEditOf, type IsEntry } from './held-events.ts'

/** Draft of one held list: written as it is edited, shared by all tabs of a user. */
export interface HeldDraft<Entry> {
  /** Resolves with the stored draft and the time of its last step, or null. Follows other tabs from then on. */
  load(): Promise<{ history: History<Entry>; at: number } | null>
  /** `replaces`: replaces the last edit, which it continues. */
  made(edit: HeldEdit<Entry>, replaces: boolean): void
  undone(): void
  redone(): void
  /** Deletes the draft in all tabs. */
  dropped(): void
  replaced(history: History<Entry>): void
  /** A save of the current draft begins… */
  sent(): void
  /** …and has succeeded: deletes it, except what other tabs have added since. */
  settled(): void
  /** The history as changed by other tabs. */
  readonly seen$: Observable<History<Entry>>
  /** Whether all steps are on disk. False: they exist only in this tab, and are retried with the next one. */
  readonly isKept$: Observable<boolean>
  /** Whether a step is not on disk yet. */
  isWriting(): boolean
  /** Resolves once every step is on disk or has failed. Never rejects: see `isKept$`. */
  written(): Promise<void>
  /** Stops following; pending writes continue. */
  close(): void
}

interface Step {
  id: string
  type: keyof typeof heldEvents
  payload: unknown
  at: number
}

const isStep = <Made extends { type: string }>(made: Made): made is Made & { type: Step['type'] } =>
  Object.hasOwn(heldEvents, made.type)

const structOf = (type: Step['type']): PayloadStructs[string] => heldEvents[type]

/** A change of the stored steps: ids to delete, and steps to append. */
interface Write {
  drops: 'all' | readonly string[]
  adds: readonly Step[]
}

/** `turn`: writes wait for it, so that rendering goes first. */
export function heldDraft<Entry>(
  log: Log,
  list: string,
  isEntry: IsEntry<Entry>,
  turn: () => Promise<void> = () => Promise.resolve(),
): HeldDraft<Entry> {
  const stream = `draft:${list}`
  const seen$ = new Subject<History<Entry>>()
  const isKept$ = new BehaviorSubject(true)
  /** The steps on disk once `waiting` is written, as far as this tab knows. */
  let steps: readonly Step[] = []
  let sentIds: readonly string[] = []
  let waiting: readonly Write[] = []
  let flushing: Promise<void> | null = null
  let subscription: { unsubscribe(): void } | null = null

  const write = (drops: Write['drops'], adds: readonly Step[]) => {
    for (const { type, payload } of adds) assert(payload, structOf(type))
    steps = [...(drops === 'all' ? [] : steps.filter(({ id }) => !drops.includes(id))), ...adds]
    waiting = [...waiting, { drops, adds }]
    flushing ??= flush()
  }
  const flush = async () => {
    try {
      while (waiting.length > 0) {
        await turn()
        const batch = waiting
        await withRoom(log, () => store(log, stream, batch))
        waiting = waiting.slice(batch.length)
      }
      if (!isKept$.value) isKept$.next(true)
    } catch (cause) {
      if (!isFull(cause)) log.trouble$.next({ kind: 'failed', cause }) // a full disk was reported already
      isKept$.next(false)
    }
    flushing = null
  }
  const look = async (ends: Ends) => {
    // Skips notifications of this tab's own writes, which most are. A pending write will cause another one.
    if (waiting.length > 0 || areSameEnds(ends, steps)) return
    const records = await read(log, stream)
    if (waiting.length > 0 || areSameEnds(endsOf(records), steps)) return
    steps = records.filter(isStep)
    seen$.next(historyOf(steps, isEntry))
  }
  return {
    load: async () => {
      steps = (await read(log, stream)).filter(isStep)
      subscription ??= liveQuery(async (): Promise<Ends> => {
        const [first, last] = await Promise.all([inStream(log, stream).first(), inStream(log, stream).last()])
        return [first?.id, last?.id]
      }).subscribe({
        next: (ends) => {
          look(ends).catch((cause: unknown) => log.trouble$.next({ kind: 'failed', cause }))
        },
        error: (cause: unknown) => log.trouble$.next({ kind: 'failed', cause }),
      })
      return steps.length === 0
        ? null
        : { history: historyOf(steps, isEntry), at: Math.max(...steps.map(({ at }) => at)) }
    },
    made: (edit, replaces) => {
      const last = replaces ? steps.at(-1) : undefined
      write(last?.type === 'held/made' ? [last.id] : [], [step('held/made', { edit })])
    },
    undone: () => write([], [step('held/undone', {})]),
    redone: () => write([], [step('held/redone', {})]),
    dropped: () => write('all', []),
    replaced: ({ edits, undone }) =>
      write('all', [
        ...[...edits, ...undone].map((edit) => step('held/made', { edit })),
        ...undone.map(() => step('held/undone', {})),
      ]),
    sent: () => {
      sentIds = steps.map(({ id }) => id)
    },
    settled: () => {
      write(sentIds, [])
      sentIds = []
    },
    seen$,
    isKept$,
    isWriting: () => waiting.length > 0,
    written: () => flushing ?? Promise.resolve(),
    close: () => {
      subscription?.unsubscribe()
      subscription = null
    },
  }
}

/**
 * Ids of the first and last step: steps are removed from the front or all together, appended at the end, and only the last is replaced, so
 * that equal ends mean equal steps.
 */
type Ends = readonly [first: string | undefined, last: string | undefined]

const endsOf = (steps: readonly { id: string }[]): Ends => [steps[0]?.id, steps.at(-1)?.id]

const areSameEnds = ([first, last]: Ends, steps: readonly Step[]): boolean =>
  first === steps[0]?.id && last === steps.at(-1)?.id

const step = (type: Step['type'], payload: unknown): Step => ({
  id: crypto.randomUUID(),
  type,
  payload,
  at: Date.now(),
})

/** All or nothing is on disk when this resolves. */
const store = (whole: Log, stream: string, writes: readonly Write[]): Promise<void> =>
  changing(whole, ['records', 'positions'], async (log) => {
    const { db } = log
    let sequence = (await inStream(log, stream).last())?.sequence ?? 0
    for (const { drops, adds } of writes) {
      if (drops === 'all') await inStream(log, stream).delete()
      else if (drops.length > 0) await db.records.bulkDelete([...drops])
      const records = adds.map((one): LogRecord => ({ ...one, stream, sequence: (sequence += 1), origin: 'here' }))
      if (records.length > 0) await db.records.bulkAdd(records)
    }
    const hasAny = (writes.at(-1)?.adds.length ?? 0) > 0 || (await inStream(log, stream).first()) !== undefined
    await (!hasAny ? db.positions.delete(stream) : db.positions.put({ stream, applied: sequence, head: sequence }))
  })

/** Leaves out edits that the page cannot show: the others apply without them. */
function historyOf<Entry>(steps: readonly Step[], isEntry: IsEntry<Entry>): History<Entry> {
  const edits: unknown[] = []
  let undone: unknown[] = []
  for (const { type, payload } of steps) {
    if (is(payload, heldEvents['held/made'])) {
      edits.push(payload.edit)
      undone = []
    } else if (type === 'held/undone') undone.unshift(...edits.splice(-1))
    else edits.push(...undone.splice(0, 1))
  }
  const isReadable = isEditOf(isEntry)
  return { edits: edits.filter(isReadable), undone: undone.filter(isReadable) }
}
