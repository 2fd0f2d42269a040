import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { ATTACHMENTS_PATH, UploadedAttachment } from '../../../contract/cases/attachments.ts'
import type { Call } from '../../../contract/call.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Principals } from '../../access/principals.ts'
import { carryOutOnce, idempotencyKeyOf } from '../../db/idempotency-keys.ts'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { FORM_BYTES, FORM_PARTS } from '../../http/limits/body-limits.ts'
import { authoriseFirst, projectGrantOf } from '../../http/grants.ts'
import { wrongField } from '../../http/refusal.ts'

interface Parts {
  db: Db
  principals: Principals
  files: FileStore
}

/** Uploading requires the same permissions as writing cases. */
const GATE: Pick<Call<unknown, unknown, unknown, unknown>, 'access' | 'feature'> = {
  access: { project: 'cases:write' },
  feature: 'test-case-management',
}

/**
 * Uploads of attachments of cases and shared steps. Multipart forms are not calls of the contract, whose bodies are JSON, but are
 * authorized in the same way. Downloads are routes of files.
 */
export const attachmentRoutes = async (app: FastifyInstance, { db, principals, files }: Parts): Promise<void> => {
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { ...FORM_PARTS, fields: 0, parts: 1 } })
    const onRequest = authoriseFirst(principals, GATE)
    scope.post(
      ATTACHMENTS_PATH,
      { bodyLimit: LIMITS.attachmentBytes + FORM_BYTES, onRequest },
      async (request, reply) => {
        const { caller, project } = projectGrantOf(request)
        if (!request.isMultipart()) throw wrongField('file', 'The body is not a multipart form')
        // One byte above the limit: the file store counts bytes and rejects the upload, instead of storing a truncated file.
        const form = await request
          .file({ limits: { fileSize: LIMITS.attachmentBytes + 1 } })
          .catch((cause: unknown) => {
            throw Object.assign(wrongField('file', 'The multipart form is broken'), { cause })
          })
        if (!form) throw wrongField('file', 'The multipart form holds no file')
        const name = shownName(form.filename)
        const stored = await files.put(form.file, name, LIMITS.attachmentBytes)
        if (stored.sizeBytes === 0) throw wrongField('file', 'The file is empty')
        const add = () =>
          db.transaction().execute(async (tx) => {
            const { id } = await tx
              .insertInto('attachment')
              .values({ project_id: project.id, file_hash: stored.hash, name, created_by: caller.userId })
              .returning('id')
              .executeTakeFirstOrThrow()
            const data = { id, name, contentType: stored.contentType, sizeBytes: stored.sizeBytes }
            return UploadedAttachment.parse({ data })
          })
        const { method, url, headers } = request
        const key = idempotencyKeyOf(caller.userId, { method, url, headers, body: { name, hash: stored.hash } })
        return reply.status(201).send(await (key ? carryOutOnce(db, key, add) : add()))
      },
    )
  })
}

/** Returns the name for display; it is never used as a path. */
const shownName = (name: string | undefined): string => {
  const plain = (name ?? '')
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
  return plain === '' ? 'file' : plain.slice(0, 200).toWellFormed()
}
