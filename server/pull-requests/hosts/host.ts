import { z } from 'zod/mini'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Speaker } from '../../trackers/trackers.ts'

/** A pull request or merge request. */
export interface PullRequestOf {
  /** Path of the repository, as `owner/name`. */
  repository: string
  number: number
}

export interface StoredComment {
  id: string
  body: string
}

/** `pending`: the tests are running. */
export type CommitState = 'pending' | 'passed' | 'failed'

export interface CommitStatus {
  repository: string
  commit: string
  /** Null if the launch does not name it. */
  branch: string | null
  state: CommitState
  /** Identifies the status among those of the commit; a new one replaces the earlier. */
  context: string
  description: string
  url: string
}

/** Client of a git host. Every method throws `TrackerFailure`. */
export interface GitHostClient {
  /** Maximum characters of a comment. */
  maxComment: number
  /** Resolves with the account of the token; null if the host does not name it. */
  account(): Promise<string | null>
  checkRepository(repository: string): Promise<void>
  /** Resolves with the comments of a page, the oldest first. Pages begin at 1. */
  comments(of: PullRequestOf, page: number): Promise<{ items: StoredComment[]; isLast: boolean }>
  /** Resolves with the id of the new comment. */
  createComment(of: PullRequestOf, body: string): Promise<string>
  updateComment(of: PullRequestOf, id: string, body: string): Promise<void>
  setStatus(status: CommitStatus): Promise<void>
}

export interface ClientParts {
  outgoing: Outgoing
  signal: AbortSignal
}
export type OpenClient = (values: { url: string; token: string }, parts: ClientParts) => GitHostClient

export const COMMENTS_PAGE = 100

/** Part of an answer that is not read. */
export const Anything = z.unknown()
/** Ids are numbers at all hosts. */
export const WithId = z.object({ id: z.int() })

/** Sends JSON by another method than POST, as `Speaker.post`. */
export const sendJson = <T>(
  speaker: Speaker,
  method: 'PATCH' | 'PUT',
  path: string,
  schema: z.ZodMiniType<T>,
  body: unknown,
): Promise<T> =>
  speaker.ask(path, schema, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Returns the start of a text that is too long, without a half of a character. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`
