import type { AnsweredAhead, OpenSession } from './session/session.ts'

/** Input for prerendering a page: its URL, the session, the answers to the page's first calls, and settings of this browser. */
export interface PrerenderedVisit {
  /** Path and search. */
  url: string
  session: Pick<OpenSession, 'user' | 'workspace'>
  answers: readonly AnsweredAhead[]
  isRailFolded: boolean
}

/**
 * Prerendering of a built page, run by the server that serves it, so that a browser displays the page before any code is loaded. The page
 * itself then replaces the prerendered markup.
 */
export interface Prerenderer {
  /** Returns the URLs of the calls whose answers the page needs. Empty: the page is not prerendered. */
  callsOf(url: string): string[]
  /** Returns the pattern of the page for a URL (path and search); null for an unknown URL. */
  patternOf(url: string): string | null
  /** Resolves with the markup of the page; null if it cannot be rendered from the answers. */
  prerender(visit: PrerenderedVisit): Promise<string | null>
}
