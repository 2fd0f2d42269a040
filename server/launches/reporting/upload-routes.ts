import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { idempotencyKeyOf, type IdempotencyKey } from '../../db/idempotency-keys.ts'
import type { StoredFile } from '../../files/store.ts'
import { FORM_BYTES, FORM_PARTS, MB } from '../../http/body-limits.ts'
import { Refusal, wrongField } from '../../http/refusal.ts'
import { cut } from '../cut.ts'
import { bytesOf } from './body.ts'
import { callerIn, idOf, launchIn } from './gate.ts'
import type { ReportingParts } from './parts.ts'
import { addArtifact, requireTarget, type UploadTarget } from './upload-operations.ts'

/**
 * Screenshots, artifacts and videos (protocol 2.7, 2.9). Their bytes are on disk before the answer; for what is not there, none
 * are taken at all. An upload that is sent again with its `Idempotency-Key` is taken once; without a key it is another one.
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
    // What is no form is not read, and refused by its route.
    scope.removeContentTypeParser('*')
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    // Names are shown as given, with their slashes.
    await scope.register(multipart, { preservePath: true, limits: { ...FORM_PARTS, fields: 20, parts: 30 } })
    const form = { bodyLimit: config.MAX_UPLOAD_MB * MB + FORM_BYTES }

    const take =
      (targetOf: (request: FastifyRequest, launchId: number) => UploadTarget, kind: 'file' | 'video') =>
      async (request: FastifyRequest, reply: { status(code: number): { send(body: object): unknown } }) => {
        const target = targetOf(request, launchIn(request))
        await requireTarget(db, target)
        if (!request.isMultipart()) throw wrongField('file', 'The body is not a multipart form')
        const file = await onlyFile(request, config.MAX_UPLOAD_MB * MB)
        const name = shownName(file.filename)
        const { hash } = await whole(file, files.put(file.file, name, config.MAX_UPLOAD_MB * MB))
        const upload = { kind, name, hash, at: Date.now() }
        await writer.submitOnce(keyOf(request, { name, hash }), addArtifact(target, upload), () => ({}))
        return reply.status(201).send({})
      }
    scope.post(
      '/test-runs/:launchId/artifacts',
      form,
      take((_, launchId) => ({ launchId }), 'file'),
    )
    scope.post(
      '/test-runs/:launchId/tests/:testId/artifacts',
      form,
      take((request, launchId) => ({ launchId, testId: idOf(request, 'testId') }), 'file'),
    )
    scope.post(
      '/test-runs/:launchId/test-sessions/:sessionId/artifacts',
      form,
      take((request, launchId) => ({ launchId, sessionId: idOf(request, 'sessionId') }), 'video'),
    )
  })
}

/** `content`: what tells the upload from others of the same key. */
const keyOf = (request: FastifyRequest, content: unknown): IdempotencyKey | null =>
  idempotencyKeyOf(callerIn(request).personId, {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: content,
  })

const brokenForm = (cause: unknown): Error =>
  Object.assign(wrongField('file', 'The multipart form is broken'), { cause })

/** The form's one file, whatever its part is called; other parts say nothing that the file's own name does not. */
const onlyFile = async (request: FastifyRequest, most: number): Promise<MultipartFile> => {
  // One byte more than is taken, so that the file store, which counts, sees what is too much instead of a cut file.
  const file = await request.file({ limits: { fileSize: most + 1 } }).catch((error: unknown) => {
    throw brokenForm(error)
  })
  if (!file) throw wrongField('file', 'The multipart form holds no file')
  return file
}

/** Refuses a file whose form ends before it does: that is its sender's fault, and no failure of ours. */
const whole = async ({ file }: MultipartFile, stored: Promise<StoredFile>): Promise<StoredFile> => {
  let broken: unknown = null
  file.once('error', (error) => {
    broken = error
  })
  return stored.catch((error: unknown) => {
    throw broken === null || error instanceof Refusal ? error : brokenForm(broken)
  })
}

/** A name is only shown, never a place on disk: controls go, the rest stays as it came. */
const shownName = (name: string | undefined): string => {
  const plain = (name ?? '')
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
  return plain === '' ? 'file' : cut(plain, 500)
}

const takenAt = (request: FastifyRequest): number => {
  const header = Number(request.headers['x-zbr-screenshot-captured-at'])
  return Number.isSafeInteger(header) && header > 0 ? header : Date.now()
}
