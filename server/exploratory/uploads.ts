import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { ERROR_CODES } from '../../contract/errors.ts'
import {
  EXPLORATORY_UPLOAD_PATH,
  getUploadState,
  UploadQuery,
  type UploadState,
} from '../../contract/exploratory/files.ts'
import { LIMITS } from '../../contract/limits.ts'
import { exploratoryStream } from '../../contract/live.ts'
import type { Principals } from '../access/principals.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { createPieces, type Piece } from '../files/pieces.ts'
import type { FileStore } from '../files/store.ts'
import { authoriseFirst, projectGrantOf } from '../http/grants.ts'
import { parseRequest } from '../http/parse.ts'
import { notFound, Refusal, stale, wrongField } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'

interface Parts {
  db: Db
  principals: Principals
  files: FileStore
}

/** Files that one person has begun to send, and that no observation names yet. */
const OPEN_AT_ONCE = 200
/** A piece may be as short as a bad connection makes it. */
const PIECES_MOST = 2000

interface Who {
  projectId: number
  personId: number
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
 * Files of observations, which may come in many requests, over days and bad connections: each brings the bytes that follow those that have
 * arrived. Bytes are no call of the contract, whose bodies are JSON; the gate is that of asking for the state.
 */
export const uploadRoutes = async (
  app: FastifyInstance,
  routes: Routes,
  { db, principals, files }: Parts,
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

  routes.inProject(getUploadState, ({ project, params: { fileUuid } }) => stateOf(project.id, fileUuid))

  /** The file that is to go on, or begins. */
  const known = async (who: Who, id: string, { offset, sizeBytes, name }: UploadQuery): Promise<FileRow> => {
    if (offset === 0) {
      await requireRoom(db, who.personId)
      await db
        .insertInto('observation_file')
        .values({
          id,
          project_id: who.projectId,
          name: shownName(name),
          content_type: 'application/octet-stream',
          size_bytes: sizeBytes,
          file_hash: null,
          created_by: who.personId,
        })
        .onConflict((conflicting) => conflicting.doNothing())
        .execute()
    }
    const row = await find(id)
    if (!row) throw await elsewhere(who.projectId, id)
    if (row.project_id !== who.projectId || row.created_by !== who.personId) throw notFound('The file does not exist')
    if (row.size_bytes !== sizeBytes) throw wrongField('sizeBytes', 'The file began with another size')
    if (row.received_bytes !== offset || row.file_hash !== null) throw await elsewhere(who.projectId, id)
    if (row.pieces.length >= PIECES_MOST) throw wrongField('body', 'The file comes in too many pieces')
    return row
  }

  /** Counts a piece in, unless another one has come in its place. */
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

  /** Puts the pieces together. Only then the last of them counts: whatever breaks off before, that one is sent again. */
  const complete = async (who: Who, row: FileRow, last: Piece): Promise<boolean> => {
    const stored = await files.put(
      pieces.read(row.id, [...row.pieces, last.name]),
      row.name,
      LIMITS.exploratoryFileBytes,
    )
    if (stored.sizeBytes !== row.size_bytes) throw Object.assign(new Error('pieces are lost'), { code: 'ENOENT' })
    const isDone = await finish(db, who, row, stored.hash)
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
      return stateOf(who.projectId, row.id)
    }
    if (piece === null) throw rest < LIMITS.exploratoryChunkBytes ? tooMuch() : chunkTooLarge()
    try {
      const counts = piece.sizeBytes === rest ? await complete(who, row, piece) : await add(row, piece)
      if (!counts) throw await elsewhere(who.projectId, row.id)
    } catch (error) {
      await pieces.drop(row.id, piece.name)
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      // Pieces that were there are lost: from the beginning.
      await forget(row)
      throw await elsewhere(who.projectId, row.id)
    }
    return { fileUuid: row.id, receivedBytes: row.received_bytes + piece.sizeBytes, sizeBytes: row.size_bytes }
  }

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    const onRequest = authoriseFirst(principals, getUploadState)
    scope.put(
      EXPLORATORY_UPLOAD_PATH,
      { bodyLimit: LIMITS.exploratoryChunkBytes, onRequest },
      async (request, reply) => {
        const { caller, project } = projectGrantOf(request)
        const call = { ...getUploadState, query: UploadQuery }
        const { params, query } = parseRequest(call, { params: request.params, query: request.query, body: {} })
        if (!(request.body instanceof Readable)) throw wrongField('body', 'The body has to be application/octet-stream')
        if (query.sizeBytes > LIMITS.exploratoryFileBytes) throw fileTooLarge()
        const who = { projectId: project.id, personId: caller.personId }
        return reply.send(await take(who, await known(who, params.fileUuid, query), request.body))
      },
    )
  })
}

/** All of it is there; whoever looks at what holds it is told. */
const finish = (db: Db, { projectId, personId }: Who, row: FileRow, hash: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    // Sessions before files, as whoever writes observations.
    const { rows: holders } = await sql<{ id: string }>`
      select id from exploratory_session where id in (
        select o.session_id from observation_file_use u join observation o on o.id = u.observation_id where u.file_id = ${row.id})
       order by id for update`.execute(tx)
    const { numUpdatedRows } = await tx
      .updateTable('observation_file')
      .set({ received_bytes: row.size_bytes, pieces: [], file_hash: hash })
      .where('id', '=', row.id)
      .where('received_bytes', '=', row.received_bytes)
      .where('file_hash', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    const { rows } = await sql<{ id: string; revision: number }>`
      update exploratory_session set revision = revision + 1 where id = any(${holders.map(({ id }) => id)}::uuid[])
      returning id, revision`.execute(tx)
    await appendEvents(
      tx,
      rows.map(({ id, revision }) => ({
        stream: exploratoryStream(id),
        type: 'exploratory/changed',
        payload: { sessionId: id, revision, isDeleted: false },
        projectId,
        personId,
      })),
    )
    return true
  })

const requireRoom = async (db: Db, personId: number): Promise<void> => {
  const { rows } = await sql<{ begun: number }>`
    select count(*) as begun from observation_file f
     where created_by = ${personId} and file_hash is null
       and not exists (select from observation_file_use u where u.file_id = f.id)`.execute(db)
  if ((rows[0]?.begun ?? 0) >= OPEN_AT_ONCE)
    throw new Refusal(429, ERROR_CODES.tooMany, 'Too many files are being sent that belong to no observation')
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`
const fileTooLarge = () =>
  new Refusal(413, ERROR_CODES.tooLarge, `The file is larger than ${megabytes(LIMITS.exploratoryFileBytes)}`)
const chunkTooLarge = () =>
  new Refusal(
    413,
    ERROR_CODES.tooLarge,
    `One request brings at most ${megabytes(LIMITS.exploratoryChunkBytes)} of a file`,
  )
const tooMuch = () => wrongField('body', 'There is more than the file is long')

/** A name is only shown, never a place on disk. */
const shownName = (name: string): string => {
  const plain = name
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
  return plain === '' ? 'file' : plain.slice(0, 255).toWellFormed()
}
