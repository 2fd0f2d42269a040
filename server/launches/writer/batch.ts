import type { RawBuilder, Selectable } from 'kysely'
import type {
  ArtifactTable,
  FailureCauseTable,
  LogLineTable,
  TestAttemptTable,
  TestSessionTable,
  TestStepsTable,
} from '../../db/schema.generated.ts'
import type { LaunchExecutionTable } from '../../db/schema.generated.ts'
import { notFound } from '../../http/refusal.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { IdempotencyKey } from '../../db/call-transaction.ts'
import type { QuarantineSubject } from '../quarantine/active.ts'
import type { LaunchRow, TestRow } from '../rows.ts'

export type SessionRow = Selectable<TestSessionTable>

/** Row and its state before the batch: `before` is null for a new one, `row` for a deleted one. */
export interface Held<Row> {
  before: Row | null
  row: Row | null
}

/** Ids for new rows, allocated from the database in advance. */
export interface NewIds {
  launch(): number
  test(): number
  session(): number
}

/** Rows that an operation reads from the batch. Unknown ids are skipped. */
export interface Needs {
  /** Kind of row that it may create. */
  creates?: 'launch' | 'test' | 'session'
  /** Maximum number of tests that it creates, when more than one. */
  createsTests?: number
  launches?: readonly number[]
  /** Projects in which it may create a numbered launch. */
  numbersIn?: readonly number[]
  /** Launches by their agent's uuid. */
  uuids?: readonly { projectId: number; uuid: string }[]
  /** Launches by the key that the shards of a build share. */
  buildKeys?: readonly { projectId: number; buildKey: string }[]
  tests?: readonly number[]
  /** Tests of a launch with this identity. */
  testsOf?: readonly { launchId: number; identity: string }[]
  /** All open tests, or all open browser sessions, of these launches. */
  openTestsOf?: readonly number[]
  openSessionsOf?: readonly number[]
  sessions?: readonly number[]
  /** Sessions of a launch by the driver's session id. */
  driverSessions?: readonly { launchId: number; sessionId: string }[]
  usernames?: readonly string[]
  /** Tests that it creates, when it is large: the batch then knows in advance which of them are in quarantine. */
  quarantine?: readonly QuarantineSubject[]
  /** Failures whose tags it may need: in this launch, or in a new one of this project; the key is null for a failure without a text. */
  failures?: readonly { launchId?: number; projectId?: number; keys: readonly (string | null)[] }[]
}

/** Tag of a new failure; `isKnown` when users assigned it to the cause earlier. */
export interface FailureTagOfCause {
  tagId: number | null
  isKnown: boolean
  /** Key of the cause that the failure's cause is merged into, or its own. */
  rootKey: string | null
}

export type CauseTag = Pick<
  Selectable<FailureCauseTable>,
  'project_id' | 'key' | 'tag_id' | 'tagged_by' | 'tagged_at' | 'tagged_launch_id'
>

export const causeIn = (projectId: number, key: string | null): string => `${projectId} ${key ?? ''}`

/**
 * In-memory rows of a batch of operations: loaded and locked before, written after. Operations read and replace rows only here, and never
 * mutate a row or its nested values.
 */
export class Batch {
  readonly launches = new Map<number, Held<LaunchRow>>()
  readonly tests = new Map<number, Held<TestRow>>()
  readonly sessions = new Map<number, Held<SessionRow>>()
  /** Stored and new links of sessions and tests, as `session:test`. */
  readonly knownLinks = new Set<string>()
  readonly newLinks = new Map<string, { test_session_id: number; test_id: number }>()
  readonly people = new Map<string, number>()
  /** Tags of failures, by project and failure key. */
  readonly failureTags = new Map<string, FailureTagOfCause>()
  /** Tells which tests are in quarantine; null when that is not known yet. */
  isQuarantined: ((test: QuarantineSubject) => boolean) | null = null
  /** Tags that users assigned in this batch, by project and key of the cause. */
  readonly causeTags = new Map<string, CauseTag>()
  /** Highest launch number by project, and the projects in which the batch adds launches. */
  readonly launchNumbers = new Map<number, number>()
  readonly numbered = new Set<number>()
  readonly logLines: Omit<Selectable<LogLineTable>, 'id'>[] = []
  /** Queue entries of launches that the batch adds. */
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
  readonly steps: Selectable<TestStepsTable>[] = []
  readonly artifacts: Omit<Selectable<ArtifactTable>, 'id' | 'created_at'>[] = []
  /** Idempotency keys of requests, with their responses. */
  readonly keys: (IdempotencyKey & { answer: unknown })[] = []
  /** User who changed a test manually, by test id; changes of agents have none. */
  readonly changedBy = new Map<number, number>()
  /** Further statements of the batch's transaction, before the others. */
  readonly statements: RawBuilder<unknown>[] = []
  /** Tests whose rows these statements change: they are not cached. */
  readonly changedByStatements = new Set<number>()
  /** Launches whose artifacts changed although their row did not. */
  readonly artifactsChanged = new Set<number>()
  /** Tests that are added with their result: no further change is expected, so they are not cached. */
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

  /** Returns the tag and the cause of a failure that is part of the needs. */
  failureTag(projectId: number, key: string | null): FailureTagOfCause {
    return this.failureTags.get(causeIn(projectId, key)) ?? { tagId: null, isKnown: false, rootKey: key }
  }

  launchByUuid(projectId: number, uuid: string): LaunchRow | null {
    for (const { row } of this.launches.values()) if (row?.uuid === uuid && row.project_id === projectId) return row
    return null
  }

  launchByBuildKey(projectId: number, buildKey: string): LaunchRow | null {
    for (const { row } of this.launches.values())
      if (row?.build_key === buildKey && row.project_id === projectId) return row
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

  /** Throws 404 for an unknown test, a reverted one, and one of another launch. */
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

/** Returns whether there is anything to write. */
export const hasChanges = (batch: Batch): boolean =>
  changed(batch.launches).length +
    changed(batch.tests).length +
    changed(batch.sessions).length +
    batch.logLines.length +
    batch.newLinks.size +
    batch.artifacts.length +
    batch.keys.length +
    batch.causeTags.size +
    batch.statements.length +
    batch.artifactsChanged.size >
  0

/** Returns changed, new and deleted rows. */
export const changed = <Row>(held: Map<number, Held<Row>>): Held<Row>[] =>
  [...held.values()].filter(({ before, row }) => before !== row)
