import { afterEach, expect, test } from 'vitest'
import type { CommandRefusal, ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import {
  carryOut,
  exploratoryNow,
  keepLoaded,
  move,
  replace,
  unsentExploratory,
} from '../../../store/outbox/exploratory/sessions.ts'
import { moveOf, overTheirs, withType } from '../../../store/outbox/exploratory/rescue.ts'
import { closeLog, openLog, type Log } from '../../../store/log/log.ts'
import { nextBatch, settle } from '../../../store/outbox/outbox.ts'
import { aUser, anObservation, aSession } from '../exploratory/support.ts'
import './support/events.ts'

const projectKey = 'SHOP'
const [vouchers, refunds] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const

let count = 0
const logs: Log[] = []
const aLog = () => {
  const log = openLog(`exploratory-rescue-${(count += 1)}`)
  logs.push(log)
  return log
}
afterEach(() => logs.splice(0).forEach(closeLog))

const note = (sessionId: string, description: string): ExploratoryCommand & { type: 'observation/create' } => ({
  type: 'observation/create',
  sessionId,
  observationId: crypto.randomUUID(),
  clockMillis: null,
  values: {
    typeId: 1,
    description,
    elapsedTimeInMillis: null,
    attachments: [],
    issueId: null,
    issueType: null,
    improvementId: null,
    improvementType: null,
  },
})
const doing = (log: Log, ...commands: ExploratoryCommand[]) =>
  carryOut(
    log,
    commands.map((command) => ({ projectKey, command })),
  )
const refuse = (log: Log, key: string, reason: 'session-closed' | 'type-off') =>
  settle(log, { outcomes: [{ key, outcome: 'refused', refusal: { reason, message: 'No' } }], sessions: [] })

const firstRefused = async (log: Log, sessionId: string) => {
  const known = await exploratoryNow(log, sessionId)
  const emitted = known.observations.flatMap(({ refused }) => refused)[0]
  if (emitted === undefined || known.session === null) throw new Error('nothing was refused')
  return { emitted, mover: { session: known.session, state: known.state, projectKey, by: aUser } }
}

test('notes of two closed sessions move to two new sessions, each with its later edits and without deleted ones', async () => {
  const log = aLog()
  for (const [id, title] of [
    [vouchers, 'Vouchers'],
    [refunds, 'Refunds'],
  ] as const)
    await keepLoaded(log, { session: aSession({ id, title }), observations: [] })
  const [first, second, gone] = ['first', 'second', 'gone'].map((text) => note(vouchers, text)) as [
    ReturnType<typeof note>,
    ReturnType<typeof note>,
    ReturnType<typeof note>,
  ]
  const [ofVouchers = ''] = await doing(
    log,
    first,
    second,
    gone,
    { type: 'clock/measured', sessionId: vouchers, stretchId: crypto.randomUUID(), elapsedMillis: 5, isRunning: false },
    {
      type: 'observation/edit',
      sessionId: vouchers,
      observationId: second.observationId,
      values: { description: 'second, edited' },
      expected: { description: 'second' },
    },
    { type: 'observations/delete', sessionId: vouchers, observationIds: [gone.observationId] },
  )
  const [ofRefunds = ''] = await doing(log, note(refunds, 'third'))
  await refuse(log, ofVouchers, 'session-closed')
  await refuse(log, ofRefunds, 'session-closed')
  for (const id of [vouchers, refunds]) {
    const { emitted, mover } = await firstRefused(log, id)
    const planned = moveOf(emitted, mover)
    expect(await move(log, planned?.keys ?? [], planned?.wanted ?? [])).not.toBeNull()
  }
  const sent = (await unsentExploratory(log)).flatMap(({ refusal, isHeld, command }) =>
    refusal === null && !isHeld ? [command] : [],
  )
  const created = sent.flatMap((command) => (command.type === 'session/create' ? [command] : []))
  expect(created.map(({ values }) => values.title)).toEqual(['Vouchers, continued', 'Refunds, continued'])
  const notesOf = (sessionId: string | undefined) =>
    sent.flatMap((command) =>
      command.type === 'observation/create' && command.sessionId === sessionId ? [command.values.description] : [],
    )
  expect(created.map(({ sessionId }) => notesOf(sessionId))).toEqual([['first', 'second, edited'], ['third']])
  // The clock is not a note: it was recorded in the old session.
  expect((await exploratoryNow(log, vouchers)).state.commands.map(({ command }) => command.type)).toEqual([
    'clock/measured',
  ])
})

test('[OBS-10] a note with a disabled type is sent with the type that the user chooses', async () => {
  const log = aLog()
  await keepLoaded(log, { session: aSession({ id: vouchers }), observations: [] })
  const [key = ''] = await doing(log, note(vouchers, 'first'))
  await refuse(log, key, 'type-off')
  const { emitted } = await firstRefused(log, vouchers)
  const type = { id: 7, name: 'Risk', colorHex: '#123456', enabled: true, deleted: false }
  const next = withType(emitted.command, type.id)
  await replace(log, key, next ?? emitted.command, { type })
  expect((await nextBatch(log))?.commands).toMatchObject([{ command: { values: { typeId: 7, description: 'first' } } }])
  const [shown] = (await exploratoryNow(log, vouchers)).observations
  expect([shown?.sending, shown?.observation.type]).toEqual(['waiting', type])
})

test('a rejected deletion shows the other user’s version, and deleting anyway expects exactly that', async () => {
  const log = aLog()
  const before = anObservation({ description: 'before' })
  await keepLoaded(log, { session: aSession({ id: vouchers, observations: 1 }), observations: [before] })
  const [key = ''] = await doing(log, {
    type: 'observations/delete',
    sessionId: vouchers,
    observationIds: [before.id],
    expected: { [before.id]: { description: 'before' } },
  })
  expect((await exploratoryNow(log, vouchers)).observations).toEqual([])
  const observation = { ...before, description: 'theirs', lastModifiedAt: '2026-11-20T11:00:00.000Z' }
  const refusal: CommandRefusal = { reason: 'collided', message: 'No', observation }
  await settle(log, { outcomes: [{ key, outcome: 'refused', refusal }], sessions: [] })
  const { emitted } = await firstRefused(log, vouchers)
  expect((await exploratoryNow(log, vouchers)).observations).toMatchObject([
    { observation: { description: 'theirs' }, sending: 'refused' },
  ])
  await replace(log, key, overTheirs(emitted) ?? emitted.command)
  expect((await nextBatch(log))?.commands).toMatchObject([
    { command: { type: 'observations/delete', expected: { [before.id]: { description: 'theirs' } } } },
  ])
})
