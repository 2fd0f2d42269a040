import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import {
  deleteObservations,
  writtenOf,
  type Observation,
  type ObservationChange,
} from '../../../contract/exploratory/observations.ts'
import { sendExploratoryCommands } from '../../../contract/exploratory/commands.ts'
import type { ExploratorySessionChange } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { exploratoryStream } from '../../../contract/live.ts'
import { readStream } from '../../../server/db/events.ts'
import { refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import {
  anExploratoryProject,
  exploratoryOf,
  observationValues,
  sessionValues,
  type Exploratory,
  measured,
} from './support.ts'

let app: TestApp
let owner: TestUser
let project: Exploratory
let theirs: Exploratory
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  project = await anExploratoryProject(app, owner)
  const engineer = await aUser(app, { roles: { [project.projectId]: 'ENGINEER' } })
  theirs = await exploratoryOf(app, engineer, project.projectKey, project.projectId)
})
afterAll(() => app.close())

const uuid = () => crypto.randomUUID()
const created = (sessionId = uuid(), title = 'Written on a train'): ExploratoryCommand => ({
  type: 'session/create',
  sessionId,
  values: sessionValues({ title }),
})
const observed = (sessionId: string, observationId = uuid(), description = 'Seen'): ExploratoryCommand => ({
  type: 'observation/create',
  sessionId,
  observationId,
  values: observationValues(project.typeId, { description }),
  clockMillis: null,
})
const updated = (
  sessionId: string,
  values: ExploratorySessionChange,
  expected: ExploratorySessionChange = {},
): ExploratoryCommand => ({ type: 'session/update', sessionId, values, expected })
const edited = (
  sessionId: string,
  observationId: string,
  values: ObservationChange,
  expected: ObservationChange = {},
): ExploratoryCommand => ({ type: 'observation/edit', sessionId, observationId, values, expected })
describe('in order', () => {
  test('applies a complete offline session with one event', async () => {
    const [sessionId, first, second] = [uuid(), uuid(), uuid()]
    const { outcomes, sessions } = await project.send([
      created(sessionId),
      observed(sessionId, first, 'One'),
      observed(sessionId, second, 'Two'),
      edited(sessionId, first, { description: 'One, better' }, { description: 'One' }),
      { type: 'observations/delete', sessionId, observationIds: [second] },
      measured(sessionId, uuid(), 60_000, false),
      updated(sessionId, { title: 'In the office' }, { title: 'Written on a train' }),
      { type: 'session/close', sessionId },
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(8).fill('done'))
    expect(outcomes[1]).toMatchObject({ observation: { id: first, description: 'One, better' } })
    expect(sessions).toEqual([await project.get(sessionId)])
    expect(sessions[0]).toMatchObject({ title: 'In the office', closed: true, observations: 1, recordedMillis: 60_000 })
    expect((await project.observations(sessionId)).map(({ description }) => description)).toEqual(['One, better'])
    const { events } = await readStream(app.db, exploratoryStream(sessionId), 0, 10)
    expect(events.map(({ payload }) => payload)).toEqual([{ sessionId, revision: 8, isDeleted: false }])
  })

  test('applies the commands before a rejected one and skips those after it', async () => {
    const sessionId = uuid()
    const { outcomes } = await project.send([
      created(sessionId),
      edited(sessionId, uuid(), { description: 'Never there' }),
      observed(sessionId),
    ])
    expect(outcomes).toMatchObject([
      { outcome: 'done' },
      { outcome: 'refused', refusal: { reason: 'observation-gone' } },
    ])
    expect(await project.get(sessionId)).toMatchObject({ observations: 0, revision: 1 })
  })

  test('a deleted observation can be created again under its id, and deleted again', async () => {
    const [sessionId, observationId] = [uuid(), uuid()]
    await project.send([created(sessionId), observed(sessionId, observationId, 'Before')])
    const gone: ExploratoryCommand = { type: 'observations/delete', sessionId, observationIds: [observationId] }
    await project.send([gone, observed(sessionId, observationId, 'After')])
    expect((await project.observations(sessionId)).map(({ description }) => description)).toEqual(['After'])
    await project.send([gone, { type: 'session/delete', sessionId }, created(sessionId, 'Anew'), observed(sessionId)])
    expect(await project.get(sessionId)).toMatchObject({ title: 'Anew', observations: 1 })
    await project.send([observed(sessionId), { type: 'session/delete', sessionId }])
    expect((await project.refused(observed(sessionId))).reason).toBe('session-gone')
  })

  test('a session that is deleted already is deleted', async () => {
    const { outcomes, sessions } = await project.send([{ type: 'session/delete', sessionId: uuid() }])
    expect([outcomes[0]?.outcome, sessions]).toEqual(['done', []])
  })
})

describe('exactly once', () => {
  test('answers a repeated command as done without applying it again', async () => {
    const [sessionId, observationId] = [uuid(), uuid()]
    const keys = [uuid(), uuid(), uuid()]
    const commands = [
      created(sessionId),
      observed(sessionId, observationId),
      edited(sessionId, observationId, { description: 'Mine' }, { description: 'Seen' }),
    ]
    const first = await project.send(commands, { keys })
    await theirs.edit(sessionId, observationId, { description: 'Theirs' })
    await project.close(sessionId)
    const again = await project.send(commands, { keys })
    expect(again.outcomes.map(({ key, outcome }) => [key, outcome])).toEqual(
      first.outcomes.map(({ key, outcome }) => [key, outcome]),
    )
    expect(again.outcomes[2]).toMatchObject({ observation: { description: 'Theirs' } })
    expect(await project.get(sessionId)).toMatchObject({ closed: true, observations: 1 })
    await project.delete(sessionId)
    const later = await project.send(commands, { keys })
    expect(later.outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
    expect(later.sessions).toEqual([])
  })

  test('applies a command once that two tabs send concurrently, or that is twice in one request', async () => {
    const [sessionId, key] = [uuid(), uuid()]
    await project.send([created(sessionId)])
    const observation = observed(sessionId)
    const all = await Promise.all([1, 2, 3, 4].map(() => project.send([observation], { keys: [key] })))
    expect(all.flatMap(({ outcomes }) => outcomes.map(({ outcome }) => outcome))).toEqual(Array(4).fill('done'))
    const other = uuid()
    await project.send([observed(sessionId), observed(sessionId)], { keys: [other, other] })
    expect(await project.observations(sessionId)).toHaveLength(2)
  })

  test('retries a rejected command when it is sent again', async () => {
    const [sessionId, key] = [uuid(), uuid()]
    const observation = observed(sessionId)
    expect((await project.send([observation], { keys: [key] })).outcomes).toMatchObject([{ outcome: 'refused' }])
    await project.send([created(sessionId)])
    expect((await project.send([observation], { keys: [key] })).outcomes).toMatchObject([{ outcome: 'done' }])
  })

  test('treats the same id under another key as a repeat when equal, and rejects it when different', async () => {
    const [sessionId, observationId] = [uuid(), uuid()]
    const file = { fileUuid: uuid(), name: 'a.png', contentType: 'image/png', sizeBytes: 3 }
    const values = observationValues(project.typeId, { description: 'Seen', attachments: [file] })
    const first: ExploratoryCommand & { type: 'observation/create' } = {
      type: 'observation/create',
      sessionId,
      observationId,
      values,
      clockMillis: 5000,
    }
    await project.send([created(sessionId), first])
    const renamed = { ...values, attachments: [{ ...file, name: 'b.png' }] }
    const { outcomes } = await project.send([first, { ...first, values: renamed }])
    expect(outcomes).toMatchObject([
      { outcome: 'done', observation: { id: observationId } },
      { outcome: 'done', observation: { id: observationId } },
    ])
    const others: ExploratoryCommand[] = [
      { ...first, values: { ...values, description: 'Something else' } },
      { ...first, values: { ...values, attachments: [] } },
      { ...first, values: { ...values, elapsedTimeInMillis: 1 } },
      { ...first, clockMillis: null },
    ]
    for (const other of others)
      expect(await project.refused(other)).toMatchObject({
        reason: 'invalid',
        errors: [{ field: 'id', message: 'Another observation has its id already' }],
      })
    expect(await project.observations(sessionId)).toMatchObject([{ description: 'Seen', attachments: [file] }])
    expect(await project.get(sessionId)).toMatchObject({ observations: 1 })
  })

  test('rejects a key used by another user or project', async () => {
    const [sessionId, key] = [uuid(), uuid()]
    await project.send([created(sessionId)], { keys: [key] })
    const other = await anExploratoryProject(app, owner)
    for (const sender of [theirs, other]) {
      const { outcomes } = await sender.send([created(uuid())], { keys: [key] })
      expect(outcomes).toMatchObject([
        { outcome: 'refused', refusal: { reason: 'invalid', errors: [{ field: 'key' }] } },
      ])
    }
  })
})

describe('merged with concurrent changes', () => {
  test('merges different fields; a conflict in the same field is reported with the stored value', async () => {
    const { id } = await project.create({ title: 'Before', timeBoxMinutes: 60 })
    await theirs.update(id, { title: 'Theirs', timeBoxMinutes: 60 })
    const { sessions } = await project.send([updated(id, { timeBoxMinutes: 90 }, { timeBoxMinutes: 60 })])
    expect(sessions[0]).toMatchObject({ title: 'Theirs', timeBoxMinutes: 90 })
    const refusal = await project.refused(updated(id, { title: 'Mine' }, { title: 'Before' }))
    expect(refusal).toMatchObject({ reason: 'collided', session: { title: 'Theirs' } })
    await project.send([updated(id, { title: 'Theirs' }, { title: 'Before' })])
    await project.send([updated(id, { title: 'Mine after all' }, { title: 'Theirs' })])
    expect((await project.get(id)).title).toBe('Mine after all')
  })

  test('leaves omitted fields unchanged', async () => {
    const charter = { explore: 'a', with: 'b', toDiscover: 'c' }
    const { id } = await project.create({ description: 'Kept', charter, requirements: ['R'], timeBoxMinutes: 5 })
    const { sessions } = await project.send([updated(id, { title: 'New' })])
    expect(sessions[0]).toMatchObject({
      title: 'New',
      description: 'Kept',
      charter,
      requirements: ['R'],
      timeBoxMinutes: 5,
    })
  })

  test('observations the same way', async () => {
    const { id } = await project.create()
    const made = await project.observe(id, { description: 'Before' })
    await theirs.edit(id, made.id, { description: 'Theirs' })
    await project.send([edited(id, made.id, { issueId: 'SHOP-1' }, { issueId: null })])
    const refusal = await project.refused(edited(id, made.id, { description: 'Mine' }, { description: 'Before' }))
    expect(refusal).toMatchObject({
      reason: 'collided',
      observation: { description: 'Theirs', issueId: 'SHOP-1', attachments: [] },
    })
    const file = { fileUuid: uuid(), name: 'a.png', contentType: 'image/png', sizeBytes: 3 }
    await project.send([edited(id, made.id, { attachments: [file] }, { attachments: [] })])
    const collided = await project.refused(
      edited(id, made.id, { attachments: [] }, { attachments: [{ ...file, fileUuid: uuid() }] }),
    )
    expect(collided.reason).toBe('collided')
  })

  test('rejects a deletion when another user changed the observation since, and accepts it once its author has seen the change', async () => {
    const { id } = await project.create()
    const made = await project.observe(id, { description: 'Before' })
    const deleted = (seen: Observation): ExploratoryCommand => ({
      type: 'observations/delete',
      sessionId: id,
      observationIds: [made.id],
      expected: { [made.id]: writtenOf(seen) },
    })
    const { outcomes } = await project.send([edited(id, made.id, { issueId: 'SHOP-1' }), deleted(made)])
    expect(outcomes.at(-1)).toMatchObject({ refusal: { reason: 'collided', errors: [{ field: 'issueId' }] } })
    await theirs.edit(id, made.id, { description: 'Theirs', issueId: 'SHOP-1' })
    const refusal = await project.refused(deleted({ ...made, issueId: 'SHOP-1' }))
    expect(refusal).toMatchObject({ reason: 'collided', observation: { id: made.id, description: 'Theirs' } })
    const { status, current } = await refusalOf(app, deleteObservations, {
      ...project.of(id),
      body: { ids: [made.id], expected: { [made.id]: writtenOf(made) } },
    })
    expect([status, current]).toMatchObject([409, { data: { description: 'Theirs' } }])
    expect(await project.observations(id)).toHaveLength(1)
    await project.send([deleted(refusal.observation ?? made)])
    expect(await project.observations(id)).toEqual([])
  })

  test('a session is not deleted with observations that its author has not seen', async () => {
    const { id } = await project.create()
    await project.observe(id)
    const deleted = (observations: number): ExploratoryCommand => ({
      type: 'session/delete',
      sessionId: id,
      expected: { observations },
    })
    await theirs.observe(id)
    expect(await project.refused(deleted(1))).toMatchObject({ reason: 'collided', session: { observations: 2 } })
    expect((await project.send([deleted(2)])).outcomes).toMatchObject([{ outcome: 'done' }])
  })

  test('[ESCL-01] rejects commands for a closed or deleted session, and changes nothing', async () => {
    const { id } = await project.create()
    const made = await project.observe(id)
    await theirs.close(id)
    const late = [
      observed(id),
      edited(id, made.id, { description: 'Late' }),
      { type: 'observations/delete' as const, sessionId: id, observationIds: [made.id] },
      updated(id, { title: 'Late' }),
      measured(id, uuid(), 5),
    ]
    for (const command of late) expect((await project.refused(command)).reason).toBe('session-closed')
    expect(await project.observations(id)).toEqual([made])
    await project.delete(id)
    for (const command of [...late, { type: 'session/close' as const, sessionId: id }])
      expect((await project.refused(command)).reason).toBe('session-gone')
  })

  test('values that do not fit are named as by the other calls', async () => {
    const { id } = await project.create()
    expect(await project.refused(updated(id, { milestoneId: 999_999, assigneeId: 999_999 }))).toMatchObject({
      reason: 'invalid',
      errors: [{ field: 'assigneeId' }, { field: 'milestoneId' }],
    })
  })
})

describe('when it was done', () => {
  test('is the device’s time and orders late entries; a time in the future becomes now', async () => {
    const { id } = await project.create()
    const made = await project.observe(id, { description: 'Now' })
    const [early, late] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)]
    await project.send([observed(id, uuid(), 'Yesterday')], { at: early })
    await project.send([observed(id, uuid(), 'Tomorrow')], { at: late })
    const all = await project.observations(id)
    expect(all.map(({ description }) => description)).toEqual(['Yesterday', 'Now', 'Tomorrow'])
    expect(all[0]?.createdAt).toBe(early.toISOString())
    expect(Date.parse(all[2]?.createdAt ?? '')).toBeLessThanOrEqual(Date.now())
    await project.send([edited(id, made.id, { description: 'Changed before' })], { at: early })
    const [, changed] = await project.observations(id)
    expect(changed?.lastModifiedAt).toBe(made.lastModifiedAt)
  })
})

test('answers 400 to too many commands and to none', async () => {
  const { token, params } = project
  const body = (length: number) => ({
    commands: Array.from({ length }, () => ({ key: uuid(), at: new Date().toISOString(), command: created() })),
  })
  for (const length of [0, LIMITS.exploratoryCommandsAtOnce + 1]) {
    const { status } = await refusalOf(app, sendExploratoryCommands, { token, params, body: body(length) })
    expect(status).toBe(400)
  }
})
