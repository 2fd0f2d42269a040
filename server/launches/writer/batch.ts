import type { Selectable } from 'kysely'
import type {
  ArtifactTable,
  FailureCauseTable,
  LogLineTable,
  TestAttemptTable,
  TestSessionTable,
} from '../../db/schema.ts'
import type { LaunchExecutionTable } from '../../db/launchers-schema.ts'
import { notFound } from '../../http/refusal.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { IdempotencyKey } from '../../db/idempotency-keys.ts'
import type { LaunchRow, TestRow } from '../rows.ts'

export type SessionRow = Selectable<TestSessionTable>

/** A row with how it was before the batch: `before` is null for a new one, `row` for a deleted one. */
export interface Held<Row> {
  before: Row | null
  row: Row | null
}

/** Ids for rows to come, fetched from the database ahead of need. */
export interface NewIds {
  launch(): number
  test(): number
  session(): number
}

/** What an operation has to find in the batch. Unknown ids are simply not there. */
export interface Needs {
  /** The row that it may add. */
  creates?: 'launch' | 'test' | 'session'
  /** How many tests it may add, where it is more than one. */
  createsTests?: number
  launches?: readonly number[]
  /** Projects in which it may number a new launch. */
  numbersIn?: readonly number[]
  /** Launches by what their agent calls them. */
  uuids?: readonly { projectId: number; uuid: string }[]
  tests?: readonly number[]
  /** All open tests, or all open browser sessions, of these launches. */
  openTestsOf?: readonly number[]
  openSessionsOf?: readonly number[]
  sessions?: readonly number[]
  /** Sessions of a launch by the driver's id. */
  driverSessions?: readonly { launchId: number; sessionId: string }[]
  usernames?: readonly string[]
  /** Failures whose tag it may need: of this launch, or of a new one of this project; the key is null for a failure without a text. */
  failures?: readonly { launchId?: number; projectId?: number; keys: readonly (string | null)[] }[]
}

/** The tag that a new failure gets: `isKnown` when people gave it to the cause before. */
export interface FailureTagOfCause {
  tagId: number | null
  isKnown: boolean
  /** Key of the cause, which others may have been merged into. */
  rootKey: string | null
}

export type CauseTag = Pick<
  Selectable<FailureCauseTable>,
  'project_id' | 'key' | 'tag_id' | 'tagged_by' | 'tagged_at' | 'tagged_launch_id'
>

export const causeIn = (projectId: number, key: string | null): string => `${projectId} ${key ?? ''}`

/**
 * The rows that a batch of operations works on, in memory: loaded and locked before, written after. Operations read and replace
 * rows here and nowhere else; rows and what hangs on them are never changed in place.
 */
export class Batch {
  readonly launches = new Map<number, Held<LaunchRow>>()
  readonly tests = new Map<number, Held<TestRow>>()
  readonly sessions = new Map<number, Held<SessionRow>>()
  /** Links of sessions and tests that were there before, and those that are new, as `session:test`. */
  readonly knownLinks = new Set<string>()
  readonly newLinks = new Map<string, { test_session_id: number; test_id: number }>()
  readonly people = new Map<string, number>()
  /** Tags of failures, by project and failure key. */
  readonly failureTags = new Map<string, FailureTagOfCause>()
  /** What people decided, by project and key of the cause. */
  readonly causeTags = new Map<string, CauseTag>()
  /** Number of the newest launch by project, and the projects in which the batch numbers more. */
  readonly launchNumbers = new Map<number, number>()
  readonly numbered = new Set<number>()
  readonly logLines: Omit<Selectable<LogLineTable>, 'id'>[] = []
  /** Places in the queue of launches that the batch adds. */
  readonly executions: Pick<
    Selectable<LaunchExecutionTable>,
    | 'launch_id'
    | 'project_id'
    | 'repository_id'
    | 'launcher_id'
    | 'preset_id'
    | 'attempt'
    | 'config'
    | 'run_context'
    | 'started_via'
  >[] = []
  readonly attempts: Selectable<TestAttemptTable>[] = []
  readonly artifacts: Omit<Selectable<ArtifactTable>, 'id' | 'created_at'>[] = []
  /** Keys of requests that are not to be carried out twice, with their answers. */
  readonly keys: (IdempotencyKey & { answer: unknown })[] = []
  /** Who changed a test by hand, by its id; agents' changes are nobody's. */
  readonly changedBy = new Map<number, number>()
  /** Launches whose artifacts changed although their row did not. */
  readonly retold = new Set<number>()
  /** Tests that are added complete: nobody changes them next, so that they are not worth a place in the row cache. */
  readonly complete = new Set<number>()
  readonly ids: NewIds
  readonly now: Date

  constructor(ids: NewIds, now: Date) {
    this.ids = ids
    this.now = now
  }

  launch(id: number): LaunchRow {
    const row = this.launches.get(id)?.row
    if (!row) throw notFound(TEXTS.launchNotFound)
    return row
  }

  /** The tag and cause of a failure that the needs named. */
  failureTag(projectId: number, key: string | null): FailureTagOfCause {
    return this.failureTags.get(causeIn(projectId, key)) ?? { tagId: null, isKnown: false, rootKey: key }
  }

  launchByUuid(projectId: number, uuid: string): LaunchRow | null {
    for (const { row } of this.launches.values()) if (row?.uuid === uuid && row.project_id === projectId) return row
    return null
  }

  /** Returns the number of the project's next launch: 1, 2, 3 … without gaps. */
  numberLaunch(projectId: number): number {
    const number = (this.launchNumbers.get(projectId) ?? 0) + 1
    this.launchNumbers.set(projectId, number)
    this.numbered.add(projectId)
    return number
  }

  setLaunch(row: LaunchRow): void {
    this.launches.set(row.id, { before: this.launches.get(row.id)?.before ?? null, row })
  }

  /** 404 for a test of another launch, one that never was, and one that was taken back. */
  test(launchId: number, id: number): TestRow {
    const row = this.findTest(launchId, id)
    if (!row) throw notFound(`Test ${id} does not exist in launch ${launchId}`)
    return row
  }

  findTest(launchId: number, id: number): TestRow | null {
    const row = this.tests.get(id)?.row
    return row?.launch_id === launchId ? row : null
  }

  setTest(row: TestRow): void {
    this.tests.set(row.id, { before: this.tests.get(row.id)?.before ?? null, row })
  }

  deleteTest(id: number): void {
    this.tests.set(id, { before: this.tests.get(id)?.before ?? null, row: null })
  }

  session(launchId: number, id: number): SessionRow {
    const row = this.sessions.get(id)?.row
    if (row?.launch_id !== launchId) throw notFound(`Session ${id} does not exist in launch ${launchId}`)
    return row
  }

  setSession(row: SessionRow): void {
    this.sessions.set(row.id, { before: this.sessions.get(row.id)?.before ?? null, row })
  }

  isLinked(sessionId: number, testId: number): boolean {
    const key = `${sessionId}:${testId}`
    return this.knownLinks.has(key) || this.newLinks.has(key)
  }

  link(sessionId: number, testId: number): void {
    this.newLinks.set(`${sessionId}:${testId}`, { test_session_id: sessionId, test_id: testId })
  }
}

/** Rows that were there and are no more, or changed, or are new. */
export const changed = <Row>(held: Map<number, Held<Row>>): Held<Row>[] =>
  [...held.values()].filter(({ before, row }) => before !== row)
