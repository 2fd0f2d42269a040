import type { FastifyInstance } from 'fastify'
import type { Principals } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import type { TrustedProxies } from '../http/trusted-proxies.ts'
import type { Routes } from '../http/routes.ts'
import { ALLOWANCES, type Allowances } from './allowances.ts'
import { openDoor } from './door.ts'
import { createHub, type Hub } from './hub.ts'
import { replayStream, type LiveMessage } from '../../contract/live.ts'
import { LIMITS } from '../../contract/limits.ts'
import { requireFeature } from '../access/authorise.ts'
import { maySeeTags } from '../access/failure-tags.ts'
import { readStream } from '../db/events.ts'
import { notFound } from '../http/refusal.ts'
import { outgoingOf, withoutTags } from './messages.ts'

interface Parts {
  db: Db
  principals: Principals
  publicUrl: string
  trustedProxies: TrustedProxies
  allowances?: Partial<Allowances> | undefined
}

/** Opens the live channel: STOMP over SockJS at `LIVE_ENDPOINT` (LIVE-01), and the replay of missed events. Closes with the app. */
export const openLiveChannel = (
  app: FastifyInstance,
  routes: Routes,
  { db, principals, publicUrl, trustedProxies, allowances: given }: Parts,
): Hub => {
  const allowances = { ...ALLOWANCES, ...given }
  const hub = createHub({ db, principals, log: app.log, allowances })
  openDoor(app, { hub, publicUrl, trustedProxies, allowances })
  replayRoute(routes, { db, principals })
  return hub
}

/** Registers the replay of a stream: responds with all events that a client missed, in order, or tells it to reload. */
const replayRoute = (routes: Routes, { db, principals }: { db: Db; principals: Principals }): void => {
  routes.inProject(replayStream, async ({ caller, params, query, project }) => {
    await requireFeature(principals, 'test-automation')
    if (!(await isOfProject(db, params.stream, project.id)))
      throw notFound(`There is no stream ${params.stream} in project ${project.key}`)
    const missed = await missedOf(db, params.stream, query.after)
    return maySeeTags(caller) ? missed : { ...missed, events: missed.events.map(withoutTags) }
  })
}

const isOfProject = async (db: Db, stream: string, projectId: number): Promise<boolean> => {
  const [kind, id] = stream.split(':')
  if (kind === 'project') return Number(id) === projectId
  const launch = await db
    .selectFrom('launch')
    .select('id')
    .where('id', '=', Number(id))
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return launch !== undefined
}

const missedOf = async (db: Db, stream: string, after: number) => {
  const { events, last } = await readStream(db, stream, after, LIMITS.replayEvents)
  const messages: LiveMessage[] = events.flatMap((event) => outgoingOf(event)?.message ?? [])
  // The gap cannot be closed: too many events, pruned ones, or ones that do not exist after a restored backup.
  const isWhole = messages.length === last - after && (messages[0]?.sequence ?? after + 1) === after + 1
  return isWhole ? { events: messages, last, reset: false } : { events: [], last, reset: true }
}
