import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { AttachmentQuery, CompleteDirectUpload, DirectUploadContent } from '../../../contract/launches/reporting.ts'
import type { IdempotencyKey } from '../../db/call-transaction.ts'
import { earlierAnswer, idempotencyKeyOf } from '../../db/idempotency-keys.ts'
import { createDirectUploads, type UploadOwner } from '../../files/direct-uploads.ts'
import { fileTooLarge, type StoredFile } from '../../files/store.ts'
import { FORM_BYTES, FORM_PARTS, MB } from '../../http/limits/body-limits.ts'
import { notFound, Refusal, wrongField } from '../../http/refusal.ts'
import { isUnavailable } from '../../http/unavailable.ts'
import { bytesOf, jsonOf } from './body.ts'
import { callerIn, idOf, launchIn } from './gate.ts'
import type { ReportingParts } from './parts.ts'
import {
  addArtifact,
  kindOfAttachment,
  requireTarget,
  shownName,
  type Upload,
  type UploadTarget,
} from './upload-operations.ts'

/**
 * Screenshots, artifacts and videos (protocol 2.7, 2.9). Their bytes are on disk before the response; uploads for unknown targets are
 * rejected unread. An upload that is retried with the same `Idempotency-Key` is stored once; without a key it is stored again.
 */
export const uploadRoutes = async (app: FastifyInstance, parts: ReportingParts): Promise<void> => {
  const { config, db, files, writer } = parts

  app.post(
    '/test-runs/:launchId/tests/:testId/screenshots',
    { bodyLimit: config.MAX_SCREENSHOT_MB * MB },
    async (request, reply) => {
      const target = { launchId: launchIn(request), testId: idOf(request, 'testId') }
      await requireTarget(db, target)
      const bytes = bytesOf(request)
      if (bytes.length === 0) throw wrongField('body', 'The screenshot is empty')
      const at = takenAt(request)
      const { hash } = await files.put(Readable.from([bytes]), 'screenshot.png', config.MAX_SCREENSHOT_MB * MB)
      const upload = { kind: 'screenshot' as const, name: `${at}.png`, hash, at }
      await writer.submitOnce(keyOf(request, hash), addArtifact(target, upload), () => ({}))
      return reply.status(201).send({})
    },
  )

  await app.register(async (scope) => {
    // Other content types are not read; the route rejects them.
    scope.removeContentTypeParser('*')
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    // File names are displayed unchanged, with their slashes.
    await scope.register(multipart, { preservePath: true, limits: { ...FORM_PARTS, fields: 20, parts: 30 } })
    const form = { bodyLimit: config.MAX_UPLOAD_MB * MB + FORM_BYTES }

    const take =
      (
        targetOf: (request: FastifyRequest, launchId: number) => UploadTarget,
        kindOf: (contentType: string) => Upload['kind'],
        atOf: (request: FastifyRequest) => number = () => Date.now(),
      ) =>
      async (request: FastifyRequest, reply: { status(code: number): { send(body: object): unknown } }) => {
        const target = targetOf(request, launchIn(request))
        await requireTarget(db, target)
        if (!request.isMultipart()) throw wrongField('file', 'The body is not a multipart form')
        const file = await onlyFile(request, config.MAX_UPLOAD_MB * MB)
        const name = shownName(file.filename)
        const { hash, contentType } = await whole(file, files.put(file.file, name, config.MAX_UPLOAD_MB * MB))
        const upload = { kind: kindOf(contentType), name, hash, at: atOf(request) }
        await writer.submitOnce(keyOf(request, { name, hash }), addArtifact(target, upload), () => ({}))
        return reply.status(201).send({})
      }
    scope.post(
      '/test-runs/:launchId/artifacts',
      form,
      take(
        (_, launchId) => ({ launchId }),
        () => 'file',
      ),
    )
    scope.post(
      '/test-runs/:launchId/tests/:testId/artifacts',
      form,
      take(
        (request, launchId) => ({ launchId, testId: idOf(request, 'testId') }),
        () => 'file',
      ),
    )
    scope.post(
      '/test-runs/:launchId/test-sessions/:sessionId/artifacts',
      form,
      take(
        (request, launchId) => ({ launchId, sessionId: idOf(request, 'sessionId') }),
        () => 'video',
      ),
    )
    // Not called by the public agents: our reporters name the attempt and the step.
    scope.post(
      '/test-runs/:launchId/tests/:testId/attachments',
      form,
      take(attachmentTarget, kindOfAttachment, (request) => AttachmentQuery.parse(request.query).at),
    )
  })
  directUploadRoutes(app, parts)
}

const DIRECT_BODY_BYTES = 64 * 1024

/** Calls with which our reporters begin and complete an attachment that they write to the bucket. */
const directUploadRoutes = (app: FastifyInstance, { config, db, files, writer }: ReportingParts): void => {
  const uploads = createDirectUploads(files.blobs, db, app.log)
  const max = config.MAX_UPLOAD_MB * MB
  const small = { bodyLimit: DIRECT_BODY_BYTES }
  const ownerOf = (request: FastifyRequest): UploadOwner => ({
    launchId: launchIn(request),
    userId: callerIn(request).userId,
  })

  app.post('/test-runs/:launchId/tests/:testId/direct-uploads', small, async (request) => {
    const content = jsonOf(request, DirectUploadContent)
    await requireTarget(db, { launchId: launchIn(request), testId: idOf(request, 'testId') })
    if (content.sizeBytes > max) throw fileTooLarge(max)
    return { upload: await uploads.begin(ownerOf(request), content) }
  })

  app.post('/test-runs/:launchId/tests/:testId/direct-uploads/:uploadId', small, async (request, reply) => {
    const { name: givenName, sha256 } = jsonOf(request, CompleteDirectUpload)
    const name = shownName(givenName ?? '')
    const target = attachmentTarget(request, launchIn(request))
    await requireTarget(db, target)
    const [owner, id] = [ownerOf(request), uploadIn(request)]
    // The form has the same key, so that the file is stored once if its reporter sends the form after a lost answer.
    const key = keyOf(request, { name, hash: sha256 }, request.url.replace(/direct-uploads\/[^?]+/, 'attachments'))
    if (key === null || (await earlierAnswer(db, key)) === null) {
      const { hash, contentType } = await uploads.complete(owner, id, { name, sha256, max })
      const upload = { kind: kindOfAttachment(contentType), name, hash, at: AttachmentQuery.parse(request.query).at }
      await writer.submitOnce(key, addArtifact(target, upload), () => ({}))
    }
    // Housekeeping deletes the object if the bucket does not answer.
    await uploads.remove(owner, id).catch(() => undefined)
    return reply.status(201).send({})
  })
}

const attachmentTarget = (request: FastifyRequest, launchId: number): UploadTarget => {
  const { attempt, step = null } = AttachmentQuery.parse(request.query)
  return { launchId, testId: idOf(request, 'testId'), attempt, step }
}

/** Returns the id of a direct upload, which becomes part of a storage key. Throws 404 if it is no UUID. */
const uploadIn = (request: FastifyRequest): string => {
  const { uploadId = '' } = request.params as Record<string, string>
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uploadId)) throw notFound('The upload does not exist')
  return uploadId
}

/** `content`: distinguishes the upload from others with the same key. */
const keyOf = (request: FastifyRequest, content: unknown, url = request.url): IdempotencyKey | null =>
  idempotencyKeyOf(callerIn(request).userId, {
    method: request.method,
    url,
    headers: request.headers,
    body: content,
  })

const brokenForm = (cause: unknown): Error =>
  Object.assign(wrongField('file', 'The multipart form is broken'), { cause })

/** Returns the form's single file, under any field name; other fields are ignored, because the file carries its own name. */
const onlyFile = async (request: FastifyRequest, max: number): Promise<MultipartFile> => {
  // One byte above the limit, so that the counting file store rejects the file instead of storing a truncated one.
  const file = await request.file({ limits: { fileSize: max + 1 } }).catch((error: unknown) => {
    throw brokenForm(error)
  })
  if (!file) throw wrongField('file', 'The multipart form holds no file')
  return file
}

/** Throws 400 when the form ends before its file: then the error is the sender's, not the server's. */
const whole = async ({ file }: MultipartFile, stored: Promise<StoredFile>): Promise<StoredFile> => {
  let broken: unknown = null
  file.once('error', (error) => {
    broken = error
  })
  return stored.catch((error: unknown) => {
    throw broken === null || error instanceof Refusal || isUnavailable(error) ? error : brokenForm(broken)
  })
}

const takenAt = (request: FastifyRequest): number => {
  const header = Number(request.headers['x-zbr-screenshot-captured-at'])
  return Number.isSafeInteger(header) && header > 0 ? header : Date.now()
}
