import { describe, expect, test } from 'vitest'
import type { EventFromLogic } from 'xstate'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { CommandOutcome, SentCommand } from '../../../contract/exploratory/commands.ts'
import { sendOrEnqueue } from '../../../machines/outbox/send-or-enqueue.machine.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { openLog, closeLog } from '../../../store/log/log.ts'
import { carryOut, unsentExploratory } from '../../../store/outbox/exploratory/sessions.ts'
import { sendOrEnqueueExploratory } from '../../../views/exploratory/send-or-enqueue.ts'
import '../../unit/store/support/events.ts'
import { aSession } from '../../unit/exploratory/support.ts'
import { answering } from '../../unit/services/answering.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const machine = sendOrEnqueue<string>()
const input = { command: 'close' }
const events = [
  { type: 'xstate.done.actor.look', output: true },
  { type: 'xstate.done.actor.look', output: false },
  { type: 'xstate.error.actor.look', error: 'unreadable' },
  { type: 'xstate.done.actor.send', output: 'taken' },
  { type: 'xstate.done.actor.send', output: 'unreachable' },
  { type: 'xstate.error.actor.send', error: 'refused' },
  { type: 'xstate.done.actor.enqueue', output: undefined },
  { type: 'xstate.error.actor.enqueue', error: 'full' },
] as unknown as EventFromLogic<typeof machine>[]
const paths = describeMachine(machine, {
  input,
  events,
  table: {
    looking: 'done(look) error(look)',
    sending: 'done(send) error(send)',
    enqueuing: 'done(enqueue) error(enqueue)',
    sent: '',
    enqueued: '',
    refused: '',
  },
})

test('emits nothing on its tours', () => {
  for (const path of toursThrough(paths)) expect(play(machine, path, input)).toEqual([])
})

test('sends or enqueues a command, or gives the reason for its rejection', () => {
  const ends = paths.map(({ name, steps }) => {
    const end = steps.at(-1)?.state
    return end?.status === 'done' ? `${name}: ${end.value}, ${String(end.context.failure)}` : ''
  })
  const short = (end: string) => end.replaceAll('xstate.', '').replaceAll('.actor.', ' ')
  expect(new Set(ends.filter((end) => end !== '').map(short))).toEqual(
    new Set([
      'error look: refused, unreadable',
      'done look → done send: sent, null',
      'done look → error send: refused, refused',
      'done look → done enqueue: enqueued, null',
      'done look → error enqueue: refused, full',
    ]),
  )
})

describe('a command of an exploratory session', () => {
  const session = aSession()
  const close = { type: 'session/close', sessionId: session.id } as const
  const done = ({ key }: SentCommand): CommandOutcome => ({ key, outcome: 'done' }) as CommandOutcome
  let turn = 0
  const run = async (
    answer: (sent: SentCommand) => CommandOutcome | Response,
    earlier: readonly Parameters<typeof carryOut>[1][number]['command'][] = [],
  ) => {
    const log = openLog(`send-or-enqueue-${(turn += 1)}`)
    for (const command of earlier) await carryOut(log, [{ projectKey: 'DEMO', command }])
    const sent: SentCommand[] = []
    let started = 0
    const send = answering({
      sendExploratoryCommands: ({ body }) => {
        const { commands } = body as { commands: SentCommand[] }
        sent.push(...commands)
        const outcomes = commands.map(answer)
        return outcomes.find((one) => one instanceof Response) ?? { outcomes, sessions: [] }
      },
    })
    const failure = await sendOrEnqueueExploratory(
      { log, send, enqueued: () => (started += 1) },
      { projectKey: 'DEMO', command: close },
    ).catch((error: unknown) => error)
    const saved = await unsentExploratory(log)
    closeLog(log)
    return { failure, sent, kept: saved.map(({ key, command }) => [key, command.type]), started }
  }

  test('is sent immediately and leaves nothing on this device', async () => {
    const { failure, sent, kept, started } = await run(done)
    expect(failure).toBe(undefined)
    expect(sent.map(({ command }) => command)).toEqual([close])
    expect([kept, started]).toEqual([[], 0])
  })

  test('rejects with the reasons of the server, and is not enqueued', async () => {
    const refuse = ({ key }: SentCommand): CommandOutcome => ({
      key,
      outcome: 'refused',
      refusal: { reason: 'invalid', message: 'Title is too long', errors: [{ field: 'title', message: 'Too long' }] },
    })
    const { failure, kept } = await run(refuse)
    expect(failure).toMatchObject({
      kind: 'refused',
      status: 400,
      message: 'Title is too long',
      errors: [{ field: 'title', message: 'Too long' }],
    })
    expect(kept).toEqual([])
  })

  test('rejects with the stored values when another user changed the same', async () => {
    const collide = ({ key }: SentCommand): CommandOutcome => ({
      key,
      outcome: 'refused',
      refusal: { reason: 'collided', message: 'Changed meanwhile', session },
    })
    const { failure } = await run(collide)
    expect(failure).toMatchObject({ status: 409, code: ERROR_CODES.stale, current: session })
  })

  test('is enqueued under the same key when the server is unreachable', async () => {
    const { failure, sent, kept, started } = await run(() => {
      throw new ApiError('unreachable')
    })
    expect(failure).toBe(undefined)
    expect(kept).toEqual([[sent[0]?.key, 'session/close']])
    expect(started).toBe(1)
  })

  test('rejects where the server itself fails, and is not enqueued', async () => {
    const { failure, kept } = await run(() => Response.json({ message: 'Broken' }, { status: 500 }))
    expect(failure).toMatchObject({ status: 500, message: 'Broken' })
    expect(kept).toEqual([])
  })

  test('is enqueued behind earlier commands of the session, and not sent before them', async () => {
    const earlier = {
      type: 'session/update',
      sessionId: session.id,
      values: { title: 'Paying' },
      expected: {},
    } as const
    const { sent, kept } = await run(done, [earlier as never])
    expect(sent).toEqual([])
    expect(kept.map(([, type]) => type)).toEqual(['session/update', 'session/close'])
  })
})
