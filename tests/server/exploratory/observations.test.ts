import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteObservations, listObservations } from '../../../contract/exploratory/observations.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import {
  anExploratoryProject,
  exploratoryOf,
  observationValues,
  type Exploratory,
  type ObservationWanted,
} from './support.ts'

let app: TestApp
let owner: TestUser
let project: Exploratory
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  project = await anExploratoryProject(app, owner)
})
afterAll(() => app.close())

const aFile = (name = 'shot.png') => ({
  fileUuid: crypto.randomUUID(),
  name,
  contentType: 'image/png',
  sizeBytes: 3,
})
const secondType = async ({ types }: Exploratory) => (await types())[1]?.id ?? 0

describe('observations', () => {
  test('[OBS-02] [OBS-03] [OBS-13] [OBS-27] [OBS-32] are returned as written, in the order of creation', async () => {
    const { id } = await project.create()
    const [type] = await project.types()
    const written = {
      description: 'The *total* flickers',
      elapsedTimeInMillis: 90_000,
      attachments: [aFile(), aFile('log.txt')],
      issueId: 'SHOP-7',
      issueType: 'JIRA' as const,
      improvementId: 'https://example.com/7',
      improvementType: 'URL' as const,
    }
    const made = await project.observe(id, { ...written, clockMillis: 4000 })
    expect(made).toMatchObject({
      ...written,
      attachments: written.attachments.map((file) => ({ ...file, receivedBytes: 0 })),
      clockMillis: 4000,
      type: { id: type?.id, name: type?.name, colorHex: type?.colorHex, enabled: true, deleted: false },
      createdBy: { id: owner.id },
      lastModifiedBy: { id: owner.id },
      lastModifiedAt: made.createdAt,
    })
    const second = await project.observe(id, { description: 'Second' })
    expect(await project.observations(id)).toEqual([made, second])
  })

  test('[OBS-09] [OBS-13] editing replaces the values, and says who did it when', async () => {
    const { id } = await project.create()
    const made = await project.observe(id, { attachments: [aFile(), aFile()], issueId: 'SHOP-1' })
    const engineer = await aUser(app, { roles: { [project.projectId]: 'ENGINEER' } })
    const theirs = await exploratoryOf(app, engineer, project.projectKey, project.projectId)
    const file = aFile('other.png')
    const edited = await theirs.edit(id, made.id, { description: 'Still', attachments: [file] })
    expect(edited).toMatchObject({
      description: 'Still',
      issueId: null,
      createdAt: made.createdAt,
      createdBy: { id: owner.id },
      lastModifiedBy: { id: engineer.id },
    })
    expect(edited.attachments.map(({ fileUuid }) => fileUuid)).toEqual([file.fileUuid])
    expect(edited.lastModifiedAt >= made.lastModifiedAt).toBe(true)
    expect(await project.observations(id)).toEqual([edited])
  })

  test('[OBS-04] [OBS-05] [OBS-08] [OBS-09] names missing and excessive fields when creating and editing', async () => {
    const { id } = await project.create()
    const made = await project.observe(id)
    const wrong = {
      description: ' \n ',
      typeId: 0,
      elapsedTimeInMillis: 0,
      attachments: [{ ...aFile(), sizeBytes: LIMITS.exploratoryFileBytes + 1 }],
    }
    const named = ['typeId', 'description', 'elapsedTimeInMillis', 'attachments.0.sizeBytes']
    for (const { status, errors } of [
      await project.observeRefused(id, wrong),
      await project.editRefused(id, made.id, wrong),
    ])
      expect([status, errors?.map(({ field }) => field)]).toEqual([400, named])
  })

  test('[OBS-16] deletes several and skips those already deleted', async () => {
    const { id } = await project.create()
    const other = await project.create()
    const [first, second, third] = [await project.observe(id), await project.observe(id), await project.observe(id)]
    const elsewhere = await project.observe(other.id)
    expect(await project.remove(id, [first.id, third.id, first.id, crypto.randomUUID(), elsewhere.id])).toBe(2)
    expect((await project.observations(id)).map((one) => one.id)).toEqual([second.id])
    expect(await project.get(id)).toMatchObject({ observations: 1, revision: 5 })
    expect(await project.remove(id, [first.id])).toBe(0)
    expect(await project.get(id)).toMatchObject({ revision: 5 })
    expect(await project.observations(other.id)).toHaveLength(1)
  })

  test('[ESVW-19] a session counts its observations by type, and the time they took', async () => {
    const { id } = await project.create()
    const other = await secondType(project)
    const counts = async () => {
      const { items, session } = await ask(app, listObservations, project.of(id))
      expect(session).toEqual(await project.get(id))
      expect(session.observations).toBe(items.length)
      return [session.elapsedTimeInMillis, ...session.types.map((t) => [t.typeId, t.observations, t.elapsedMillis])]
    }
    const made = await project.observe(id, { elapsedTimeInMillis: 1000 })
    await project.observe(id, { typeId: other, elapsedTimeInMillis: 500 })
    await project.observe(id)
    expect(await counts()).toEqual([1500, [project.typeId, 2, 1000], [other, 1, 500]])
    await project.edit(id, made.id, { typeId: other, elapsedTimeInMillis: 200 })
    expect(await counts()).toEqual([700, [project.typeId, 1, 0], [other, 2, 700]])
    await project.remove(id, [made.id])
    expect(await counts()).toEqual([500, [project.typeId, 1, 0], [other, 1, 500]])
  })
})

describe('types', () => {
  test('[OBS-10] rejects disabled and deleted types for new observations, and keeps them on existing ones', async () => {
    const typed = await anExploratoryProject(app, owner)
    const { id } = await typed.create()
    const gone = await secondType(typed)
    const off = (await typed.types())[2]?.id ?? 0
    const ofGone = await typed.observe(id, { typeId: gone })
    const ofOff = await typed.observe(id, { typeId: off })
    await typed.switchOff(gone, 'deleted')
    await typed.switchOff(off, 'off')
    const shown = await typed.observations(id)
    expect(shown.map(({ type }) => type)).toEqual([
      { ...ofGone.type, enabled: false, deleted: true },
      { ...ofOff.type, enabled: false },
    ])
    for (const typeId of [gone, off, 999_999])
      expect(await typed.observeRefused(id, { typeId })).toMatchObject({ status: 400, errors: [{ field: 'typeId' }] })
    expect(await typed.editRefused(id, ofOff.id, { typeId: gone })).toMatchObject({ status: 400 })
    expect(await typed.edit(id, ofGone.id, { typeId: gone, description: 'Kept' })).toMatchObject({
      description: 'Kept',
      type: { id: gone, name: ofGone.type.name },
    })
    const { types } = await typed.get(id)
    expect(new Map(types.map(({ typeId, name }) => [typeId, name]))).toEqual(
      new Map([ofGone, ofOff].map(({ type }) => [type.id, type.name])),
    )
    const refusal = await typed.refused({
      type: 'observation/create',
      sessionId: id,
      observationId: crypto.randomUUID(),
      values: observationValues(gone),
      clockMillis: null,
    })
    expect(refusal.reason).toBe('type-off')
  })

  test('a project with deleted types can be deleted', async () => {
    const typed = await anExploratoryProject(app, owner)
    const { id } = await typed.create()
    await typed.observe(id, { typeId: await secondType(typed) })
    await typed.switchOff(await secondType(typed), 'deleted')
    await app.db.deleteFrom('project').where('id', '=', typed.projectId).execute()
    expect(
      await app.db.selectFrom('deleted_setting').where('project_id', '=', typed.projectId).selectAll().execute(),
    ).toEqual([])
  })
})

test('[OBS-25] [OBS-26] links need the feature; those that are there stay without it', async () => {
  const { id } = await project.create()
  const made = await project.observe(id, { issueId: 'SHOP-1', issueType: 'JIRA' })
  const switched = (on: boolean) =>
    ask(app, switchFeature, { token: owner.token, params: { feature: 'defects-linking' }, body: { on } })
  await switched(false)
  const refused = await project.observeRefused(id, { issueId: 'SHOP-2', improvementId: 'SHOP-3' })
  expect([refused.status, refused.errors?.map(({ field }) => field)]).toEqual([400, ['issueId', 'improvementId']])
  expect(await project.edit(id, made.id, { issueId: 'SHOP-1', issueType: 'JIRA', description: 'Kept' })).toMatchObject({
    issueId: 'SHOP-1',
    description: 'Kept',
  })
  await switched(true)
})

test('[OBS-28] accepts links of known trackers and of other addresses', async () => {
  const { id } = await project.create()
  for (const type of ['JIRA', 'GITHUB', 'GITLAB', 'AZURE', 'LINEAR', 'URL', 'OTHER'] as const)
    expect(
      await project.observe(id, { issueId: 'SHOP-1', issueType: type, improvementId: '#2', improvementType: type }),
    ).toMatchObject({ issueType: type, improvementType: type })
  const wrong = { issueId: 'SHOP-1', issueType: 'BUGZILLA', improvementType: '' } as unknown as ObservationWanted
  const refused = await project.observeRefused(id, wrong)
  expect([refused.status, refused.errors?.map(({ field }) => field)]).toEqual([400, ['issueType', 'improvementType']])
})

test('[OBS-23] [OBS-24] [ESCL-04] a closed session rejects new, changed and deleted observations', async () => {
  const { id } = await project.create()
  const made = await project.observe(id)
  await project.close(id)
  expect((await project.observeRefused(id)).status).toBe(409)
  expect((await project.editRefused(id, made.id, {})).status).toBe(409)
  expect((await refusalOf(app, deleteObservations, { ...project.of(id), body: { ids: [made.id] } })).status).toBe(409)
  expect(await project.observations(id)).toEqual([made])
})

test('[OBS-12] limits a session to 200 observations, also for concurrent requests', async () => {
  const { id } = await project.create()
  const engineer = await aUser(app, { roles: { [project.projectId]: 'ENGINEER' } })
  const theirs = await exploratoryOf(app, engineer, project.projectKey, project.projectId)
  const written = (n: number) =>
    Array.from({ length: n }, () => ({
      type: 'observation/create' as const,
      sessionId: id,
      observationId: crypto.randomUUID(),
      values: observationValues(project.typeId),
      clockMillis: null,
    }))
  const one = written(LIMITS.exploratoryCommandsAtOnce)
  await project.send(one)
  await project.send(written(LIMITS.maxObservations - 1 - one.length))
  const both = await Promise.all([project.send(written(1)), theirs.send(written(1))])
  const outcomes = both.flatMap(({ outcomes }) => outcomes)
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused'])
  expect(outcomes.find((one) => one.outcome === 'refused')).toMatchObject({ refusal: { reason: 'full' } })
  expect(await project.observeRefused(id)).toMatchObject({ status: 409, message: TEXTS.observationsFull })
  const all = await project.observations(id)
  expect([all.length, (await project.get(id)).observations]).toEqual([200, 200])
  await project.remove(id, [all[0]?.id ?? ''])
  await project.observe(id)
  expect((await project.get(id)).observations).toBe(200)
})

test('counts all observations of concurrent requests', async () => {
  const { id } = await project.create()
  const people = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async () => {
      const user = await aUser(app, { roles: { [project.projectId]: 'ENGINEER' } })
      return exploratoryOf(app, user, project.projectKey, project.projectId)
    }),
  )
  for (let round = 1; round <= 4; round += 1)
    await Promise.all(people.map((user) => user.observe(id, { elapsedTimeInMillis: 1000 })))
  expect(await project.observations(id)).toHaveLength(24)
  expect(await project.get(id)).toMatchObject({
    observations: 24,
    elapsedTimeInMillis: 24_000,
    revision: 25,
    types: [{ observations: 24, elapsedMillis: 24_000 }],
  })
})

test('[OBS-13] rejects ids used in another session, by another user or in another project', async () => {
  const other = await anExploratoryProject(app, owner)
  const { id } = await project.create()
  const second = await project.create()
  const foreign = await other.observe((await other.create()).id, { attachments: [aFile()] })
  const made = await project.observe(id)
  expect(await project.observe(id, { id: made.id })).toEqual(made)
  expect((await project.observeRefused(id, { id: made.id, description: 'Another one' })).status).toBe(409)
  const engineer = await aUser(app, { roles: { [project.projectId]: 'ENGINEER' } })
  const theirs = await exploratoryOf(app, engineer, project.projectKey, project.projectId)
  expect((await theirs.observeRefused(id, { id: made.id })).status).toBe(409)
  expect((await project.observeRefused(second.id, { id: made.id })).status).toBe(409)
  expect((await project.observeRefused(id, { id: foreign.id })).status).toBe(409)
  expect((await project.editRefused(second.id, made.id, {})).status).toBe(404)
  expect((await project.editRefused(id, foreign.id, {})).status).toBe(404)
  expect(await project.observeRefused(id, { attachments: foreign.attachments })).toMatchObject({
    status: 400,
    errors: [{ field: 'attachments.0' }],
  })
})

test('rejects links that would run as script, in notes and in requirements', async () => {
  const { id } = await project.create()
  const link = 'javascript:alert(document.cookie)'
  for (const values of [{ issueId: link }, { improvementId: link }])
    expect(await project.observeRefused(id, values)).toMatchObject({
      status: 400,
      errors: [{ field: Object.keys(values)[0] }],
    })
  const refused = await project.createRefused({ requirements: ['SHOP-7', link] })
  expect(refused).toMatchObject({ status: 400, errors: [{ field: 'requirements.1' }] })
})
