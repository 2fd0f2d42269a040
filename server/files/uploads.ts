import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { ERROR_CODES } from '../../contract/errors.ts'
import { getUploadState, UploadQuery, type UploadState } from '../../contract/exploratory/files.ts'
import { LIMITS } from '../../contract/limits.ts'
import { getRunUploadState } from '../../contract/runs/files.ts'
import type { Principals, ProjectScope } from '../access/principals.ts'
import type { Tx } from '../db/database.ts'
import { appendEvents, type NewEvent } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { createPieces, type Piece } from './pieces.ts'
import { fileTooLarge, type FileStore, type StoredFile } from './store.ts'
import { authoriseFirst, projectGrantOf } from '../http/grants.ts'
import { parseRequest } from '../http/parse.ts'
import { notFound, Refusal, stale, tooMany, wrongField } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'

/**
 * Finds and locks the holders of a file, before the file itself is locked. Resolves with a function that changes the holders after the
 * upload is complete and resolves with the events.
 */
export type HoldersOf = (tx: Tx, fileId: string, by: Who) => Promise<() => Promise<NewEvent[]>>

interface Parts {
  db: Db
  principals: Principals
  files: FileStore
  /** In the order of locking. */
  holders: readonly HoldersOf[]
}

/** Limit of a user's incomplete files that are not part of anything yet. */
const OPEN_AT_ONCE = 200
/** Limit of the parts of a file; bad connections make parts short. */
const MAX_PIECES = 2000

interface Who {
  project: ProjectScope
  userId: number
}
interface FileRow {
  id: string
  project_id: number
  name: string
  size_bytes: number
  received_bytes: number
  pieces: string[]
  file_hash: string | null
  created_by: number | null
}

/**
 * Uploads files of observations and results, resumable over several requests and days: each request appends bytes at the current offset.
 * The body is binary and no call of the contract, whose bodies are JSON; access is checked as for reading the upload's state.
 */
export const uploadRoutes = async (
  app: FastifyInstance,
  routes: Routes,
  { db, principals, files, holders }: Parts,
): Promise<void> => {
  const pieces = createPieces(files.blobs)
  const find = (id: string): Promise<FileRow | undefined> =>
    db
      .selectFrom('observation_file')
      .select(['id', 'project_id', 'name', 'size_bytes', 'received_bytes', 'pieces', 'file_hash', 'created_by'])
      .where('id', '=', id)
      .executeTakeFirst()

  const stateOf = async (projectId: number, fileUuid: string): Promise<UploadState> => {
    const row = await find(fileUuid)
    return row?.project_id === projectId
      ? { fileUuid, receivedBytes: row.received_bytes, sizeBytes: row.size_bytes }
      : { fileUuid, receivedBytes: 0, sizeBytes: 0 }
  }
  const elsewhere = async (projectId: number, fileUuid: string): Promise<Refusal> =>
    stale('The file goes on at another place', await stateOf(projectId, fileUuid))

  for (const call of [getUploadState, getRunUploadState])
    routes.inProject(call, ({ project, params: { fileUuid } }) => stateOf(project.id, fileUuid))

  /** Resolves with the row of the upload; creates it at offset 0. */
  const known = async (who: Who, id: string, { offset, sizeBytes, name }: UploadQuery): Promise<FileRow> => {
    if (offset === 0) {
      await requireRoom(db, who.userId)
      await db
        .insertInto('observation_file')
        .values({
          id,
          project_id: who.project.id,
          name: shownName(name),
          content_type: 'application/octet-stream',
          size_bytes: sizeBytes,
          file_hash: null,
          created_by: who.userId,
        })
        .onConflict((conflicting) => conflicting.doNothing())
        .execute()
    }
    const row = await find(id)
    if (!row) throw await elsewhere(who.project.id, id)
    if (row.project_id !== who.project.id || row.created_by !== who.userId) throw notFound('The file does not exist')
    if (row.size_bytes !== sizeBytes) throw wrongField('sizeBytes', 'The file began with another size')
    if (row.received_bytes !== offset || row.file_hash !== null) throw await elsewhere(who.project.id, id)
    if (row.pieces.length >= MAX_PIECES) throw wrongField('body', 'The file comes in too many pieces')
    return row
  }

  /** Appends a part to the upload. False when a concurrent request was faster. */
  const add = async (row: FileRow, piece: Piece): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('observation_file')
      .set({
        received_bytes: row.received_bytes + piece.sizeBytes,
        pieces: sql`pieces || ${piece.name}::text`,
      })
      .where('id', '=', row.id)
      .where('received_bytes', '=', row.received_bytes)
      .where('file_hash', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Assembles the parts. The last part counts only after that: when anything fails before, the client sends it again. */
  const complete = async (who: Who, row: FileRow, last: Piece): Promise<boolean> => {
    const stored = await files.put(
      pieces.read(row.id, [...row.pieces, last.name]),
      row.name,
      LIMITS.exploratoryFileBytes,
    )
    if (stored.sizeBytes !== row.size_bytes) throw Object.assign(new Error('pieces are lost'), { code: 'ENOENT' })
    const isDone = await finish({ db, holders }, who, row, stored.hash)
    if (isDone) await pieces.remove(row.id)
    return isDone
  }

  const forget = (row: FileRow) =>
    db
      .updateTable('observation_file')
      .set({ received_bytes: 0, pieces: [] })
      .where('id', '=', row.id)
      .where('received_bytes', '=', row.received_bytes)
      .where('file_hash', 'is', null)
      .execute()

  const take = async (who: Who, row: FileRow, content: Readable): Promise<UploadState> => {
    const rest = row.size_bytes - row.received_bytes
    const piece = await pieces.write(row.id, content, Math.min(rest, LIMITS.exploratoryChunkBytes))
    if (piece?.sizeBytes === 0) {
      await pieces.drop(row.id, piece.name)
      return stateOf(who.project.id, row.id)
    }
    if (piece === null) throw rest < LIMITS.exploratoryChunkBytes ? tooMuch() : chunkTooLarge()
    try {
      const counts = piece.sizeBytes === rest ? await complete(who, row, piece) : await add(row, piece)
      if (!counts) throw await elsewhere(who.project.id, row.id)
    } catch (error) {
      await pieces.drop(row.id, piece.name)
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      // Stored parts are missing: the upload restarts from the beginning.
      await forget(row)
      throw await elsewhere(who.project.id, row.id)
    }
    return { fileUuid: row.id, receivedBytes: row.received_bytes + piece.sizeBytes, sizeBytes: row.size_bytes }
  }

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    for (const call of [getUploadState, getRunUploadState])
      scope.put(
        call.path,
        { bodyLimit: LIMITS.exploratoryChunkBytes, onRequest: authoriseFirst(principals, call) },
        async (request, reply) => {
          const { caller, project } = projectGrantOf(request)
          const expected = { ...call, query: UploadQuery }
          const { params, query } = parseRequest(expected, { params: request.params, query: request.query, body: {} })
          if (!(request.body instanceof Readable))
            throw wrongField('body', 'The body has to be application/octet-stream')
          if (query.sizeBytes > LIMITS.exploratoryFileBytes) throw fileTooLarge(LIMITS.exploratoryFileBytes)
          const who = { project, userId: caller.userId }
          return reply.send(await take(who, await known(who, params.fileUuid, query), request.body))
        },
      )
  })
}

/** Adds a file whose bytes are stored, which nothing refers to yet. */
export const addCompleteFile = async (
  db: Db,
  { project, userId }: Who,
  { id, name, hash, sizeBytes, contentType }: StoredFile & { id: string; name: string },
): Promise<void> => {
  await db
    .insertInto('observation_file')
    .values({
      id,
      project_id: project.id,
      name: shownName(name),
      content_type: contentType,
      size_bytes: sizeBytes,
      received_bytes: sizeBytes,
      file_hash: hash,
      created_by: userId,
    })
    .execute()
}

/** Completes an upload and appends the events of its holders. */
const finish = (
  { db, holders }: Pick<Parts, 'db' | 'holders'>,
  who: Who,
  row: FileRow,
  hash: string,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const changes: Awaited<ReturnType<HoldersOf>>[] = []
    // Locks holders before files, like all other writers, to prevent deadlocks.
    for (const holdersOf of holders) changes.push(await holdersOf(tx, row.id, who))
    const { numUpdatedRows } = await tx
      .updateTable('observation_file')
      .set({ received_bytes: row.size_bytes, pieces: [], file_hash: hash })
      .where('id', '=', row.id)
      .where('received_bytes', '=', row.received_bytes)
      .where('file_hash', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    for (const change of changes) await appendEvents(tx, await change())
    return true
  })

const requireRoom = async (db: Db, userId: number): Promise<void> => {
  const { rows } = await sql<{ begun: number }>`
    select count(*) as begun from observation_file f
     where created_by = ${userId} and file_hash is null
       and not exists (select from observation_file_use u where u.file_id = f.id)
       and not exists (select from test_run_result_file u where u.file_id = f.id)`.execute(db)
  if ((rows[0]?.begun ?? 0) >= OPEN_AT_ONCE) throw tooMany('Too many files are being sent that belong to nothing')
}

const chunkTooLarge = () =>
  new Refusal(
    413,
    ERROR_CODES.tooLarge,
    `One request brings at most ${LIMITS.exploratoryChunkBytes / 1024 / 1024} MB of a file`,
  )
const tooMuch = () => wrongField('body', 'There is more than the file is long')

/** Cleans a file name for display; it is never used as a path. */
const shownName = (name: string): string => {
  const plain = name
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
  return plain === '' ? 'file' : plain.slice(0, 255).toWellFormed()
}
