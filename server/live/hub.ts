import type { FastifyBaseLogger } from 'fastify'
import type { RawBuilder } from 'kysely'
import { setImmediate as breathe } from 'node:timers/promises'
import { readDestination, TOPICS, type LiveMessage } from '../../contract/live.ts'
import type { Principals } from '../access/principals.ts'
import type { StoredEvent } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import type { Allowances } from './allowances.ts'
import { Connection, type ConnectionContext, type Subscription, type Wire } from './connection.ts'
import { messageTail } from './frames.ts'
import { broadcastsOf, withoutReplaced, withoutTags } from './messages.ts'
import { neededPayloads } from './payloads.ts'
import { createUnauthenticated } from './unauthenticated.ts'
import { credentialOf, hasTopic, mayReceive, readRights } from './rights.ts'

/** All connections, and the distribution of events to subscribers. */
export interface Hub {
  /** Registers a new client from this address. */
  welcome(wire: Wire, address: string): Connection
  /**
   * Sends the events in order to the subscribers of their topics who may receive them, without those that later ones replace. Resolves once
   * all messages are queued for sending. Rejects when changed permissions could not be read: the rest is not sent, and the same events may be
   * delivered again.
   */
  deliver(events: readonly StoredEvent[]): Promise<void>
  /** Returns the condition for events whose payloads `deliver` and other listeners need. */
  needed(): RawBuilder<boolean>
  /** Marks a user's or all users' permissions as stale: no event is sent before they are read again. */
  changed(userId?: number): void
  /** Sends heart-beats, and periodically re-reads permissions that may have expired. */
  tick(): void
  close(): void
  size(): number
}

interface Parts {
  db: Db
  principals: Principals
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  allowances: Allowances
  now?: () => number
}

/** Number of deliveries after which they are written and the event loop gets a turn. */
const BREATH = 5_000

export const createHub = ({ db, principals, log, allowances, now = Date.now }: Parts): Hub => {
  const connections = new Set<Connection>()
  const unauthenticated = createUnauthenticated(allowances)
  const subscribers = new Map<string, Set<Subscription>>()
  let stale = new Set<Connection>()
  let refreshing: Promise<void> | null = null
  // Generation of the permissions: those whose read started before a change must not be used.
  let era = 0
  let checkedAt = now()
  let tenant: string | null = null

  const tenantName = async (): Promise<string | null> => {
    tenant ??= (await db.selectFrom('workspace').select('tenant').executeTakeFirst())?.tenant ?? null
    return tenant
  }

  const context: ConnectionContext = {
    allowances,
    now,
    admit: async (connection, authorization) => {
      for (;;) {
        const readIn = era
        const credential = await credentialOf(principals, authorization)
        if (credential === null) return 'unauthorised'
        const [rights = null] = await readRights(db, principals, [credential], now())
        if (readIn !== era) continue
        if (rights === null) return 'unauthorised'
        const others = [...connections].filter((other) => other.rights?.userId === rights.userId)
        if (others.length >= allowances.connectionsPerUser) return 'too many connections'
        connection.credential = credential
        connection.rights = rights
        unauthenticated.remove(connection)
        return null
      }
    },
    topicFor: async (destination, connection) => {
      const name = await tenantName()
      const requested = name === null ? null : readDestination(destination, name)
      const { rights } = connection
      if (requested === null || rights === null) return null
      const { scope } = TOPICS[requested.name]
      if (scope === 'workspace') return hasTopic(rights, requested.name) ? requested.topic : null
      if (scope === 'project') return mayReceive(rights, requested.name, requested.id) ? requested.topic : null
      const launch = await db
        .selectFrom('launch')
        .select('project_id')
        .where('id', '=', requested.id ?? 0)
        .executeTakeFirst()
      // Read again after the query: they may have changed meanwhile.
      const now = connection.rights
      return launch && now !== null && mayReceive(now, requested.name, launch.project_id) ? requested.topic : null
    },
    subscribed: (subscription) => {
      const known = subscribers.get(subscription.topic) ?? new Set()
      subscribers.set(subscription.topic, known.add(subscription))
    },
    unsubscribed: (subscription) => {
      const known = subscribers.get(subscription.topic)
      known?.delete(subscription)
      if (known?.size === 0) subscribers.delete(subscription.topic)
    },
    ended: (connection) => {
      connections.delete(connection)
      unauthenticated.remove(connection)
    },
    report: (problem, error) => log.warn({ err: error }, `live channel: ${problem}`),
  }

  /** Resolves when no connection has stale permissions. */
  const settle = async (): Promise<void> => {
    while (stale.size > 0 || refreshing !== null) await (refreshing ??= refresh().finally(() => (refreshing = null)))
  }

  const refresh = async (): Promise<void> => {
    const doubted = [...stale].filter((connection) => connections.has(connection))
    stale = new Set()
    const known = doubted.flatMap(({ credential }) => (credential === null ? [] : [credential]))
    try {
      const rights = await readRights(db, principals, known, now())
      let next = 0
      for (const connection of doubted) {
        if (connection.credential === null) continue
        const found = rights[next] ?? null
        next += 1
        if (found === null) connection.fail('unauthorised')
        else connection.rights = found
      }
    } catch (error) {
      for (const connection of doubted) stale.add(connection)
      throw error
    }
  }

  const doubt = (userId?: number): void => {
    era += 1
    for (const connection of connections)
      if (connection.rights !== null && (userId === undefined || connection.rights.userId === userId))
        stale.add(connection)
    settle().catch((error: unknown) => log.warn({ err: error }, 'live channel: rights could not be read'))
  }

  return {
    welcome: (wire, address) => {
      const connection = new Connection(wire, context)
      connections.add(connection)
      unauthenticated.add(connection, address)
      return connection
    },
    deliver: async (events) => {
      let deliveries = 0
      const receivers = new Set<Connection>()
      const flush = () => {
        for (const receiver of receivers) receiver.flush()
        receivers.clear()
      }
      await settle()
      const broadcasts = withoutReplaced(events).flatMap((event) =>
        broadcastsOf(event).map((broadcast) => ({ ...broadcast, projectId: event.projectId })),
      )
      for (const broadcast of broadcasts) {
        const listening = subscribers.get(broadcast.topic)
        if (!listening) continue
        const tail = messageTail(broadcast.message)
        let tailWithoutTags: string | null = null
        for (const subscription of listening) {
          const { rights } = subscription.connection
          if (rights === null) continue
          if (broadcast.userId !== undefined && broadcast.userId !== rights.userId) continue
          if (!mayReceive(rights, broadcast.name, broadcast.projectId)) {
            if (broadcast.name !== 'settings') continue
            // A removed member receives this one event as the notice of the removal, and none after it.
            listening.delete(subscription)
          }
          if (rights.seesTags || broadcast.name !== 'tests') subscription.connection.deliver(subscription, tail)
          else {
            tailWithoutTags ??= messageTail(withoutTags(broadcast.message as LiveMessage))
            subscription.connection.deliver(subscription, tailWithoutTags)
          }
          receivers.add(subscription.connection)
          deliveries += 1
          if (deliveries % BREATH === 0) {
            flush()
            await breathe()
            await settle()
          }
        }
      }
      flush()
    },
    needed: () => neededPayloads([...subscribers.keys()]),
    changed: doubt,
    tick: () => {
      for (const connection of connections) connection.beat()
      if (stale.size > 0 || now() - checkedAt >= allowances.recheckMs) {
        checkedAt = now()
        doubt()
      }
    },
    close: () => {
      for (const connection of connections) connection.close()
    },
    size: () => connections.size,
  }
}
