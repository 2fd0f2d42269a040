import type { IssueField, TrackedIssue, TrackerKey, TrackerUser } from '../../contract/launches/issues.ts'

export interface IssueText {
  target: string
  /** Id of a type; empty when the tracker has none. */
  type: string
  title: string
  description: string
  /** Values by the ids of `RequiredFields`. */
  fields: Readonly<Record<string, string>>
}

export interface RequiredFields {
  fields: IssueField[]
  /** Names of required fields that cannot be filled in here. */
  unsupported: string[]
}

export const NO_FIELDS: RequiredFields = { fields: [], unsupported: [] }

/** `hasMore`: the tracker has further matches. */
export interface FoundPeople {
  items: TrackerUser[]
  hasMore: boolean
}

export interface IssueFile {
  name: string
  contentType: string
  bytes: Buffer
}

/** Issue tracker of a team. Every method throws `TrackerFailure`. */
export interface Tracker {
  key: TrackerKey
  name: string
  markup: 'markdown' | 'wiki'
  hasTypes: boolean
  /** Returns the tracker's key of a linked issue; null when the link is not one of its issues. */
  keyOf(issueId: string): string | null
  /** Returns the text that links tests to an issue: a readable key, or the issue's URL. */
  linkOf(issue: TrackedIssue): string
  /** Resolves with the existing issues of `keys`. */
  issues(keys: readonly string[]): Promise<Map<string, TrackedIssue>>
  /** Resolves with issues that contain all words in one project or repository, newest first. */
  search(text: string, target: string, max: number): Promise<TrackedIssue[]>
  targets(): Promise<{ key: string; name: string }[]>
  types(target: string): Promise<{ id: string; name: string }[]>
  /** Resolves with the required fields besides title and description. */
  requiredFields(target: string, type: string): Promise<RequiredFields>
  /** Searches users to whom issues can be assigned there; null for a tracker without user fields. */
  people: ((target: string, words: string, max: number) => Promise<FoundPeople>) | null
  create(text: IssueText): Promise<TrackedIssue>
  /** Adds a file to an existing issue. */
  attach: ((key: string, file: IssueFile) => Promise<void>) | null
  /** Stores a file and resolves with the markup that embeds it, for a tracker whose descriptions contain their files. */
  upload: ((target: string, file: IssueFile) => Promise<string>) | null
}

export type FailureKind = 'not-found' | 'credentials' | 'rights' | 'busy' | 'refused' | 'unreachable' | 'unexpected'

/** Failed call of a tracker, with a message for users. Contains nothing of the response except field names. */
export class TrackerFailure extends Error {
  readonly kind: FailureKind
  /** For `busy`: delay in ms that the tracker requests. */
  readonly retryMs: number

  constructor(kind: FailureKind, message: string, { retryMs = 0, cause }: { retryMs?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.kind = kind
    this.retryMs = retryMs
  }
}

/** Returns whether the failed request certainly created nothing. Otherwise the tracker may have created the issue. */
export const isDefinite = ({ kind }: TrackerFailure): boolean => kind !== 'unreachable' && kind !== 'unexpected'
