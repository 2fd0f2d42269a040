import type { FastifyBaseLogger } from 'fastify'
import type { Principals } from '../access/principals.ts'
import type { StoredEvent } from '../db/events.ts'
import type { OpenedDatabase } from '../db/open.ts'
import { tailEvents, type Tail } from '../db/tail.ts'

/** Told of committed events in batches, at least once and in order; the next batch waits for it. */
export type Listener = (events: readonly StoredEvent[]) => void | Promise<void>

/** The one tail of this process: each batch goes to one listener after the other. Where one fails, the batch comes again to all. */
export const startBroker = (
  opened: OpenedDatabase,
  listeners: readonly Listener[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Tail> =>
  tailEvents(
    opened,
    async (events) => {
      for (const listener of listeners) await listener(events)
    },
    { onError: (error) => log.warn({ err: error }, 'events could not be delivered; they are tried again') },
  )

/** Another node may have changed who may do what. */
export const forgetChanged =
  (principals: Pick<Principals, 'forget'>): Listener =>
  (events) => {
    if (events.some(({ stream }) => stream === 'workspace')) return principals.forget()
    const people = events.flatMap(({ stream }) => (stream.startsWith('person:') ? [Number(stream.slice(7))] : []))
    for (const person of new Set(people)) principals.forget(person)
  }

/** Tells `onForget`, too, whenever anybody's rights are forgotten. */
export const watchForgetting = (principals: Principals, onForget: (personId?: number) => void): Principals => ({
  ...principals,
  forget: (personId) => {
    principals.forget(personId)
    onForget(personId)
  },
})
