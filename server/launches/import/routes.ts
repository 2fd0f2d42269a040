import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import {
  FORMAT_NAMES,
  getResultImport,
  IMPORTED_LAUNCHES_PATH,
  MAX_PARTS,
  ImportedLaunch,
  ImportedLaunchFields,
  RESULT_IMPORTS_PATH,
  runResultImport,
  SentResults,
  type ResultImportLine,
} from '../../../contract/launches/result-import.ts'
import {
  mergeOrigins,
  readableOrigin,
  StatedOrigin,
  type LaunchOrigin,
} from '../../../contract/launches/launch-origin.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../contract/launches/result-import-limits.ts'
import { BOTH_OR_NEITHER, BuildKey, ShardInQuery } from '../../../contract/launches/shards.ts'
import type { Principals, ProjectScope } from '../../access/principals.ts'
import { earlierAnswer, idempotencyKeyOf } from '../../db/idempotency-keys.ts'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { FORM_BYTES, FORM_PARTS } from '../../http/limits/body-limits.ts'
import { authoriseFirst, projectGrantOf } from '../../http/grants.ts'
import { wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { streamLines } from '../../http/answer-lines.ts'
import { Unreadable } from '../../reading/source-file.ts'
import type { LaunchRow } from '../rows.ts'
import { beginShard } from '../shards/import-shard.ts'
import type { Writer } from '../writer/writer.ts'
import type { ProjectCases } from './formats/case-links.ts'
import type { ReadSummary } from './reading/messages.ts'
import type { ResultReaders, SentFile } from './reading/readers.ts'
import { beginPart } from './import-part.ts'
import {
  beginLaunch,
  importResults,
  outcomeOf,
  type Destination,
  type Importing,
  type ImportPlace,
  type ImportRequest,
} from './run.ts'
import { described, findReports, keepReports, launchName, noteOutcome } from './sent-reports.ts'
import { endEarlierCalls, takeBack, whileWorking } from './unfinished.ts'

interface Parts {
  db: Db
  principals: Principals
  files: FileStore
  writer: Writer
  readers: ResultReaders
}

/** Routes that import launches from reports, without an agent. */
export const resultImportRoutes = async (app: FastifyInstance, routes: Routes, parts: Parts): Promise<void> => {
  const { db, writer, readers } = parts
  await app.register(async (scope) => takeReports(scope, parts))

  routes.inProject(getResultImport, async ({ project, caller, params }) => {
    const reports = await findReports(db, { projectId: project.id, userId: caller.userId }, params.importId)
    return { data: described(reports.id, reports.summary) }
  })

  routes.inProject(runResultImport, async ({ project, caller, params, body, request, reply }) => {
    const place = { projectId: project.id, userId: caller.userId }
    const reports = await findReports(db, place, params.importId)
    await streamLines(request, reply, async (write) => {
      const writeLine = (line: ResultImportLine) => write(line)
      if (reports.outcome !== null) return writeLine({ outcome: reports.outcome })
      const cases = await casesOf(db, project)
      // A server that stopped during the import has left an incomplete launch.
      await takeBack(db, writer, reports.id)
      const outcome = await readable(() =>
        readers.read(reports.files, cases, (reading) =>
          whileWorking(db, reports.id, async () => {
            const fields = importFieldsOf(reports.summary, body)
            const begun = await beginLaunch(writer, { ...place, importId: reports.id }, fields)
            return importResults(parts, begun, fields, reading, { progress: (tests) => writeLine({ tests }) })
          }),
        ),
      )
      await noteOutcome(db, reports.id, outcome)
      writeLine({ outcome })
    })
    // Already sent as lines of the stream: this return value is ignored.
    return { tests: 0 }
  })
}

const FORM = {
  ...FORM_PARTS,
  files: LIMITS.files,
  // One more than files: otherwise the form would exceed this limit first, whose error does not mention files.
  parts: LIMITS.files + 1,
  fields: 0,
  // One byte above the limit, so that the counting file store rejects the file instead of storing a truncated one.
  fileSize: LIMITS.fileBytes + 1,
}

/** The upload is a multipart form and no call of the contract, whose bodies are JSON; access is checked as for calls. */
const takeReports = async (scope: FastifyInstance, parts: Parts): Promise<void> => {
  const { db, principals, readers, writer } = parts
  // A name may be a path, by which reports find their attachments. It is never used as one of the server.
  await scope.register(multipart, { preservePath: true, limits: FORM })
  const route = { bodyLimit: LIMITS.fileBytes + FORM_BYTES, onRequest: authoriseFirst(principals, getResultImport) }

  scope.post(RESULT_IMPORTS_PATH, route, async (request, reply) => {
    const place = placeOf(request)
    const sent = await sentFiles(request, parts.files)
    const cases = await casesOf(db, projectGrantOf(request).project)
    const summary = await readable(() => readers.read(sent, cases, (reading) => reading.inspect()))
    requireTests(summary)
    const id = await keepReports(db, place, sent, summary)
    return reply.status(201).send(SentResults.parse({ data: described(id, summary) }))
  })

  scope.post(IMPORTED_LAUNCHES_PATH, route, async (request, reply) => {
    const place = placeOf(request)
    const given = { ...QueriedFields.parse(request.query), origin: StatedOrigin.parse(request.query) }
    const sent = await sentFiles(request, parts.files)
    const key = idempotencyKeyOf(place.userId, {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: sent.map(({ hash }) => hash),
    })
    const earlier = key === null ? null : await earlierAnswer(db, key)
    if (earlier) return reply.status(201).send(ImportedLaunch.parse(earlier.answer))
    const wasInterrupted = key !== null && (await endEarlierCalls(db, writer, key))
    const concurrent = key === null ? null : await earlierAnswer(db, key)
    if (concurrent) return reply.status(201).send(ImportedLaunch.parse(concurrent.answer))
    const cases = await casesOf(db, projectGrantOf(request).project)
    const made = await readable(() =>
      readers.read(sent, cases, async (reading) => {
        const summary = await reading.inspect()
        requireTests(summary)
        const importId = await keepReports(db, place, sent, summary, key?.key ?? null)
        return whileWorking(db, importId, async () => {
          const fields = { ...importFieldsOf(summary, given), wasInterrupted }
          const begun = await begin(parts, { ...place, importId }, fields, { ...given, sent })
          const outcome =
            'known' in begun
              ? outcomeOf(begun.known, summary, wasInterrupted)
              : await importResults(parts, begun, fields, reading, { key })
          await noteOutcome(db, importId, outcome)
          return outcome
        })
      }),
    )
    return reply.status(201).send(ImportedLaunch.parse(made))
  })
}

/** Returns whether a text is a JSON object. */
const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

/** Fields of `imported-launches` as query parameters; missing ones are taken from the reports. */
const QueriedFields = z
  .object({
    buildKey: z.optional(BuildKey),
    shard: z.optional(ShardInQuery),
    launch: z.optional(z.uuid()),
    part: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PARTS))),
    name: z._default(z.string().check(z.trim(), z.maxLength(255)), ''),
    environment: z._default(ImportedLaunchFields.shape.environment, ''),
    build: z._default(ImportedLaunchFields.shape.build, ''),
    detected: z._default(
      z.pipe(
        z.string().check(z.maxLength(10_000), z.refine(isJsonObject, 'Must be a JSON object')),
        z.transform((text: string) => readableOrigin(JSON.parse(text) as object)),
      ),
      {},
    ),
  })
  .check(
    z.refine(({ buildKey, shard }) => (buildKey === undefined) === (shard === undefined), {
      path: ['shard'],
      error: BOTH_OR_NEITHER,
    }),
    z.refine(({ launch, part }) => (launch === undefined) === (part === undefined), {
      path: ['part'],
      error: 'Launch and part are sent both or neither',
    }),
    z.refine(({ launch, shard }) => launch === undefined || shard === undefined, {
      path: ['shard'],
      error: 'A part of a launch has no shard',
    }),
  )

/** Begins the launch, the shard of one, or the part of one in progress. Resolves with the launch if that has the files already. */
const begin = (
  { db, writer }: Parts,
  importing: Importing,
  fields: ImportRequest,
  { buildKey, shard, launch, part, sent }: z.infer<typeof QueriedFields> & { sent: readonly SentFile[] },
): Promise<Destination | { known: LaunchRow }> => {
  if (launch !== undefined && part !== undefined) return beginPart({ db, writer }, importing, fields, { launch, part })
  if (buildKey === undefined || shard === undefined) return beginLaunch(writer, importing, fields)
  const hash = createHash('sha256')
  for (const file of sent) hash.update(file.hash)
  return beginShard({ db, writer }, importing, fields, { buildKey, shard, hash: hash.digest('hex') })
}

const placeOf = (request: FastifyRequest): ImportPlace => {
  const { caller, project } = projectGrantOf(request)
  return { projectId: project.id, userId: caller.userId }
}

/** Cases in the trash bin count: they can be restored. */
const casesOf = async (db: Db, { id, key }: ProjectScope): Promise<ProjectCases> => {
  const rows = await db.selectFrom('test_case').select('number').where('project_id', '=', id).execute()
  return { projectKey: key, numbers: new Set(rows.map(({ number }) => number)) }
}

const importFieldsOf = (
  summary: ReadSummary,
  given: ImportedLaunchFields & { detected?: LaunchOrigin },
): ImportRequest => ({
  name: given.name || launchName(summary),
  environment: given.environment || (summary.launch.environment ?? '').slice(0, 255),
  build: given.build || (summary.launch.build ?? '').slice(0, 255),
  origin: mergeOrigins(given.origin, summary.launch.origin, given.detected),
  framework: summary.launch.framework?.slice(0, 255) ?? null,
  startedAt: summary.launch.startedAt ?? summary.firstStart ?? Date.now() - Math.min(summary.durationMs, LONGEST_MS),
  isPartial: summary.isPartial,
})

/** Without any time, the launch has just ended; its tests may have run side by side. */
const LONGEST_MS = 24 * 3_600_000

const FORM_PROBLEMS: Record<string, string> = {
  FST_FILES_LIMIT: `At most ${LIMITS.files} files can be sent: pack them into a ZIP`,
  FST_PARTS_LIMIT: `At most ${LIMITS.files} files can be sent: pack them into a ZIP`,
  FST_FIELDS_LIMIT: 'The form may hold files only: name, environment and build are query parameters',
}

const sentFiles = async (request: FastifyRequest, files: FileStore): Promise<SentFile[]> => {
  if (!request.isMultipart()) throw wrongField('file', 'The body is not a multipart form')
  const sent: SentFile[] = []
  let bytes = 0
  try {
    for await (const part of request.files()) {
      const name = shownName(part.filename)
      const { hash, sizeBytes } = await files.put(part.file, name, LIMITS.fileBytes - bytes)
      bytes += sizeBytes
      sent.push({ name, hash, sizeBytes })
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!code.startsWith('FST_')) throw error
    throw Object.assign(wrongField('file', FORM_PROBLEMS[code] ?? 'The multipart form is broken'), { cause: error })
  }
  if (bytes === 0) throw wrongField('file', 'The form holds no file, or only empty ones')
  return sent
}

/** Cleans a file name for display; it is never used as a path. */
const shownName = (name: string | undefined): string => {
  const plain = (name ?? '').toWellFormed().replaceAll(/[\u0000-\u001f\u007f]/g, '')
  return plain.trim().slice(0, 200).toWellFormed() || 'report'
}

/** Throws 400 at `file` for reports without any test, with the reasons of the first files. */
const requireTests = (summary: ReadSummary): void => {
  if (summary.tests > 0) return
  const reasons = summary.problems
    .slice(0, REASONS_SHOWN)
    .map(({ file, line, message }) => `${file}${line === null ? '' : `, line ${line}`}: ${message}.`)
  const more = summary.problemCount - reasons.length
  throw wrongField(
    'file',
    ['No tests were found.', ...reasons, ...(more > 0 ? [`${more} more files.`] : []), UNDERSTOOD].join(' '),
  )
}

const REASONS_SHOWN = 5
const UNDERSTOOD = `Understood are ${Object.values(FORMAT_NAMES).join(', ')}.`

/** Throws 400 at `file` when a report cannot be read. */
const readable = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Unreadable) throw Object.assign(wrongField('file', error.message), { cause: error })
    throw error
  }
}
