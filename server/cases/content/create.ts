import { sql } from 'kysely'
import type { NewCase, TestCase } from '../../../contract/cases/cases.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { ProjectScope } from '../../access/principals.ts'
import type { Tx } from '../../db/database.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import { changeRepository, type Where } from '../repository.ts'
import { holdAttachments, requireAttachments } from '../attachments/known.ts'
import { checkValues, defaultValues, readDefinitions, type Definitions } from './definitions.ts'
import { readCases } from './read.ts'
import { noteSharedSteps, sharedStepsOf } from './shared-steps-usage.ts'

interface Wanted {
  personId: number
  body: NewCase
}

type Outcome = { made: TestCase } | { refusal: unknown }

/** Creates cases; those that are asked for while a transaction is under way share the next one. */
export interface CaseCreator {
  /** The new case, once it is on disk. 404 for a suite that is not there, 400 for values that the project does not know. */
  create(project: ProjectScope, wanted: Wanted): Promise<TestCase>
}

interface Waiting {
  wanted: Wanted
  settle: (outcome: Outcome) => void
}

/** Cases of one transaction; more would let the first wait for the last. */
const MOST = 50

export const createCaseCreator = (db: Db): CaseCreator => {
  const waiting = new Map<number, Waiting[]>()

  const work = async (project: ProjectScope): Promise<void> => {
    const queue = waiting.get(project.id) ?? []
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST)
      // Who created is part of the event: one transaction is of one person.
      const personId = (batch[0] as Waiting).wanted.personId
      const own = batch.filter(({ wanted }) => wanted.personId === personId)
      queue.unshift(...batch.filter(({ wanted }) => wanted.personId !== personId))
      const outcomes = await createAll(
        db,
        project,
        personId,
        own.map(({ wanted }) => wanted.body),
      ).catch((error: unknown) => own.map((): Outcome => ({ refusal: error })))
      own.forEach(({ settle }, i) => settle(outcomes[i] as Outcome))
    }
    waiting.delete(project.id)
  }

  return {
    create: (project, wanted) =>
      new Promise((resolve, reject) => {
        const settle = (outcome: Outcome) =>
          'made' in outcome ? resolve(outcome.made) : reject(outcome.refusal as Error)
        const queue = waiting.get(project.id)
        if (queue) queue.push({ wanted, settle })
        else {
          waiting.set(project.id, [{ wanted, settle }])
          void work(project)
        }
      }),
  }
}

/** In one transaction; each that is refused leaves the others alone. */
const createAll = (db: Db, project: ProjectScope, personId: number, bodies: readonly NewCase[]): Promise<Outcome[]> => {
  const where = { projectId: project.id, personId }
  return changeRepository(db, where, 'cases/created', async (tx, touched) => {
    // Sent together.
    const [definitions, suites] = await Promise.all([
      readDefinitions(tx, where.projectId),
      knownSuites(tx, where.projectId, bodies),
    ])
    const outcomes = new Map<NewCase, Outcome>()
    const sound: NewCase[] = []
    for (const body of bodies)
      try {
        if (!suites.has(body.testSuiteId)) throw notFound(TEXTS.suiteNotFound)
        checkValues(definitions, body)
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
      if (sharedStepsOf(body.steps ?? []).length > 0)
        await noteSharedSteps(tx, { projectId: where.projectId, caseId: id, field: 'steps' }, body.steps ?? [])
    }
    const made = await readCases(tx, project, ids)
    for (const [i, body] of sound.entries()) outcomes.set(body, { made: made[i] as TestCase })
    return bodies.map((body) => outcomes.get(body) as Outcome)
  })
}

/** Those of their suites that are there, locked until the transaction ends. */
export const knownSuites = async (
  tx: Tx,
  projectId: number,
  bodies: readonly Pick<NewCase, 'testSuiteId'>[],
): Promise<Set<number>> => {
  const ids = [...new Set(bodies.map(({ testSuiteId }) => testSuiteId))]
  // Locked, so that a suite that is deleted meanwhile does not keep a case that nobody would find.
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
  const wanted = sharedStepsOf(steps)
  if (wanted.length === 0) return
  const found = await tx
    .selectFrom('shared_steps')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', wanted)
    .execute()
  if (found.length !== wanted.length) throw notFound('The shared steps do not exist in the project')
}

/** `importedKey`: the key it had in the file it comes from. */
export type CaseToInsert = NewCase & { importedKey?: string | null }

/** As the last of their suites, in the order given. Values were checked. Returns their ids. */
export const insertCases = async (
  tx: Tx,
  { projectId, personId }: Where,
  definitions: Definitions,
  bodies: readonly CaseToInsert[],
): Promise<number[]> => {
  if (bodies.length === 0) return []
  const now = new Date()
  const defaults = defaultValues(definitions.fields, personId, now)
  const rows = bodies.map((body) => ({
    suite: body.testSuiteId,
    title: body.title,
    draft: body.draft ?? false,
    deprecated: body.deprecated ?? false,
    priority: body.priority === undefined ? definitions.defaultPriority : (body.priority?.id ?? null),
    state: body.automationState === undefined ? definitions.defaultAutomationState : (body.automationState?.id ?? null),
    description: body.description ?? '',
    pre: body.preConditions ?? '',
    post: body.postConditions ?? '',
    steps: body.steps ?? [],
    attachments: body.attachments ?? [],
    values: withoutNulls({ ...defaults, ...body.customFields }),
    key: body.importedKey ?? null,
  }))
  // As `reserve`, and with what it is for, in one statement.
  const made = await sql<{ id: number }>`
    with reserved as (
      update repository set next_number = next_number + ${bodies.length}, next_position = next_position + ${bodies.length}
       where project_id = ${projectId}
      returning next_number - ${bodies.length} as number, next_position - ${bodies.length} as position)
    insert into test_case (project_id, number, title, suite_id, position, draft, deprecated, priority_id, automation_state_id,
                           description, pre_conditions, post_conditions, steps, attachments, field_values, imported_key, created_by, updated_by)
    select ${projectId}, reserved.number + r.place - 1, r.title, r.suite, reserved.position + r.place - 1, r.draft, r.deprecated,
           r.priority, r.state, r.description, r.pre, r.post, r.steps, r.attachments, r.values, r.key, ${personId}, ${personId}
      from reserved
     cross join rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as (title text, suite bigint, draft boolean, deprecated boolean, priority bigint, state bigint,
                 description text, pre text, post text, steps jsonb, attachments jsonb, values jsonb, key text))
           with ordinality as r (title, suite, draft, deprecated, priority, state, description, pre, post, steps, attachments,
                                 values, key, place)
     order by r.place
    returning id`.execute(tx)
  return made.rows.map(({ id }) => id)
}

const withoutNulls = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
