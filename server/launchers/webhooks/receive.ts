import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { WEBHOOK_BODY_BYTES, WEBHOOK_PATH } from '../../../contract/launchers/webhooks.ts'
import { OF_CALLS, WITHOUT_HELMET } from '../../http/headers.ts'
import { conflict, notFound, Refusal, unauthorised } from '../../http/refusal.ts'
import { createSlowDown } from '../../http/limits/slow-down.ts'
import { startPreset, type PresetStartParts } from '../start/start-preset.ts'
import { eventOf, isPing, senderKeyOf, signatureProblem } from './signature.ts'
import { logCall, secretPlace, settleCall, type WebhookRow } from './stored.ts'

export interface WebhookParts extends PresetStartParts {
  log: { warn: (details: object, words: string) => void }
}

/** Rate limit: a busy repository pushes a few times a minute. */
const CALLS_PER_MINUTE = 60
const KEY = /^[\w-]{43}$/

/**
 * Receives the calls of webhooks. Callers have no session: the key in the URL identifies a webhook, its secret signs the body, and a call
 * can do nothing but start the webhook's preset.
 */
export const webhookReceiver = async (app: FastifyInstance, parts: WebhookParts): Promise<void> => {
  const { db, log } = parts
  const slowDown = createSlowDown(app, CALLS_PER_MINUTE)
  const called = new WeakMap<FastifyRequest, WebhookRow>()

  const checkCaller = async (row: WebhookRow, request: FastifyRequest): Promise<void> => {
    if (row.secret === null) return
    const secret = parts.secrets.open(row.secret, secretPlace(row))
    const problem =
      secret === null
        ? 'The secret cannot be decrypted: enter it again'
        : signatureProblem(request.headers, request.body as Buffer, secret, Date.now())
    if (problem === null) return
    await logCall(db, {
      webhookId: row.id,
      senderKey: null,
      event: eventOf(request.headers),
      status: 401,
      reason: problem,
    })
    throw unauthorised(problem)
  }

  const carryOut = async (row: WebhookRow, deliveryId: number): Promise<{ status: 'queued'; launchId: number }> => {
    try {
      const key = `webhook:${row.id}:${deliveryId}`
      const { launchId } = await startPreset(parts, {
        projectId: row.project_id,
        presetId: row.preset_id,
        userId: row.author_id,
        via: 'webhook',
        key: { key, request: key },
      })
      await settleCall(db, deliveryId, { status: 202, reason: LAUNCHER_TEXTS.launchQueued, launchId })
      return { status: 'queued', launchId }
    } catch (error) {
      const isRefusal = error instanceof Refusal
      if (!isRefusal) log.warn({ err: error, webhookId: row.id }, 'a webhook could not start its launch')
      await settleCall(db, deliveryId, {
        status: isRefusal ? error.status : 500,
        reason: isRefusal ? error.message : LAUNCHER_TEXTS.startFailed,
        launchId: null,
      })
      throw error
    }
  }

  await app.register((scope, _options, done) => {
    // Signatures cover the raw bytes, so that every content type is read as a buffer.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.post(
      `${WEBHOOK_PATH}/:key`,
      {
        bodyLimit: WEBHOOK_BODY_BYTES,
        // Bodies are only read for known webhooks.
        config: { isOpen: false, ...WITHOUT_HELMET },
        onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
          reply.headers(OF_CALLS)
          await slowDown(request)
          const { key } = request.params as { key: string }
          const row = KEY.test(key)
            ? await db.selectFrom('launch_webhook').selectAll().where('key', '=', key).executeTakeFirst()
            : undefined
          if (!row) throw notFound(LAUNCHER_TEXTS.webhookUnknown)
          called.set(request, row)
        },
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0)
        const row = called.get(request)
        if (!row) throw notFound(LAUNCHER_TEXTS.webhookUnknown)
        await checkCaller(row, request)
        const event = eventOf(request.headers)
        if (isPing(event)) {
          await logCall(db, { webhookId: row.id, senderKey: null, event, status: 200, reason: 'Answered a ping' })
          return { status: 'ready' }
        }
        const call = await logCall(db, { webhookId: row.id, senderKey: senderKeyOf(request.headers), event })
        if (call === null) {
          const reason = 'This delivery was carried out before'
          await logCall(db, { webhookId: row.id, senderKey: null, event, status: 409, reason })
          throw conflict(reason)
        }
        await db.updateTable('launch_webhook').set({ last_trigger_at: call.at }).where('id', '=', row.id).execute()
        return reply.status(202).send(await carryOut(row, call.id))
      },
    )
    done()
  })
}
