/** Creates issues idempotently: one per operation, however often it is retried. */
import type { CreatedIssue, createIssue, IssueField } from '../../contract/launches/issues.ts'
import { ERROR_CODES } from '../../contract/errors.ts'
import { LIMITS } from '../../contract/limits.ts'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { appendEvents } from '../db/events.ts'
import { conflict, Refusal } from '../http/refusal.ts'
import { linkCauseBy, linkIssueBy, unlinkedOfCause, type Writer } from '../launches/launches.ts'
import type { FileStore } from '../files/store.ts'
import { connectedTrackers, type TrackerParts } from './connected.ts'
import { fileLink } from './draft.ts'
import { findFailure, findScreenshot, readScreenshot, type FailurePlace, type Screenshot } from './failure.ts'
import { isDefinite, TrackerFailure, type IssueFile, type Tracker } from './tracker.ts'

export interface CreateParts extends TrackerParts {
  writer: Writer
  files: FileStore
  publicUrl: string
}

type NewIssue = z.infer<typeof createIssue.body>
interface Operation {
  place: FailurePlace
  userId: number
  wanted: NewIssue
}

/** While an operation is younger than this, another request may still be executing it. */
const UNDER_WAY_MS = 60_000
const SEARCHED = 20

/** Returns a function that creates issues. Concurrent calls with the same operation share one execution. */
export const createIssues = (parts: CreateParts) => {
  const underWay = new Map<string, Promise<CreatedIssue>>()
  return (operation: Operation): Promise<CreatedIssue> => {
    const { place, userId, wanted } = operation
    const name = `${wanted.operationId} ${userId} ${place.projectId} ${place.testId}`
    const flight = underWay.get(name) ?? carryOut(parts, operation).finally(() => underWay.delete(name))
    underWay.set(name, flight)
    return flight
  }
}

const carryOut = async (parts: CreateParts, operation: Operation): Promise<CreatedIssue> => {
  const { db, files } = parts
  const { place, wanted } = operation
  const connected = (await connectedTrackers(parts)).map(({ tracker }) => tracker)
  const test = await findFailure(db, place)
  const tracker = connected.find(({ key }) => key === wanted.tracker)
  if (tracker === undefined) throw conflict('This tracker is not connected any more')
  const begun = await begin(parts, operation)
  if (begun.issueId !== null) return link(parts, operation, begun.issueId, [])

  const problems: string[] = []
  const shot = wanted.withScreenshot ? await findScreenshot(db, test) : null
  const file = shot === null || (tracker.attach ?? tracker.upload) === null ? null : await readScreenshot(files, shot)
  try {
    const known = begun.earlier === null ? null : await findCreated(connected, begun.earlier)
    if (known !== null) {
      await keep(parts, operation, known.issueId)
      if (known.title !== wanted.title) problems.push(`The issue was created before, with the title “${known.title}”.`)
      return await link(parts, operation, known.issueId, problems)
    }
    if (begun.earlier !== null) await replaceWanted(parts, wanted)
    await requireFields(tracker, wanted)
    const description = await describedWith(parts, { tracker, wanted, shot, file, problems })
    const issue = await tracker.create({ ...wanted, description })
    const issueId = tracker.linkOf(issue).slice(0, LIMITS.issueId)
    await keep(parts, operation, issueId)
    if (file !== null && tracker.attach !== null)
      await tracker.attach(issue.key, file).catch((error: unknown) => problems.push(notAttached(error)))
    return await link(parts, operation, issueId, problems)
  } catch (error) {
    if (!(error instanceof TrackerFailure) && !(error instanceof Refusal)) throw error
    const isUnsent = error instanceof Refusal ? begun.earlier === null : isDefinite(error)
    // Otherwise the tracker may have created the issue: the row stays, and a retry searches for the issue first.
    if (isUnsent) await db.deleteFrom('created_issue').where('operation_id', '=', wanted.operationId).execute()
    else await release(parts, wanted.operationId)
    throw error instanceof Refusal ? error : refusalOf(error)
  }
}

/** Throws 400 with each required field that is empty or invalid, and 409 when a required field can only be entered in the tracker. */
const requireFields = async (tracker: Tracker, { target, type, fields: given }: NewIssue): Promise<void> => {
  const required = await tracker.requiredFields(target, type)
  if (required.unsupported.length > 0)
    throw conflict(`${tracker.name} requires ${required.unsupported.join(', ')}, which only it can fill in`)
  const errors = required.fields.flatMap((field) => {
    const message = problemOf(field, given[field.id] ?? '')
    return message === null ? [] : [{ field: `fields.${field.id}`, message }]
  })
  if (errors.length > 0)
    throw new Refusal(400, ERROR_CODES.invalid, errors.map(({ message }) => message).join('. '), errors)
}

const problemOf = ({ name, kind, isOptional, options }: IssueField, value: string): string | null => {
  if (value === '') return isOptional ? null : `${name} is required`
  if (kind === 'number' && !Number.isFinite(Number(value))) return `${name} must be a number`
  if (kind === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value)) return `${name} must be a date`
  return kind === 'choice' && !options.some(({ id }) => id === value) ? `${name} must be one of the options` : null
}

/**
 * Resolves with the issue of an earlier attempt, or with the parameters that it used. Throws 409 while another request executes the
 * operation.
 */
const begin = async ({ db }: CreateParts, { place, userId, wanted }: Operation) => {
  const { operationId, tracker, target, type, title } = wanted
  const inserted = await db
    .insertInto('created_issue')
    .values({
      operation_id: operationId,
      project_id: place.projectId,
      user_id: userId,
      tracker,
      target,
      type,
      title,
    })
    .onConflict((c) => c.column('operation_id').doNothing())
    .returning('operation_id')
    .executeTakeFirst()
  if (inserted !== undefined) return { issueId: null, earlier: null }
  const row = await db
    .selectFrom('created_issue')
    .selectAll()
    .where('operation_id', '=', operationId)
    .executeTakeFirst()
  if (row?.project_id !== place.projectId || row.user_id !== userId)
    throw conflict('This operation belongs to another issue')
  if (row.issue_id === null && Date.now() - row.started_at.getTime() < UNDER_WAY_MS)
    throw conflict('The issue is being created. Try again in a minute.')
  return { issueId: row.issue_id, earlier: row }
}

/** Lets the next attempt start immediately. */
const release = ({ db }: CreateParts, operationId: string) =>
  db
    .updateTable('created_issue')
    .set({ started_at: sql`'epoch'` })
    .where('operation_id', '=', operationId)
    .execute()

type Earlier = Pick<NewIssue, 'tracker' | 'target' | 'title'>

/**
 * Searches for the issue of an earlier attempt that may have reached the tracker without a response: by the parameters of that attempt,
 * which may have changed since.
 */
const findCreated = async (connected: readonly Tracker[], { tracker: key, target, title }: Earlier) => {
  const tracker = connected.find((one) => one.key === key)
  if (tracker === undefined)
    throw conflict('The tracker of the first try is not connected any more: it may have created the issue')
  const issue = (await tracker.search(title, target, SEARCHED)).find((one) => one.title === title)
  return issue === undefined ? null : { title, issueId: tracker.linkOf(issue).slice(0, LIMITS.issueId) }
}

/** Stored before the request to the tracker, so that the next attempt can search for this issue. */
const replaceWanted = ({ db }: CreateParts, { operationId, tracker, target, type, title }: NewIssue) =>
  db
    .updateTable('created_issue')
    .set({ tracker, target, type, title })
    .where('operation_id', '=', operationId)
    .execute()

const describedWith = async (
  { publicUrl }: CreateParts,
  about: { tracker: Tracker; wanted: NewIssue; shot: Screenshot | null; file: IssueFile | null; problems: string[] },
): Promise<string> => {
  const { tracker, wanted, shot, file, problems } = about
  if (shot === null || (tracker.attach !== null && file !== null)) return wanted.description
  if (tracker.upload !== null && file !== null)
    try {
      return `${wanted.description}\n\n${await tracker.upload(wanted.target, file)}`
    } catch (error) {
      problems.push(notAttached(error))
    }
  return `${wanted.description}\n\n${fileLink(tracker.markup, `Screenshot ${shot.name}`, publicUrl + shot.url)}`
}

const notAttached = (error: unknown): string => {
  if (error instanceof TrackerFailure) return `The screenshot is not attached. ${error.message}.`
  throw error
}

const keep = ({ db }: CreateParts, { place, userId, wanted }: Operation, issueId: string) =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('created_issue')
      .set({ issue_id: issueId })
      .where('operation_id', '=', wanted.operationId)
      .execute()
    const { projectId, launchId, testId } = place
    const payload = { issueId, tracker: wanted.tracker, launchId, testId }
    await appendEvents(tx, [{ stream: `project:${projectId}`, type: 'issue/created', payload, projectId, userId }])
  })

/** Links the test, or the failures of its cause without an issue. Failures to link become problems, because the issue exists already. */
const link = async (
  { db, writer }: CreateParts,
  { place: { testId, ...failed }, userId, wanted: { failureKeys } }: Operation,
  issueId: string,
  problems: string[],
): Promise<CreatedIssue> => {
  const place = { ...failed, userId }
  let linked = 0
  try {
    if (failureKeys.length === 0) linked = (await writer.submit(linkIssueBy(place, [testId], issueId))).length
    for (const key of failureKeys) {
      const ids = await unlinkedOfCause(db, place, [key])
      if (ids.length === LIMITS.causeTests)
        problems.push(`At most ${LIMITS.causeTests} tests of a failure are linked at once.`)
      if (ids.length === 0) continue
      const rows = await writer.submit(linkCauseBy(place, ids, [key], issueId))
      linked += rows.filter(({ issue_id: id }) => id === issueId).length
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problems.push(`The issue is not linked to all tests. ${error.message}.`)
  }
  return { issueId, linked, problems }
}

export const refusalOf = (error: TrackerFailure): Refusal => new Refusal(502, ERROR_CODES.trackerFailed, error.message)
