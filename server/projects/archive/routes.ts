import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  exportProject,
  getArchiveContents,
  IMPORT_WITH_ACCOUNTS,
  importProject,
  MAX_ARCHIVE_BYTES,
  type ImportProjectLine,
} from '../../../contract/projects/archives.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { authorise, holds, inProject, type Grant } from '../../access/authorise.ts'
import type { Principals } from '../../access/principals.ts'
import { readCookie } from '../../access/read-cookies.ts'
import type { Config } from '../../config.ts'
import { requestedFrom } from '../../db/audit-chain.ts'
import { appendEvents } from '../../db/events.ts'
import { streamLines } from '../../http/answer-lines.ts'
import { authoriseFirst, grantOf, projectGrantOf } from '../../http/grants.ts'
import { attachmentNamed } from '../../files/attachment.ts'
import { parseRequest } from '../../http/parse.ts'
import { wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { keyTaken, projectEvent } from '../create.ts'
import { readProject } from '../list.ts'
import { archiveContents } from './contents.ts'
import { projectArchive, type ExportParts } from './export.ts'
import { importProject as importArchive } from './import.ts'

interface Parts extends ExportParts {
  principals: Principals
  config: Pick<Config, 'MAX_UPLOAD_MB'>
  /** Starts the deletion of failed imports. */
  wakeRemoval: () => void
}

/** Export and import of projects. Both stream, so that the routes are none of the contract's, whose bodies are JSON. */
export const archiveRoutes = async (app: FastifyInstance, routes: Routes, parts: Parts): Promise<void> => {
  const { db, principals } = parts
  routes.inProject(getArchiveContents, ({ project }) => parts.fromReplica((copy) => archiveContents(copy, project.id)))

  app.get(
    exportProject.path,
    {
      onRequest: async (request) => {
        request.grant = await exportGrant(parts, request)
      },
    },
    async (request, reply) => {
      const { caller, project } = projectGrantOf(request)
      const archive = await projectArchive(parts, project.id)
      const event = projectEvent('project/exported', project.id, { key: project.key }, caller.userId)
      await requestedFrom(request.ip, () => db.transaction().execute((tx) => appendEvents(tx, [event])))
      const day = new Date().toISOString().slice(0, 10)
      return reply
        .headers({
          'content-type': 'application/zstd',
          'content-disposition': attachmentNamed(`${project.key}-${day}.tar.zst`, 'project.tar.zst'),
          'cache-control': 'no-store',
        })
        .send(archive)
    },
  )

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    const route = { bodyLimit: MAX_ARCHIVE_BYTES, onRequest: authoriseFirst(principals, importProject) }
    scope.post(importProject.path, route, async (request, reply) => {
      const { caller } = grantOf(request)
      if (caller === null) throw new Error('the call has no caller')
      const { query } = parseRequest(importProject, { params: {}, query: request.query, body: {} })
      if (!(request.body instanceof Readable))
        throw wrongField('archive', 'Send the archive as application/octet-stream')
      if (query.key !== '' && (await isTaken(parts, query.key))) {
        request.body.resume()
        throw keyTaken(query.key)
      }
      const { incoming } = parts.files.blobs
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const archive = path.join(incoming, randomUUID())
      try {
        await pipeline(request.body, createWriteStream(archive, { flags: 'wx', mode: 0o600 }))
        await streamLines(request, reply, async (write) => {
          // The import goes on without its sender.
          const writeLine = (line: ImportProjectLine): void => {
            if (!reply.raw.destroyed) write(line)
          }
          const limits = {
            maxFileBytes: Math.max(parts.config.MAX_UPLOAD_MB * 1024 ** 2, LIMITS.exploratoryFileBytes),
          }
          const importer = { userId: caller.userId, matchesUsers: holds(caller, IMPORT_WITH_ACCOUNTS) }
          const { projectId, leftOut } = await requestedFrom(request.ip, () =>
            importArchive({ ...parts, ...limits }, { ...query, archive, importer }, rarely(writeLine)),
          ).catch((error: unknown) => {
            parts.wakeRemoval()
            throw error
          })
          principals.forget()
          writeLine({ outcome: { project: await readProject(db, caller, projectId), leftOut } })
        })
      } finally {
        await rm(archive, { force: true })
      }
    })
  })
}

/** Returns the grant by an access token, or by the cookie that links to files send. */
const exportGrant = async ({ db, principals }: Parts, request: FastifyRequest): Promise<Grant> => {
  const byCookie = request.headers.authorization === undefined ? await readCookie(db, request, 'files') : null
  if (byCookie === null || byCookie.restriction !== null) return authorise(principals, exportProject, request)
  const { projectKey } = request.params as { projectKey: string }
  const project = await inProject(principals, byCookie, projectKey, 'project:export')
  return { caller: byCookie, project, visitor: null }
}

const isTaken = async ({ db }: Parts, key: string): Promise<boolean> =>
  (await db.selectFrom('project').select('id').where('key', '=', key).executeTakeFirst()) !== undefined

/** Reports each phase's beginning and end, and its progress a few times per second. */
const rarely = (write: (line: ImportProjectLine) => void) => {
  let phase = ''
  let at = 0
  return (line: { phase: 'checking' | 'writing'; done: number; total: number }): void => {
    const now = performance.now()
    if (line.phase === phase && line.done < line.total && now - at < 250) return
    phase = line.phase
    at = now
    write(line)
  }
}
