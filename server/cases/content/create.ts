import type { NewCase, TestCase } from '../../../contract/cases/cases.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { ProjectScope } from '../../access/principals.ts'
import { callTransaction } from '../../db/call-transaction.ts'
import type { Tx } from '../../db/database.ts'
import { inBatches, type Batches } from '../../db/in-batches.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import { noteCreated } from '../operations/operation.ts'
import { changeRepository } from '../repository.ts'
import { holdAttachments, requireAttachments } from '../attachments/known.ts'
import { createPlain, isPlain } from './create-plain.ts'
import { checkValues, readDefinitions, readUsers, type Definitions } from './definitions.ts'
import { insertCases } from './insert.ts'
import { readCases } from './read.ts'
import { noteSharedSteps, sharedStepsOf, unknownSharedSteps } from './shared-steps-usage.ts'

interface NewCases {
  userId: number
  body: NewCase
  /** Operation to undo the creation with. */
  operationId?: string | undefined
}

type Outcome = { made: TestCase } | { refusal: unknown }

/** Creates cases. Requests that arrive while a transaction is in progress are batched into the next one. */
export interface CaseCreator {
  /** Resolves with the new case once it is committed. Throws 404 for an unknown suite, 400 for values that the project does not have. */
  create(project: ProjectScope, requested: NewCases): Promise<TestCase>
}

interface Waiting extends NewCases {
  project: ProjectScope
  settle: (outcome: Outcome) => void
}

/** Maximum number of cases per transaction; more would make the first one wait for the last. */
const MAX = 50

export const createCaseCreator = (db: Db): CaseCreator => {
  const queues = new Map<number, Batches<Waiting>>()
  const definitions = createKnownDefinitions(db)

  const createEach = async (batch: readonly Waiting[]): Promise<() => void> => {
    // The event names its author, so each transaction has one user. Cases that need more than one statement are created apart from the
    // plain ones.
    const kinds = new Map<string, Waiting[]>()
    for (const one of batch) {
      const kind = `${one.userId} ${isQuick(one)}`
      kinds.set(kind, [...(kinds.get(kind) ?? []), one])
    }
    const settlers: (() => void)[] = []
    for (const own of kinds.values()) {
      const { project, userId } = own[0] as Waiting
      const creating = isQuick(own[0] as Waiting)
        ? createAllPlain(
            db,
            definitions,
            project,
            userId,
            own.map((one) => one.body),
          )
        : createCases(db, project, userId, own)
      const outcomes = await creating.catch((error: unknown) => own.map((): Outcome => ({ refusal: error })))
      own.forEach(({ settle }, i) => settlers.push(() => settle(outcomes[i] as Outcome)))
    }
    return () => settlers.forEach((settle) => settle())
  }

  const queueOf = ({ id }: ProjectScope): Batches<Waiting> => {
    const known = queues.get(id)
    if (known) return known
    const queue = inBatches(MAX, createEach)
    queues.set(id, queue)
    return queue
  }

  return {
    create: async (project, requested) => {
      // A call that may be sent again has a transaction of its own, which holds its idempotency key.
      const outcome =
        callTransaction() === null
          ? await new Promise<Outcome>((settle) => queueOf(project).add({ ...requested, project, settle }))
          : (await createCases(db, project, requested.userId, [requested]))[0]
      if (outcome === undefined || !('made' in outcome)) throw outcome?.refusal
      return outcome.made
    },
  }
}

/** Returns whether a single statement suffices. */
const isQuick = ({ body, operationId }: NewCases): boolean => operationId === undefined && isPlain(body)

interface KnownDefinitions {
  read(projectId: number): Promise<Definitions>
  /** Drops stale definitions. */
  forget(projectId: number): void
}

/** Number of projects whose definitions are cached; each takes a few kilobytes. */
const MAX_KNOWN = 1000

/** Caches definitions. They may be stale: the statement that uses them checks that. */
const createKnownDefinitions = (db: Db): KnownDefinitions => {
  const known = new Map<number, Definitions>()
  return {
    read: async (projectId) => {
      const found = known.get(projectId)
      if (found) return found
      const definitions = await readDefinitions(db, projectId)
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(projectId, definitions)
      return definitions
    },
    forget: (projectId) => void known.delete(projectId),
  }
}

/** Creates cases without files and shared steps; a rejected case does not affect the others. */
const createAllPlain = async (
  db: Db,
  known: KnownDefinitions,
  project: ProjectScope,
  userId: number,
  bodies: readonly NewCase[],
): Promise<Outcome[]> => {
  for (;;) {
    const definitions = await known.read(project.id)
    const users = await readUsers(db, project.id, definitions, bodies)
    const refusals = new Map<NewCase, unknown>()
    const sound = bodies.filter((body) => {
      try {
        checkValues(definitions, users, body)
        return true
      } catch (refusal) {
        refusals.set(body, refusal)
        return false
      }
    })
    // Also if all cases were rejected: a rejection based on the cached definitions has to be confirmed too.
    const made = await createPlain(db, project, { projectId: project.id, userId }, definitions, sound)
    if (made !== null)
      return bodies.map((body): Outcome => {
        const testCase = made[sound.indexOf(body)]
        return testCase ? { made: testCase } : { refusal: refusals.get(body) ?? notFound(TEXTS.suiteNotFound) }
      })
    known.forget(project.id)
  }
}

/** Creates cases in one transaction; a rejected case does not affect the others. */
export const createCases = (
  db: Db,
  project: ProjectScope,
  userId: number,
  requested: readonly Pick<NewCases, 'body' | 'operationId'>[],
): Promise<Outcome[]> => {
  const where = { projectId: project.id, userId }
  const bodies = requested.map(({ body }) => body)
  return changeRepository(db, where, 'cases/created', async (tx, touched) => {
    // Pipelined.
    const [definitions, suites] = await Promise.all([
      readDefinitions(tx, where.projectId),
      knownSuites(tx, where.projectId, bodies),
    ])
    const users = await readUsers(tx, where.projectId, definitions, bodies)
    const outcomes = new Map<NewCase, Outcome>()
    const sound: NewCase[] = []
    for (const body of bodies)
      try {
        if (!suites.has(body.testSuiteId)) throw notFound(TEXTS.suiteNotFound)
        checkValues(definitions, users, body)
        await requireAttachments(tx, where.projectId, body)
        await requireSharedSteps(tx, where.projectId, body)
        sound.push(body)
      } catch (refusal) {
        outcomes.set(body, { refusal })
      }
    const ids = await insertCases(tx, where, definitions, sound)
    for (const [i, body] of sound.entries()) {
      const id = ids[i] as number
      touched.cases(id)
      touched.suiteCases(body.testSuiteId)
      await holdAttachments(tx, { caseId: id }, body)
      const { steps = [] } = body
      if (sharedStepsOf(steps).length > 0)
        await noteSharedSteps(tx, { projectId: where.projectId, caseId: id, sent: steps, field: 'steps' }, steps)
    }
    for (const { body, operationId } of requested) {
      const caseId = ids[sound.indexOf(body)]
      if (operationId !== undefined && caseId !== undefined) await noteCreated(tx, where, operationId, [caseId])
    }
    const made = await readCases(tx, project, ids)
    for (const [i, body] of sound.entries()) outcomes.set(body, { made: made[i] as TestCase })
    return bodies.map((body) => outcomes.get(body) as Outcome)
  })
}

/** Returns the ids of existing suites among those of the cases, locked until the transaction ends. */
export const knownSuites = async (
  tx: Tx,
  projectId: number,
  bodies: readonly Pick<NewCase, 'testSuiteId'>[],
): Promise<Set<number>> => {
  const ids = [...new Set(bodies.map(({ testSuiteId }) => testSuiteId))]
  // Locked, so that no case is added to a suite that is being deleted, where nobody would find it.
  const rows = await tx
    .selectFrom('suite')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const requireSharedSteps = async (tx: Tx, projectId: number, { steps = [] }: NewCase): Promise<void> => {
  const requested = sharedStepsOf(steps)
  if (requested.length === 0) return
  const found = await tx
    .selectFrom('shared_steps')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', requested)
    .execute()
  if (found.length !== requested.length) throw unknownSharedSteps({ sent: steps, field: 'steps' }, found)
}
