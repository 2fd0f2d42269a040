import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_CODES } from '../../contract/errors.ts'
import { Refusal } from './refusal.ts'

/** Thrown after the client has disconnected. */
class CalledOff extends Error {}

/**
 * Streams a response line by line (`application/x-ndjson`) while `act` runs; a failure becomes the last line, as `{ problem }`. `writeLine`
 * throws after the client has disconnected, so that `act` can roll back.
 */
export const streamLines = async (
  request: FastifyRequest,
  reply: FastifyReply,
  act: (writeLine: (line: object) => void) => Promise<void>,
): Promise<void> => {
  const { raw } = reply
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
  })
  raw.flushHeaders()
  let isGone = false
  raw.on('close', () => {
    isGone = true
  })
  const writeLine = (line: object) => {
    if (isGone) throw new CalledOff()
    raw.write(`${JSON.stringify(line)}\n`)
  }
  try {
    await act(writeLine)
  } catch (error) {
    const isMeant = error instanceof Refusal || error instanceof CalledOff
    if (!isMeant) request.log.error({ err: error }, 'a call that answers in lines failed')
    const problem =
      error instanceof Refusal
        ? { code: error.code, message: error.message, ...(error.errors && { errors: error.errors }) }
        : { code: ERROR_CODES.internal, message: 'Something went wrong on the server' }
    if (!isGone) raw.write(`${JSON.stringify({ problem })}\n`)
  } finally {
    raw.end()
  }
}
