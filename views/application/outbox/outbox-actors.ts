import { ERROR_CODES } from '../../../contract/errors.ts'
import type { Attempt, Denial, SendAnswer } from '../../../machines/outbox/outbox-lane.machine.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { offsetOf, type OutboxService } from '../../../services/outbox/outbox.ts'
import type { Log } from '../../../store/log/log.ts'
import { definitionOf } from '../../../store/outbox/definition.ts'
import { bytesOf, fileProgressed, fileRefused, nextFile, scopeOfFile } from '../../../store/outbox/files.ts'
import { nextBatch, refuse, settle, type Batch } from '../../../store/outbox/outbox.ts'

/**
 * Sends the next commands and stores their outcomes. Commands stay in the log until an outcome is stored: after a crash they are sent
 * again, and the server applies each once.
 */
export const sendCommands =
  (log: Log, server: Pick<OutboxService, 'sendCommands'>) =>
  async ({ max, except, aside }: Attempt): Promise<SendAnswer> => {
    const batch = await nextBatch(log, { max, except, aside })
    if (batch === null) return { outcome: 'nothing' }
    let answer
    try {
      answer = await server.sendCommands(batch.definition.call, batch.projectKey, batch.commands)
    } catch (error) {
      if (isFailure(error))
        return { outcome: 'failed', message: messageOf(error), keys: batch.commands.map(({ key }) => key) }
      if (!isWrong(error)) return answerTo(error, batch.scope)
      if (batch.commands.length > 1) return { outcome: 'too-much', tried: batch.commands.length }
      await refuseAlone(log, batch, error)
      return { outcome: 'sent' }
    }
    // An empty answer would be retried immediately, endlessly.
    if (answer.outcomes.length === 0) return { outcome: 'failed', message: 'The server did not respond' }
    // The server works and accepts other commands, so this command is the cause.
    const given = aside.map((key) => ({ key, outcome: 'refused' as const, refusal: FAILED }))
    await settle(log, { ...answer, outcomes: [...answer.outcomes, ...given] })
    return { outcome: 'sent' }
  }

/** After this many attempts a user decides. */
const FAILED = { reason: 'invalid', message: 'This change failed repeatedly while others were sent.' } as const

/** Errors that a retry cannot resolve. */
const isWrong = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 400 || error.status === 413 || error.status === 422)

/** The server itself failed, or sent an invalid answer. A gateway error only means that the server is unreachable. */
const isFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.kind === 'unreadable' || (error.status >= 500 && ![502, 503, 504].includes(error.status)))

/** A failing command must not block the ones behind it. */
async function refuseAlone(log: Log, { commands }: Batch, error: ApiError): Promise<void> {
  const [only] = commands
  if (only === undefined) return
  const inCommand = /^commands\.0\.command\.(?:values\.)?/
  const errors = error.errors.map((one) => ({ ...one, field: one.field.replace(inCommand, '') }))
  await refuse(log, only.key, {
    reason: 'invalid',
    message: messageOf(error),
    ...(errors.length > 0 ? { errors } : {}),
  })
}

const denialOf = ({ status, code }: ApiError): Denial['reason'] | null => {
  if (status === 404) return 'gone'
  if (status !== 403) return null
  return code === ERROR_CODES.featureOff ? 'feature' : 'role'
}

function answerTo(error: unknown, scope: string): SendAnswer {
  if (!(error instanceof ApiError)) throw error
  if (error.kind === 'unreachable' || error.kind === 'aborted') return { outcome: 'unreachable' }
  if (error.status === 401) return { outcome: 'signed-out' }
  const reason = denialOf(error)
  if (reason !== null) return { outcome: 'denied', scope, reason, message: messageOf(error) }
  return { outcome: 'failed', message: messageOf(error) }
}

/** Uploads the next bytes of a file, resuming at the server's offset after any interruption. */
export const sendBytes =
  (log: Log, server: Pick<OutboxService, 'uploadState' | 'sendChunk'>) =>
  async ({ except, aside }: Attempt): Promise<SendAnswer> => {
    const file = await nextFile(log, { except, aside })
    if (file === null) return { outcome: 'nothing' }
    const { projectKey, fileUuid, name, sizeBytes } = file
    const upload = definitionOf(file.stream ?? '')?.files ?? null
    if (upload === null) return { outcome: 'nothing' }
    try {
      const { receivedBytes } = await server.uploadState(upload, projectKey, fileUuid)
      let received = receivedBytes
      while (received < sizeBytes) {
        const whole = await bytesOf(log, fileUuid)
        if (whole === null) {
          await fileRefused(log, fileUuid, 'The file is no longer on this device')
          return { outcome: 'sent' }
        }
        const bytes = whole.slice(received, Math.min(sizeBytes, received + upload.chunkBytes))
        const progress = await server.sendChunk(upload, projectKey, {
          fileUuid,
          name,
          sizeBytes,
          offset: received,
          bytes,
        })
        if (progress.receivedBytes <= received) return { outcome: 'failed', message: `${name} is stuck` }
        received = progress.receivedBytes
        await fileProgressed(log, file, received)
      }
      await fileProgressed(log, file, received)
      for (const failed of aside) await fileRefused(log, failed, FAILED.message)
      return { outcome: 'sent' }
    } catch (error) {
      // Another tab, or an earlier attempt that did arrive, has moved the offset: continue at the server's.
      if (offsetOf(upload, error) !== null) return { outcome: 'failed', message: `${name} is being sent` }
      if (isFailure(error)) return { outcome: 'failed', message: messageOf(error), keys: [fileUuid] }
      if (!isWrong(error)) return answerTo(error, scopeOfFile(file))
      await fileRefused(log, fileUuid, messageOf(error))
      return { outcome: 'sent' }
    }
  }
