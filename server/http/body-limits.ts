import type { FastifyInstance, RouteOptions } from 'fastify'
import { ERROR_CODES } from '../../contract/errors.ts'
import { Refusal } from './refusal.ts'

const KB = 1024
export const MB = 1024 * KB

/** Headers and boundaries around the one file of a multipart form. */
export const FORM_BYTES = 64 * KB
/** For the forms that carry one file: whatever else they hold is bounded, and not used. */
export const FORM_PARTS = { files: 1, fieldNameSize: 200, fieldSize: 16 * KB, headerPairs: 50 } as const

/** One route that takes a body. */
export interface BodyLimit {
  method: string
  /** As it is registered, with its `:names`. */
  url: string
  bytes: number
  /** Whether a caller nobody knows may send a body. */
  isOpen: boolean
}

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/**
 * Makes every route declare the largest body it takes, refuses longer ones before they are read, and lists the limits as
 * `app.bodyLimits`. Throws at start for a route that declares none.
 */
export const limitBodies = (app: FastifyInstance): void => {
  const routes: RouteOptions[] = []
  const limits: BodyLimit[] = []
  app.decorate('bodyLimits', limits)
  app.addHook('onRoute', (route) => void routes.push(route))
  // Only now: hooks of the scopes they are in may still have given routes their limits.
  app.addHook('onReady', async () => {
    for (const { method, url, bodyLimit, config } of routes)
      for (const one of [method].flat().filter((each) => !BODILESS.has(each))) {
        if (bodyLimit === undefined) throw new Error(`${one} ${url} declares no bodyLimit`)
        limits.push({ method: one, url, bytes: bodyLimit, isOpen: config?.isOpen === true })
      }
  })
  // Fastify looks at the length of what it parses itself; this holds for forms and streams too.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const length = Number(request.headers['content-length'] ?? 0)
    const mostBytes = request.routeOptions.bodyLimit ?? 0
    if (length > mostBytes) return done(bodyTooLarge(mostBytes))
    done(null, payload)
  })
}

const bodyTooLarge = (mostBytes: number): Refusal => {
  const most = mostBytes < MB ? `${Math.floor(mostBytes / KB)} kB` : `${Math.floor(mostBytes / MB)} MB`
  return new Refusal(413, ERROR_CODES.tooLarge, `The request is too large: this call takes at most ${most}`)
}

declare module 'fastify' {
  interface FastifyInstance {
    bodyLimits: readonly BodyLimit[]
  }
  interface FastifyContextConfig {
    /** Anyone may call it, and send it a body. */
    isOpen?: boolean
  }
}
