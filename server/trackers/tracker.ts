import type { IssueField, TrackedIssue, TrackerKey, TrackerPerson } from '../../contract/launches/issues.ts'

export interface IssueText {
  target: string
  /** Id of a type; empty where the tracker has none. */
  type: string
  title: string
  description: string
  /** By the ids of `RequiredFields`. */
  fields: Readonly<Record<string, string>>
}

export interface RequiredFields {
  fields: IssueField[]
  /** Names of those that cannot be filled in from here. */
  unsupported: string[]
}

export const NO_FIELDS: RequiredFields = { fields: [], unsupported: [] }

/** `hasMore`: the tracker has others that match. */
export interface FoundPeople {
  items: TrackerPerson[]
  hasMore: boolean
}

export interface IssueFile {
  name: string
  contentType: string
  bytes: Buffer
}

/** A team's tracker. Every method throws `TrackerFailure`. */
export interface Tracker {
  key: TrackerKey
  name: string
  markup: 'markdown' | 'wiki'
  hasTypes: boolean
  /** Returns the tracker's key of a linked issue, or null where the link is not one of its issues. */
  keyOf(issueId: string): string | null
  /** What tests are linked to: a key that people recognise, or the issue's address. */
  linkOf(issue: TrackedIssue): string
  /** Resolves with those of `keys` that exist. */
  issues(keys: readonly string[]): Promise<Map<string, TrackedIssue>>
  /** Matches of all words in one project or repository, newest first. */
  search(text: string, target: string, most: number): Promise<TrackedIssue[]>
  targets(): Promise<{ key: string; name: string }[]>
  types(target: string): Promise<{ id: string; name: string }[]>
  /** What an issue needs besides title and description. */
  requiredFields(target: string, type: string): Promise<RequiredFields>
  /** Who can be assigned issues there; null for a tracker without fields that take people. */
  people: ((target: string, words: string, most: number) => Promise<FoundPeople>) | null
  create(text: IssueText): Promise<TrackedIssue>
  /** Adds a file to an issue that exists. */
  attach: ((key: string, file: IssueFile) => Promise<void>) | null
  /** Stores a file and returns the markup that shows it, for a tracker whose descriptions hold their files. */
  upload: ((target: string, file: IssueFile) => Promise<string>) | null
}

export type FailureKind = 'not-found' | 'credentials' | 'rights' | 'busy' | 'refused' | 'unreachable' | 'unexpected'

/** Why a tracker could not be asked, in words for people. Holds nothing of its answer but names of fields. */
export class TrackerFailure extends Error {
  readonly kind: FailureKind
  /** With `busy`: how long the tracker asks to be left alone. */
  readonly retryMs: number

  constructor(kind: FailureKind, message: string, { retryMs = 0, cause }: { retryMs?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.kind = kind
    this.retryMs = retryMs
  }
}

/** Whether nothing was created for sure. After the others the tracker may have taken the issue. */
export const isDefinite = ({ kind }: TrackerFailure): boolean => kind !== 'unreachable' && kind !== 'unexpected'
