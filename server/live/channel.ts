import type { FastifyInstance } from 'fastify'
import type { Principals } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import type { TrustedProxies } from '../http/trusted-proxies.ts'
import type { Routes } from '../http/routes.ts'
import { ALLOWANCES, type Allowances } from './allowances.ts'
import { openDoor } from './door.ts'
import { createHub, type Hub } from './hub.ts'
import { replayRoute } from './replay.ts'

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
