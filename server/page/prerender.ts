import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Prerenderer } from '../../contract/prerender.ts'
import type { SignedInUser, Workspace } from '../../contract/session/session.ts'
import type { Principals } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import { answerAhead } from '../http/answer-ahead.ts'
import { hasReadCookie, readCookie } from '../access/read-cookies.ts'

/** Prerendering of pages for their documents. */
export interface Prerender {
  /** Inline script of every prerendered document (`views/server-rendering/early-input.ts`). */
  earlyInput: string
  /** Pattern of the page of a URL; null for an unknown one. */
  patternOf(url: string): string | null
  /** Renders the requested page for the request's user; null, synchronously, when the browser has to render it alone. */
  draw(request: FastifyRequest): Promise<string | null> | null
}

/** Reads the display settings that documents depend on (`views/server-rendering/habits.ts`): a cookie each, sent with documents only. */
export const readHabits = ({ cookies }: FastifyRequest) => ({
  theme: cookies['assay_theme'] === 'dark' ? 'dark' : cookies['assay_theme'] === 'light' ? 'light' : null,
  isRailFolded: cookies['assay_rail'] === 'folded',
  /** The user signed out offline: the session still exists on the server, but must not be used. */
  isSigningOut: cookies['assay_signing_out'] !== undefined,
})

const readEarlyInput = (clientDir: string): string => {
  const file = path.join(clientDir, '.vite/early-input.js')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

/** Returns the script sources of the content security policy: the application's files, and the inline script of its documents. */
export const scriptSources = (clientDir: string | undefined): string[] => {
  const script = clientDir === undefined ? '' : readEarlyInput(clientDir)
  if (script === '') return ["'self'"]
  return ["'self'", `'sha256-${createHash('sha256').update(script).digest('base64')}'`]
}

/** Limit of the rendering time that a document waits for. */
const MAX_MS = 1000

interface PrerenderParts {
  db: Db
  principals: Principals
  /** Reads the user and the workspace as a session describes them. */
  readSession: (db: Db, userId: number) => Promise<{ user: SignedInUser; workspace: Workspace }>
}

/**
 * Opens the prerenderer of the build; null when there is none. It makes the page's calls as the browser would: through all checks of their
 * routes, as the user of the cookie.
 */
export const openPrerender = async (
  app: FastifyInstance,
  clientDir: string,
  { db, principals, readSession }: PrerenderParts,
): Promise<Prerender | null> => {
  const built = path.join(clientDir, '.vite/prerender.mjs')
  if (!existsSync(built)) return null
  const { prerenderer } = (await import(pathToFileURL(built).href)) as { prerenderer: Prerenderer }

  const draw = async (request: FastifyRequest, calls: readonly string[]): Promise<string | null> => {
    const caller = await readCookie(db, request, 'pages')
    if (caller === null) return null
    const { token, giveBack } = principals.lend(caller)
    try {
      const [session, answers] = await Promise.all([
        readSession(db, caller.userId),
        answerAhead(app, token, calls, MAX_MS),
      ])
      if (answers.length < calls.length || answers.some(({ status }) => status !== 200)) return null
      const { isRailFolded } = readHabits(request)
      return await prerenderer.prerender({ url: request.url, session, answers, isRailFolded })
    } finally {
      giveBack()
    }
  }

  return {
    earlyInput: readEarlyInput(clientDir),
    patternOf: (url) => prerenderer.patternOf(url),
    draw: (request) => {
      if (!hasReadCookie(request, 'pages') || readHabits(request).isSigningOut) return null
      const calls = prerenderer.callsOf(request.url)
      if (calls.length === 0) return null
      return inTime(
        draw(request, calls).catch((error: unknown) => {
          request.log.warn({ err: error }, 'the page could not be drawn for its document')
          return null
        }),
      )
    },
  }
}

const inTime = async (drawn: Promise<string | null>): Promise<string | null> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, MAX_MS, null)
  })
  try {
    return await Promise.race([drawn, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
