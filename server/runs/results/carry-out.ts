import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { RunCommandOutcome, sendRunCommands, SentRunCommand } from '../../../contract/runs/commands.ts'
import type { ProjectScope } from '../../access/principals.ts'
import { callTransaction } from '../../db/call-transaction.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../db/events.ts'
import { LOCKS } from '../../db/locks.ts'
import { inBatches, type Batches } from '../../db/in-batches.ts'
import type { Db } from '../../db/open.ts'
import { storable } from '../../db/storable.ts'
import { readRows } from '../cases.ts'
import { casePairs, eventsWith } from '../events.ts'
import { readStates } from '../read.ts'
import { loadWorld } from './load.ts'
import { readResults } from './read.ts'
import { rule, type Ruling, type Unseen } from './rules.ts'
import type { Doer, World } from './world.ts'
import { writeWorld } from './write.ts'

export type Answer = z.infer<typeof sendRunCommands.answer>

interface Request {
  project: ProjectScope
  doer: Doer
  commands: readonly SentRunCommand[]
}

interface Waiting extends Request {
  settle: (outcome: { answer: Answer } | { error: unknown }) => void
}

/** Carries out commands. Requests that arrive while a transaction is in progress are batched into the next one. */
export interface Recorder {
  /** Resolves with the outcomes once they are committed. */
  carryOut(request: Request): Promise<Answer>
}

/** Maximum number of requests per transaction; more would make the first one wait for the last. */
const MAX = 50

export const createRecorder = (db: Db): Recorder => {
  const queues = new Map<number, Batches<Waiting>>()

  const work = async (batch: readonly Waiting[]): Promise<() => void> => {
    try {
      const answers = await carryOutAll(db, batch)
      return () => batch.forEach(({ settle }, i) => settle({ answer: answers[i] as Answer }))
    } catch (error) {
      if (batch.length === 1) return () => batch[0]?.settle({ error })
      // One request failed the whole batch: retry each alone.
      const settlers = await Promise.all(batch.map((one) => work([one])))
      return () => settlers.forEach((settle) => settle())
    }
  }
  const queueOf = ({ id }: ProjectScope): Batches<Waiting> => {
    const known = queues.get(id)
    if (known) return known
    const queue = inBatches(MAX, work)
    queues.set(id, queue)
    return queue
  }
  return {
    carryOut: (request) => {
      // A call that may be sent again has a transaction of its own, which holds its idempotency key.
      if (callTransaction() !== null) return carryOutAll(db, [request]).then(([answer]) => answer as Answer)
      return new Promise((resolve, reject) => {
        const settle: Waiting['settle'] = (outcome) =>
          'answer' in outcome ? resolve(outcome.answer) : reject(outcome.error as Error)
        queueOf(request.project).add({ ...request, settle })
      })
    },
  }
}

/** Carries out requests of one project in order, in one transaction. */
const carryOutAll = (db: Db, requests: readonly Request[]): Promise<Answer[]> =>
  db.transaction().execute(async (tx) => {
    const [{ project }] = requests as [Request]
    const known = await lockedKeys(tx, requests)
    const world = await loadWorld(
      tx,
      project.id,
      requests.flatMap(({ commands }) => commands.map(({ command }) => command)),
    )
    const now = Date.now()
    const saved: { key: string; userId: number }[] = []
    const ruled = requests.map(({ doer, commands }) => {
      const rulings: Ruling[] = []
      for (const { key, at, command } of commands) {
        const before = known.get(key)
        const ruling =
          before === undefined ? ruleOn(world, doer, command, at, now) : repeated(world, before, doer, command)
        rulings.push(ruling)
        if (!ruling.done) break
        if (before === undefined) {
          saved.push({ key, userId: doer.userId })
          known.set(key, { userId: doer.userId, projectId: project.id })
        }
      }
      return rulings
    })
    await writeWorld(tx, project.id, world)
    await keepKeys(tx, project.id, saved)
    const named = requests.map(({ commands }, i) => casesOf(world, commands.slice(0, ruled[i]?.length)))
    const shown = await readShown(tx, project, named.flat(), ruled.flat())
    await appendEvents(tx, eventsOf(requests, world, shown))
    return requests.map((request, i) => answerOf(request, ruled[i] ?? [], named[i] ?? [], shown))
  })

const ruleOn = (world: World, doer: Doer, command: SentRunCommand['command'], at: string, now: number): Ruling =>
  rule(world, doer, storable(command), new Date(Math.min(Date.parse(at), now)))

/** Returns the answer to a repeated command, which is the original one: that may never have arrived. */
const repeated = (world: World, { userId, projectId }: Owner, doer: Doer, command: SentRunCommand['command']): Ruling =>
  userId === doer.userId && projectId === doer.projectId
    ? done(world, command)
    : {
        done: false,
        refusal: {
          reason: 'invalid',
          message: 'This key belongs to another command',
          errors: [{ field: 'key', message: 'This key belongs to another command' }],
        },
      }

const done = (world: World, command: SentRunCommand['command']): Ruling => {
  // Without details if the run was deleted since.
  if (command.type === 'results/withdraw' || !world.known.runs.has(command.runId))
    return { done: true, unseen: [], skippedCaseIds: [] }
  const { runId, entries } = command
  const recorded = entries.filter(({ resultId }) => world.result(resultId) !== undefined)
  return {
    done: true,
    unseen: recorded.map(({ caseId, seenResultId }) => ({ runId, caseId, seenResultId })),
    skippedCaseIds: entries.filter((entry) => !recorded.includes(entry)).map(({ caseId }) => caseId),
  }
}

interface Owner {
  userId: number
  projectId: number
}

/**
 * Locks and returns the owners of known idempotency keys. Commands of one user are serialised, so that a key that is sent twice
 * concurrently is carried out once. Users are locked in the order of their ids, which prevents deadlocks between nodes.
 */
const lockedKeys = async (tx: Tx, requests: readonly Request[]): Promise<Map<string, Owner>> => {
  const people = [...new Set(requests.map(({ doer }) => doer.userId))].sort((a, b) => a - b)
  const keys = requests.flatMap(({ commands }) => commands.map(({ key }) => key))
  await sql`
    select pg_advisory_xact_lock(${LOCKS.resultCommands}, hashtext(id::text))
      from (select id from unnest(${people}::bigint[]) as p(id) order by id) p`.execute(tx)
  const { rows } = await sql<Owner & { key: string }>`
    select key, user_id as "userId", project_id as "projectId" from test_run_command where key = any(${keys}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ key, ...owner }) => [key, owner]))
}

const keepKeys = async (tx: Tx, projectId: number, keys: readonly { key: string; userId: number }[]): Promise<void> => {
  if (keys.length === 0) return
  await sql`
    insert into test_run_command (key, project_id, user_id)
    select key, ${projectId}, "userId" from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(key uuid, "userId" bigint)`.execute(
    tx,
  )
}

interface Case {
  runId: number
  caseId: number
}

/** Returns the cases that commands concern. */
const casesOf = (world: World, commands: readonly SentRunCommand[]): Case[] =>
  commands.flatMap(({ command }) =>
    command.type === 'results/record'
      ? command.entries.map(({ caseId }) => ({ runId: command.runId, caseId }))
      : command.resultIds.flatMap((id) => world.result(id) ?? []).filter(({ runId }) => runId === command.runId),
  )

/** Reads the current runs and cases, and results that an author had not seen. */
const readShown = async (
  tx: Tx,
  { id: projectId, key }: ProjectScope,
  cases: readonly Case[],
  ruled: readonly Ruling[],
) => {
  const unseen = ruled.flatMap((ruling) => (ruling.done ? ruling.unseen : []))
  const [states, rows, results] = await Promise.all([
    readStates(tx, projectId, [...new Set(cases.map(({ runId }) => runId))]),
    readRows(
      tx,
      key,
      sql`(rc.run_id, rc.case_id) in ${casePairs(cases)} and rc.run_id in (select id from test_run where project_id = ${projectId})`,
    ),
    unseen.length === 0
      ? []
      : readResults(tx, sql`(t.run_id, t.case_id) in ${casePairs(unseen)} and t.withdrawn_at is null`),
  ])
  return { states, rows, results }
}
type Shown = Awaited<ReturnType<typeof readShown>>

/** Returns the answer to a request: its outcomes, and the runs and cases that it concerns. */
const answerOf = (
  { commands, doer }: Request,
  ruled: readonly Ruling[],
  cases: readonly Case[],
  { states, rows, results }: Shown,
): Answer => {
  const about = new Set(cases.map(({ runId, caseId }) => `${runId} ${caseId}`))
  const runs = new Set(cases.map(({ runId }) => runId))
  return {
    outcomes: ruled.map((ruling, turn): RunCommandOutcome => {
      const { key = '' } = commands[turn] ?? {}
      if (!ruling.done) return { key, outcome: 'refused', refusal: ruling.refusal }
      const meanwhile = ruling.unseen.flatMap((one) => since(one, results, doer))
      return { key, outcome: 'done', meanwhile, skippedCaseIds: ruling.skippedCaseIds }
    }),
    runs: states.filter(({ id }) => runs.has(id)).map(({ planId: _, ...state }) => state),
    cases: rows.filter(({ runId, caseId }) => about.has(`${runId} ${caseId}`)),
  }
}

/** Returns other users' results that the author had not seen. */
const since = (
  { runId, caseId, seenResultId }: Unseen,
  results: Awaited<ReturnType<typeof readResults>>,
  { userId }: Doer,
) => {
  const ofCase = results.filter((result) => result.runId === runId && result.caseId === caseId)
  const seen = ofCase.findIndex(({ id }) => id === seenResultId)
  return ofCase
    .slice(seen + 1)
    .filter(({ recordedBy }) => recordedBy?.id !== userId)
    .map(({ runId: _, ...result }) => result)
}

/** Returns one event per touched run, in the name of its author; with several authors, of the last one. */
const eventsOf = (requests: readonly Request[], world: World, shown: Shown) => {
  const touched = new Map<number, number[]>()
  for (const { runId, caseId } of world.touched.values()) touched.set(runId, [...(touched.get(runId) ?? []), caseId])
  const { project, doer } = requests.at(-1) as Request
  return eventsWith({ project, userId: doer.userId }, touched, shown)
}
