import { afterEach, expect, test, vi } from 'vitest'
import { firstValueFrom, filter } from 'rxjs'
import type { CommandOutcome, ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import { sessionsHere } from '../../../store/outbox/exploratory/sessions-here.ts'
import {
  carryOut,
  exploratory$,
  exploratoryNow,
  keepGone,
  keepLoaded,
  replace,
} from '../../../store/outbox/exploratory/sessions.ts'
import { bytesOf, takeFile } from '../../../store/outbox/files.ts'
import { longer } from '../../../store/projections/exploratory.ts'
import { heldBehind } from '../../../store/projections/exploratory-rows.ts'
import { closeLog, openLog, type Log } from '../../../store/log/log.ts'
import { drop, retry } from '../../../store/outbox/outbox-decisions.ts'
import { bundleOf, takeBundle } from '../../../store/outbox/bundles/bundle.ts'
import { nextBatch, settle } from '../../../store/outbox/outbox.ts'
import { ModelServer } from '../../model/support/exploratory/server.ts'
import { anObservation, aSession } from '../exploratory/support.ts'
import './support/events.ts'

const projectKey = 'SHOP'
const sessionId = '11111111-1111-4111-8111-111111111111'
const noteId = (n: number) => `22222222-2222-4222-8222-22222222222${n}`
const server = new ModelServer()
server.open(sessionId, 'Checkout')
const reading = () => {
  const read = server.reading(sessionId)
  if (read === null) throw new Error('there is no session')
  return read
}

let count = 0
const logs: Log[] = []
const aLog = () => {
  const log = openLog(`exploratory-unit-${(count += 1)}`)
  logs.push(log)
  return log
}
afterEach(() => logs.splice(0).forEach(closeLog))

const note = (n: number, description = `note ${n}`): ExploratoryCommand => ({
  type: 'observation/create',
  sessionId,
  observationId: noteId(n),
  clockMillis: null,
  values: {
    typeId: 1,
    description,
    elapsedTimeInMillis: 60_000,
    attachments: [],
    issueId: null,
    issueType: null,
    improvementId: null,
    improvementType: null,
  },
})
const edit = (n: number, description: string, before: string): ExploratoryCommand => ({
  type: 'observation/edit',
  sessionId,
  observationId: noteId(n),
  values: { description },
  expected: { description: before },
})
const remove = (...ns: number[]): ExploratoryCommand => ({
  type: 'observations/delete',
  sessionId,
  observationIds: ns.map(noteId),
})
const doing = (log: Log, ...commands: ExploratoryCommand[]) =>
  carryOut(
    log,
    commands.map((command) => ({ projectKey, command })),
  )
const refuse = (log: Log, key: string, reason: 'collided' | 'type-off' | 'session-closed', observation?: Observation) =>
  settle(log, {
    outcomes: [
      { key, outcome: 'refused', refusal: { reason, message: 'No', ...(observation ? { observation } : {}) } },
    ],
    sessions: [],
  })
const shown = async (log: Log) =>
  (await exploratoryNow(log, sessionId)).observations.map(
    ({ observation, sending }) => `${observation.description} ${sending}`,
  )

test('shows a command before the server answers', async () => {
  const log = aLog()
  const seen = firstValueFrom(
    exploratory$(log, sessionId).pipe(filter(({ observations }) => observations.length === 1)),
  )
  await doing(log, note(1))
  expect(await seen).toMatchObject({ observations: [{ sending: 'waiting' }] })
})

test('shows notes, edits and deletions immediately over the server’s state, and counts them', async () => {
  const log = aLog()
  await keepLoaded(log, reading())
  await doing(log, note(1), note(2), edit(1, 'mended', 'note 1'), note(3), remove(2))
  expect(await shown(log)).toEqual(['mended waiting', 'note 3 waiting'])
  const { session } = await exploratoryNow(log, sessionId)
  expect(session).toMatchObject({ observations: 2, types: [{ typeId: 1, observations: 2, elapsedMillis: 120_000 }] })
})

test('a rejected observation is listed, and does not count before it is decided', async () => {
  const log = aLog()
  await keepLoaded(log, reading())
  const [first = ''] = await doing(log, note(1), edit(1, 'later', 'note 1'), note(2))
  await refuse(log, first, 'type-off')
  expect(await shown(log)).toEqual(['later refused', 'note 2 waiting'])
  const { session } = await exploratoryNow(log, sessionId)
  expect(session).toMatchObject({ observations: 1, types: [{ typeId: 1, observations: 1 }] })
})

test('a clock that is set back reorders nothing: a note is later than all that the device knows of the session', async () => {
  const log = aLog()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 6, 1, 12) })
  try {
    const theirs = anObservation({ createdAt: '2026-07-01T13:00:00.000Z' })
    await keepLoaded(log, { session: aSession({ id: sessionId }), observations: [theirs] })
    await doing(log, note(1))
    vi.setSystemTime(Date.UTC(2026, 6, 1, 9))
    await doing(log, note(2), note(3))
    vi.setSystemTime(Date.UTC(2026, 6, 1, 14))
    await doing(log, note(4))
    expect((await nextBatch(log))?.commands.map(({ at }) => at)).toEqual([
      '2026-07-01T13:00:00.001Z',
      '2026-07-01T13:00:00.002Z',
      '2026-07-01T13:00:00.003Z',
      '2026-07-01T14:00:00.000Z',
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('commands that depend on a rejected one wait for its decision, and no others', async () => {
  const log = aLog()
  const [first = ''] = await doing(log, note(1))
  await doing(log, edit(1, 'later', 'note 1'), note(2), { type: 'session/close', sessionId })
  await refuse(log, first, 'type-off')
  expect(await shown(log)).toEqual(['later refused', 'note 2 waiting'])
  expect((await nextBatch(log))?.commands.map(({ command }) => command.type)).toEqual(['observation/create'])
  const again = await replace(log, first, note(1))
  expect((await nextBatch(log))?.commands.map(({ key }) => key)[0]).toBe(again)
  expect((await nextBatch(log))?.commands).toHaveLength(4)
  expect(await replace(log, first, note(1))).toBeNull()
})

test('shows both sides of a rejected edit, and discarding it restores theirs', async () => {
  const log = aLog()
  server.open(sessionId, 'Checkout')
  await server.sendCommands(null, projectKey, [
    { key: noteId(9), at: '2026-01-01T00:00:00.000Z', command: note(4, 'first') },
  ])
  await keepLoaded(log, reading())
  const [key = ''] = await doing(log, edit(4, 'mine', 'first'))
  server.editObservation(noteId(4), 'theirs')
  await refuse(log, key, 'collided', server.observations.get(noteId(4)))
  const { observations } = await exploratoryNow(log, sessionId)
  expect(observations[0]).toMatchObject({
    observation: { description: 'theirs' },
    sending: 'refused',
    refused: [{ command: { values: { description: 'mine' } }, refusal: { reason: 'collided' } }],
  })
  await drop(log, [key])
  expect(await shown(log)).toEqual(['theirs sent'])
})

test('a recording never becomes shorter, even if reports arrive out of order', () => {
  expect(longer(undefined, { stretchId: 's', elapsedMillis: 5 })).toEqual({ s: 5 })
  expect(longer({ s: 9, t: 1 }, { stretchId: 's', elapsedMillis: 5 })).toEqual({ s: 9, t: 1 })
  expect(longer({ s: 9 }, { stretchId: 's', elapsedMillis: 12 })).toEqual({ s: 12 })
})

test('discarding a note also discards its edits and files', async () => {
  const log = aLog()
  const file = { fileUuid: noteId(8), name: 'a.png', contentType: 'image/png', sizeBytes: 3 }
  await takeFile(log, projectKey, file, new Blob(['abc']))
  const create = note(1)
  if (create.type === 'observation/create') create.values.attachments = [file]
  const [key = ''] = await doing(log, create, edit(1, 'later', 'note 1'), note(2))
  await refuse(log, key, 'session-closed')
  expect(await drop(log, [key])).toHaveLength(2)
  expect(await shown(log)).toEqual(['note 2 waiting'])
  expect(await bytesOf(log, file.fileUuid)).toBeNull()
})

test('ignores a reading older than the known state', async () => {
  const log = aLog()
  const old = reading()
  server.editObservation(noteId(4), 'newest')
  expect(await keepLoaded(log, reading())).toBe(true)
  expect(await keepLoaded(log, old)).toBe(false)
  expect(await shown(log)).toEqual(['newest sent'])
})

test('a late answer does not revert a newer reading or restore deleted entries', async () => {
  const log = aLog()
  const [first, mine, last] = [5, 6, 7]
  const at = '2026-01-01T00:00:00.000Z'
  const send = (...commands: { key: string; command: ExploratoryCommand }[]) =>
    server.sendCommands(
      null,
      projectKey,
      commands.map((one) => ({ ...one, at })),
    )
  await send(...[first, mine, last].map((n) => ({ key: noteId(n), command: note(n, 'old') })))
  await keepLoaded(log, reading())
  const edits = [first, mine, last].map((n) => edit(n, 'mine', 'old'))
  const keys = await doing(log, ...edits)
  const answer = await send(...edits.map((command, i) => ({ key: keys[i] ?? '', command })))
  server.editObservation(noteId(mine), 'theirs')
  server.deleteObservation(noteId(first))
  server.deleteObservation(noteId(last))
  const newest = reading()
  await keepLoaded(log, newest)
  await settle(log, answer)
  const { observations, session } = await exploratoryNow(log, sessionId)
  const texts = observations.map(({ observation: { id, description } }) => [id, description])
  expect(texts).toEqual(newest.observations.map(({ id, description }) => [id, description]))
  expect(session?.revision).toBe(newest.session.revision)
  server.deleteObservation(noteId(mine))
})

test('the newer of two answers about a note and its session wins, in any order of arrival', async () => {
  const log = aLog()
  const sessionAt = (revision: number) => aSession({ id: sessionId, title: `revision ${revision}`, revision })
  const noteAt = (lastModifiedAt: string) =>
    anObservation({
      id: noteId(1),
      description: lastModifiedAt,
      lastModifiedAt: `2026-11-20T${lastModifiedAt}:00.000Z`,
    })
  await keepLoaded(log, { session: sessionAt(1), observations: [noteAt('10:00')] })
  const [first = '', second = ''] = await doing(log, edit(1, 'one', '10:00'), edit(1, 'two', 'one'))
  const confirm = (key: string, at: string, revision: number) => {
    const outcome: CommandOutcome = { key, outcome: 'done', observation: noteAt(at) }
    return settle(log, { outcomes: [outcome], sessions: [sessionAt(revision)] })
  }
  await confirm(second, '12:00', 3)
  await confirm(first, '11:00', 2)
  const { session } = await exploratoryNow(log, sessionId)
  expect(await shown(log)).toEqual(['12:00 sent'])
  expect(session?.title).toBe('revision 3')
})

test('a closed session blocks all of its commands, and other sessions continue', () => {
  const row = (
    stream: string,
    type: ExploratoryCommand['type'],
    about: string[] = [],
    refusal: 'session-closed' | 'full' | null = null,
  ) => ({
    stream,
    type,
    about,
    refusal,
  })
  expect(
    heldBehind([
      row('a', 'observation/create', ['1'], 'session-closed'),
      row('a', 'observation/create', ['2']),
      row('b', 'observation/create', ['3'], 'full'),
      row('b', 'observation/edit', ['4']),
      row('b', 'observation/create', ['5']),
      row('b', 'session/close'),
      row('c', 'session/close'),
    ]),
  ).toEqual([false, true, false, false, true, true, false])
})

test('a command that replaces a rejected one is exported like any other', async () => {
  const log = aLog()
  const [key = ''] = await doing(log, note(1))
  await refuse(log, key, 'type-off')
  const again = await replace(log, key, note(1, 'mended'))
  const bundle = await bundleOf(log)
  expect(bundle.commands).toMatchObject([{ key: again, projectKey, command: { values: { description: 'mended' } } }])
  const other = aLog()
  expect(await takeBundle(other, bundle)).toBe(1)
  expect(await shown(other)).toEqual(['mended waiting'])
})

test('a note that the server has, and failed to confirm, is shown with the way on and not stuck', async () => {
  const log = aLog()
  const [key = ''] = await doing(log, note(8))
  const stored = server.reading(sessionId)
  await server.sendCommands(null, projectKey, [
    { key: crypto.randomUUID(), at: new Date().toISOString(), command: note(8) },
  ])
  await keepLoaded(log, reading())
  await refuse(log, key, 'type-off')
  const { observations } = await exploratoryNow(log, sessionId)
  const found = observations.filter(({ observation }) => observation.id === noteId(8))
  expect(found.map(({ sending, refused }) => [sending, refused.map((one) => one.key)])).toEqual([['refused', [key]]])
  expect(stored?.observations.some(({ id }) => id === noteId(8))).toBe(false)
  expect(await retry(log, key)).toBe(true)
  expect(await retry(log, key)).toBe(false)
  expect((await nextBatch(log))?.commands.map((one) => one.key)).toEqual([key])
  server.deleteObservation(noteId(8))
})

test('sessions that were read here are found without the server, by project', async () => {
  const log = aLog()
  const other = reading()
  await keepLoaded(log, { ...reading(), projectKey })
  await doing(log, note(1))
  await keepLoaded(log, { ...other, session: { ...other.session, id: noteId(9) }, projectKey: 'OTHER' })
  const found = [{ id: sessionId, title: 'Checkout', observations: reading().observations.length + 1, unsent: 1 }]
  expect(await sessionsHere(log, projectKey)).toMatchObject(found)
  expect((await sessionsHere(log, 'OTHER')).map(({ id }) => id)).toEqual([noteId(9)])
  await keepGone(log, sessionId)
  expect(await sessionsHere(log, projectKey)).toEqual([])
})
