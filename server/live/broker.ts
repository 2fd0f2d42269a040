import type { FastifyBaseLogger } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Principals } from '../access/principals.ts'
import type { StoredEvent } from '../db/events.ts'
import type { OpenedDatabase } from '../db/open.ts'
import { tailEvents, type Tail } from '../db/tail.ts'

/** Receives committed events in batches, at least once and in order; the next batch waits until it resolves. */
export type Listener = (events: readonly StoredEvent[]) => void | Promise<void>

/**
 * Starts the process's single reader of the event log: passes each batch to the listeners one after the other. When one fails, the batch is
 * delivered to all again. `needed`: the condition for events whose payloads are read.
 */
export const startBroker = (
  opened: OpenedDatabase,
  listeners: readonly Listener[],
  needed: () => RawBuilder<boolean>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Tail> =>
  tailEvents(
    opened,
    async (events) => {
      for (const listener of listeners) await listener(events)
    },
    { needed, onError: (error) => log.warn({ err: error }, 'events could not be delivered; they are tried again') },
  )

/** Invalidates cached permissions that another node may have changed. */
export const forgetChanged =
  (principals: Pick<Principals, 'forget'>): Listener =>
  (events) => {
    if (events.some(({ stream }) => stream === 'workspace')) return principals.forget()
    const people = events.flatMap(({ stream }) => (stream.startsWith('person:') ? [Number(stream.slice(7))] : []))
    for (const user of new Set(people)) principals.forget(user)
  }

/** Wraps `principals`, so that `onForget` is called whenever cached permissions are invalidated. */
export const watchForgetting = (principals: Principals, onForget: (userId?: number) => void): Principals => ({
  ...principals,
  forget: (userId) => {
    principals.forget(userId)
    onForget(userId)
  },
})
