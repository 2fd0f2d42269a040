import type { AnsweredAhead, OpenSession } from './session/session.ts'

/** What a document is drawn for: its address, who asks, what the page's first calls were answered with, and habits of this browser. */
export interface PrerenderedVisit {
  /** Path and search. */
  url: string
  session: Pick<OpenSession, 'person' | 'workspace'>
  answers: readonly AnsweredAhead[]
  isRailFolded: boolean
}

/**
 * What a built page offers to the server that serves it: its first drawing, made where the data is, so that a browser shows it before
 * any code has come. The page itself takes its place then.
 */
export interface Prerenderer {
  /** Addresses of the calls whose answers the page of an address is drawn with. None: it is drawn by the browser alone. */
  callsOf(url: string): string[]
  /** Pattern of the page that an address (path and search) belongs to; null for an unknown address. */
  patternOf(url: string): string | null
  /** The markup of the page; null where the answers do not make one. */
  prerender(visit: PrerenderedVisit): Promise<string | null>
}
