import type { FastifyInstance, RouteOptions } from 'fastify'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { Refusal } from '../refusal.ts'

const KB = 1024
export const MB = 1024 * KB

/** Allowance for headers and boundaries of a multipart form with one file. */
export const FORM_BYTES = 64 * KB
/** Limits of forms with a single file; other fields are bounded and ignored. */
export const FORM_PARTS = { files: 1, fieldNameSize: 200, fieldSize: 16 * KB, headerPairs: 50 } as const

/** Body limit of a route. */
export interface BodyLimit {
  method: string
  /** Path pattern with its `:names`. */
  url: string
  bytes: number
  /** Whether unauthenticated callers may send a body. */
  isOpen: boolean
}

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/**
 * Requires every route to declare a body limit, rejects longer bodies before they are read, and exposes the limits as `app.bodyLimits`.
 * Throws at startup for a route without a limit.
 */
export const limitBodies = (app: FastifyInstance): void => {
  const routes: RouteOptions[] = []
  const limits: BodyLimit[] = []
  app.decorate('bodyLimits', limits)
  app.addHook('onRoute', (route) => void routes.push(route))
  // Runs in `onReady`, because hooks of encapsulated scopes may set limits until then.
  app.addHook('onReady', async () => {
    for (const { method, url, bodyLimit, config } of routes)
      for (const one of [method].flat().filter((each) => !BODILESS.has(each))) {
        if (bodyLimit === undefined) throw new Error(`${one} ${url} declares no bodyLimit`)
        limits.push({ method: one, url, bytes: bodyLimit, isOpen: config?.isOpen === true })
      }
  })
  // Fastify only checks bodies that it parses; this also covers forms and streams.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const length = Number(request.headers['content-length'] ?? 0)
    const maxBytes = request.routeOptions.bodyLimit ?? 0
    if (length > maxBytes) return done(bodyTooLarge(maxBytes))
    done(null, payload)
  })
}

const bodyTooLarge = (maxBytes: number): Refusal => {
  const max = maxBytes < MB ? `${Math.floor(maxBytes / KB)} kB` : `${Math.floor(maxBytes / MB)} MB`
  return new Refusal(413, ERROR_CODES.tooLarge, `The request is too large: this call takes at most ${max}`)
}

declare module 'fastify' {
  interface FastifyInstance {
    bodyLimits: readonly BodyLimit[]
  }
  interface FastifyContextConfig {
    /** Whether unauthenticated callers may use it and send it a body. */
    isOpen?: boolean
  }
}
