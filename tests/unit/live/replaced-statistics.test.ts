import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredEvent } from '../../../server/db/events.ts'
import { withoutReplaced } from '../../../server/live/messages.ts'

/** An event about launch 1, 2 or 3; those of odd launches are in the first of two projects. */
const reported = fc.record({
  launchId: fc.integer({ min: 1, max: 3 }),
  type: fc.constantFrom('launch/statistics', 'launch/changed'),
  isRead: fc.boolean(),
})

/** Batches of events as the tail of the event log delivers them. */
const batches = fc.array(fc.array(reported, { maxLength: 12 }), { maxLength: 5 }).map((given) => {
  const sequences = new Map<string, number>()
  return given.map((batch) =>
    batch.map(({ launchId, type, isRead }, id): StoredEvent => {
      const stream = `project:${launchId % 2}`
      const sequence = (sequences.get(stream) ?? 0) + 1
      sequences.set(stream, sequence)
      const payload = isRead ? { testRunId: launchId } : null
      const rest = { xid: '7', projectId: 1, userId: null, at: new Date(0), uid: `${stream} ${sequence}` }
      return { id, stream, sequence, type, payload, ...rest }
    }),
  )
})

const launchOf = ({ type, payload }: StoredEvent) =>
  type === 'launch/statistics' ? (payload as { testRunId: number } | null)?.testRunId : undefined

test('a batch has only the last statistics of each launch, and all other events', () => {
  fc.assert(
    fc.property(batches, (given) => {
      for (const batch of given) {
        const sent = withoutReplaced(batch).map(({ uid }) => uid)
        const expected = batch.filter((event, place) => {
          const launchId = launchOf(event)
          return launchId === undefined || !batch.slice(place + 1).some((later) => launchOf(later) === launchId)
        })
        expect(sent).toEqual(expected.map(({ uid }) => uid))
      }
    }),
  )
})

test('each event has the number of the event of its stream that was sent before it', () => {
  fc.assert(
    fc.property(batches, (given) => {
      const last = new Map<string, number>()
      for (const { stream, sequence, previous = sequence - 1 } of given.flatMap(withoutReplaced)) {
        expect(previous).toBe(last.get(stream) ?? 0)
        last.set(stream, sequence)
      }
    }),
  )
})
