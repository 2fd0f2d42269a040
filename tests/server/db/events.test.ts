import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inOneTransaction } from '../../../server/db/call-transaction.ts'
import {
  appendEvents,
  appendingEvents,
  eventChannel,
  readStream,
  streamSequence,
  type NewEvent,
  type StoredEvent,
} from '../../../server/db/events.ts'
import { inOneTrip } from '../../../server/db/one-trip.ts'
import type { Tx } from '../../../server/db/open.ts'
import { pruneEvents } from '../../../server/db/prune-events.ts'
import { tailEvents } from '../../../server/db/tail.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.remove())

const append = (...events: NewEvent[]) => opened.db.transaction().execute((tx) => appendEvents(tx, events))
const event = (stream: string, payload: unknown = null): NewEvent => ({ stream, type: 'thing/happened', payload })

/** A transaction whose steps the test takes one by one. */
const openTransaction = async () => {
  let give: (tx: Tx) => void = () => undefined
  let end = (): void => undefined
  let undo: (reason: Error) => void = () => undefined
  const given = new Promise<Tx>((resolve) => (give = resolve))
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve
    undo = reject
  })
  const done = opened.db.transaction().execute(async (tx) => {
    give(tx)
    await ended
  })
  const tx = await given
  return {
    tx,
    commit: async () => {
      end()
      await done
    },
    rollback: async () => {
      undo(new Error('rolled back by the test'))
      await done.catch(() => undefined)
    },
  }
}

/**
 * Passes on only events of these kinds: transactions of other databases of the server may delay events of an earlier test, which the next
 * tail then receives, too.
 */
const only =
  (kinds: readonly string[], on: (events: StoredEvent[]) => void) =>
  (events: StoredEvent[]): void => {
    const own = events.filter(({ stream }) => kinds.includes(stream.split(':')[0] ?? ''))
    if (own.length > 0) on(own)
  }

describe('notifications', () => {
  const listening = async () => {
    let count = 0
    const stop = await opened.listen(eventChannel, () => (count += 1))
    return { count: () => count, stop }
  }

  test('are sent after the commit of a transaction that appended events, and after no other', async () => {
    const { count, stop } = await listening()
    const undone = await openTransaction()
    await appendEvents(undone.tx, [event('n:1')])
    await undone.rollback()
    const empty = await openTransaction()
    await streamSequence(empty.tx, 'n:1')
    await empty.commit()
    const open = await openTransaction()
    await appendEvents(open.tx, [event('n:1')])
    await streamSequence(open.tx, 'n:1')
    expect(count()).toBe(0)
    await open.commit()
    await vi.waitFor(() => expect(count()).toBe(1), { timeout: 60_000 })
    await stop()
  })

  test('are sent for transactions of several parts and for those of one round trip', async () => {
    const { count, stop } = await listening()
    await inOneTransaction(async () => {
      await append(event('n:2'))
      await append(event('n:2'))
    })
    await vi.waitFor(() => expect(count()).toBe(1), { timeout: 60_000 })
    const appending = (stream: string) => sql`with ${appendingEvents([event(stream)])} select`
    await inOneTrip(opened.db, [appending('n:3')])
    await vi.waitFor(() => expect(count()).toBe(2), { timeout: 60_000 })
    await inOneTrip(opened.db, [appending('n:4'), appending('n:5')])
    await vi.waitFor(() => expect(count()).toBe(3), { timeout: 60_000 })
    await stop()
  })

  test.runIf(testEngine() === 'postgres')('of many transactions are combined into one per 50 ms', async () => {
    const { count, stop } = await listening()
    const begun = performance.now()
    for (let number = 0; number < 100; number += 1) await append(event('n:6', number))
    const intervals = (performance.now() - begun) / 50
    await vi.waitFor(() => expect(count()).toBeGreaterThan(0), { timeout: 60_000 })
    expect(count()).toBeLessThanOrEqual(intervals + 2)
    await stop()
  })
})

describe('appending', () => {
  test('numbers each event in its stream, in the order given', async () => {
    const stored = await append(
      event('a:1', 1),
      event('b:1', { deep: [null, 'x'] }),
      event('a:1', 'three'),
      event('a:1'),
    )
    expect(stored.map(({ stream, sequence, payload }) => [stream, sequence, payload])).toEqual([
      ['a:1', 1, 1],
      ['b:1', 1, { deep: [null, 'x'] }],
      ['a:1', 2, 'three'],
      ['a:1', 3, null],
    ])
    const [next] = await append({ ...event('a:1'), projectId: 4, userId: 5 })
    expect(next).toMatchObject({ sequence: 4, projectId: 4, userId: 5, type: 'thing/happened' })
    expect(next?.at).toBeInstanceOf(Date)
    expect(next?.uid).toMatch(/^[0-9a-f-]{36}$/)
    expect(await streamSequence(opened.db, 'a:1')).toBe(4)
    expect(await streamSequence(opened.db, 'nobody:1')).toBe(0)
    expect(await append()).toEqual([])
  })

  test('leaves nothing behind when the transaction is rolled back', async () => {
    const failed = opened.db.transaction().execute(async (tx) => {
      await appendEvents(tx, [event('rolled:1')])
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await streamSequence(opened.db, 'rolled:1')).toBe(0)
    expect(await append(event('rolled:1'))).toMatchObject([{ sequence: 1 }])
  })
})

describe('reading a stream', () => {
  test('returns the events after a number, with the first and last that there are', async () => {
    await append(...[1, 2, 3, 4, 5].map((n) => event('read:1', n)))
    const page = await readStream(opened.db, 'read:1', 2, 2)
    expect(page.events.map(({ sequence, payload }) => [sequence, payload])).toEqual([
      [3, 3],
      [4, 4],
    ])
    expect(page).toMatchObject({ first: 1, last: 5 })
    expect(await readStream(opened.db, 'read:1', 5, 10)).toEqual({ events: [], first: 1, last: 5 })
    expect(await readStream(opened.db, 'unheard:1', 0, 10)).toEqual({ events: [], first: null, last: 0 })
  })

  test('reports from which event it is complete once old events are pruned', async () => {
    await append(...[1, 2, 3].map((n) => event('old:1', n)), { ...event('old:1', 4), type: 'kept/event' })
    await append(event('old:2'))
    await sql`update event set at = now() - interval '40 days' where stream like 'old:%'`.execute(opened.db)
    await append(event('old:1', 5))
    const olderThan = new Date(Date.now() - 30 * 24 * 3600 * 1000)
    expect(await pruneEvents(opened.db, { olderThan, keepTypes: ['kept/event'], limit: 2 })).toBe(2)
    expect(await readStream(opened.db, 'old:1', 0, 10)).toMatchObject({ first: 3, last: 5 })
    expect(await pruneEvents(opened.db, { olderThan, keepTypes: ['kept/event'], limit: 10 })).toBe(2)
    const rest = await readStream(opened.db, 'old:1', 0, 10)
    expect(rest.first).toBe(4)
    expect(rest.events.map(({ sequence }) => sequence)).toEqual([4, 5])
    expect(await readStream(opened.db, 'old:2', 0, 10)).toEqual({ events: [], first: null, last: 1 })
    expect(await append(event('old:2'))).toMatchObject([{ sequence: 2 }])
  })
})

/** The database, and a promise for the next read from it. */
const countedLooks = () => {
  let waiting: (() => void)[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      waiting.forEach((go) => go())
      waiting = []
      return Promise.resolve(result)
    },
  }
  return { db: opened.db.withPlugin(plugin), next: () => new Promise<void>((resolve) => waiting.push(resolve)) }
}

const contiguous = (seen: readonly StoredEvent[]): void => {
  const last = new Map<string, number>()
  for (const { stream, sequence } of seen) {
    expect([stream, sequence]).toEqual([stream, (last.get(stream) ?? 0) + 1])
    last.set(stream, sequence)
  }
}

describe('tailing', () => {
  test('delivers every event of eight concurrent writers once, each stream in sequence', async () => {
    const seen: StoredEvent[] = []
    const tail = await tailEvents(
      opened,
      only(['w', 'own'], (events) => void seen.push(...events)),
      { batch: 7 },
    )
    const writer = async (number: number): Promise<void> => {
      for (let turn = 0; turn < 25; turn += 1) {
        // Overlapping sets of streams in every order, written early in the transaction and late.
        await opened.db.transaction().execute(async (tx) => {
          if (turn % 2 === 0) await sql`select pg_current_xact_id()`.execute(tx)
          if (turn % 3 === 0) await sql`select count(*) from generate_series(1, ${number * 500}::int)`.execute(tx)
          await appendEvents(tx, [
            event(`w:${(turn + number) % 3}`),
            event(`w:${number % 4}`),
            event(`own:${number}`, turn),
          ])
        })
      }
    }
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(writer))
    await tail.caughtUp()
    await tail.stop()
    expect(seen).toHaveLength(8 * 25 * 3)
    expect(new Set(seen.map(({ uid }) => uid)).size).toBe(seen.length)
    contiguous(seen)
  })

  test('receives an event with its commit, without waiting for the next poll', async () => {
    let on: (events: StoredEvent[]) => void = () => undefined
    const received = new Promise<StoredEvent[]>((resolve) => (on = resolve))
    const tail = await tailEvents(
      opened,
      only(['woken'], (events) => on(events)),
      { pollMs: 3_600_000 },
    )
    await tail.caughtUp()
    await append(event('woken:1'))
    expect(await received).toMatchObject([{ stream: 'woken:1', sequence: 1 }])
    await tail.stop()
  })

  test('retries an event that its reader rejected, and continues without loss or repetition', async () => {
    const seen: StoredEvent[] = []
    let failures = 0
    const errors: unknown[] = []
    const first = await tailEvents(
      opened,
      only(['again'], (events) => {
        failures += 1
        if (failures < 3) throw new Error('not now')
        seen.push(...events)
      }),
      { pollMs: 5, onError: (error) => errors.push(error) },
    )
    await append(event('again:1'), event('again:1'))
    await first.caughtUp()
    await first.stop()
    expect(errors).toHaveLength(2)
    await append(event('again:1'))
    const second = await tailEvents(
      opened,
      only(['again'], (events) => void seen.push(...events)),
      {
        from: first.position(),
      },
    )
    await append(event('again:1'))
    await second.caughtUp()
    await second.stop()
    await append(event('again:1'))
    expect(seen.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
  })
})

describe.runIf(testEngine() === 'postgres')('tailing beside open transactions', () => {
  test('never skips an event whose transaction commits late', async () => {
    const seen: StoredEvent[] = []
    const looks = countedLooks()
    const tail = await tailEvents(
      { ...opened, db: looks.db },
      only(['late', 'swift'], (events) => void seen.push(...events)),
    )
    const late = await openTransaction()
    await appendEvents(late.tx, [event('late:1')])
    await append(event('swift:1'), event('swift:1'))
    await append(event('swift:2'))
    await looks.next() // the tail has polled since the fast transactions committed
    await looks.next()
    expect(seen).toEqual([])
    await late.commit()
    await append(event('swift:1'))
    await tail.caughtUp()
    await tail.stop()
    expect(seen.map(({ stream, sequence }) => `${stream} ${sequence}`)).toEqual([
      'late:1 1',
      'swift:1 1',
      'swift:1 2',
      'swift:2 1',
      'swift:1 3',
    ])
  })

  test('continues by itself when the transaction that held it back ends silently', async () => {
    const seen: StoredEvent[] = []
    const looks = countedLooks()
    let on = (): void => undefined
    const received = new Promise<void>((resolve) => (on = resolve))
    const tail = await tailEvents(
      { ...opened, db: looks.db },
      only(['held'], (events) => {
        seen.push(...events)
        on()
      }),
      { pollMs: 3_600_000 },
    )
    const silent = await openTransaction()
    await sql`select pg_current_xact_id()`.execute(silent.tx)
    await append(event('held:1'))
    await looks.next()
    await looks.next()
    expect(seen).toEqual([])
    await silent.rollback()
    await received
    await tail.stop()
    expect(seen).toMatchObject([{ stream: 'held:1' }])
  })

  test('keeps a stream in sequence when an older transaction appends after a younger one', async () => {
    const seen: StoredEvent[] = []
    const tail = await tailEvents(
      opened,
      only(['order'], (events) => void seen.push(...events)),
    )
    const older = await openTransaction()
    await sql`select pg_current_xact_id()`.execute(older.tx)
    const between = await openTransaction()
    await sql`select pg_current_xact_id()`.execute(between.tx)
    await append(event('order:1', 'younger'), event('order:2', 'not ahead of its turn'))
    await appendEvents(older.tx, [event('order:1', 'older')])
    await older.commit() // the one between still runs: the younger one is beyond the horizon
    await vi.waitFor(() => expect(seen.map(({ payload }) => payload)).toEqual(['younger', 'older']), {
      timeout: 60_000,
    })
    await appendEvents(between.tx, [event('order:1', 'between')])
    await between.commit()
    await tail.caughtUp()
    await tail.stop()
    expect(seen.map(({ payload }) => payload)).toEqual(['younger', 'older', 'not ahead of its turn', 'between'])
    contiguous(seen)
  })
})
