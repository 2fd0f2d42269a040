import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES, type Feature } from '../../../contract/access.ts'
import { FEATURE_LABELS } from '../../../contract/workspace/feature-labels.ts'
import { getFeatures, switchFeature } from '../../../contract/workspace/features.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { topics } from '../../../contract/live.ts'
import { updateProject } from '../../../contract/settings/general.ts'
import { deleteMember } from '../../../contract/settings/members.ts'
import { TENANT } from '../../../server/config.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { listen, type LiveClient } from '../live/support/client.ts'

let app: TestApp
let owner: TestUser
let guest: TestUser
let projectId: number
const clients: LiveClient[] = []

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner, 'SHOP')
  guest = await aUser(app, { roles: { [projectId]: 'GUEST' } })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  for (const feature of FEATURES) await turn(feature, true)
})
afterAll(() => app.close())

const turn = (feature: Feature, on: boolean, { token }: TestUser = owner) =>
  ask(app, switchFeature, { token, params: { feature }, body: { on } })
const without = (...gone: Feature[]) => FEATURES.filter((feature) => !gone.includes(feature))
const joined = async ({ token }: TestUser, destination: string) => {
  const client = await listen(app, { token })
  clients.push(client)
  await client.subscribe(destination)
  return client
}

describe('switching', () => {
  test('[PRODUCT-07] [FEAT-01] [FEAT-02] [FEAT-05] all are on from the start, and each is switched and reported by its name', async () => {
    expect(FEATURES).toEqual(
      expect.arrayContaining([
        'saml-sso',
        'launcher',
        'test-automation',
        'defects-linking',
        'requirements-mapping',
        'test-case-management',
        'plans',
        'trash-bin',
        'test-repository-import',
        'test-case-history',
      ]),
    )
    expect((await ask(app, getFeatures, { token: owner.token })).features).toEqual(FEATURES)
    for (const feature of FEATURES) {
      expect(FEATURE_LABELS[feature].name).not.toBe('')
      expect((await turn(feature, false)).features).toEqual(without(feature))
      expect((await turn(feature, true)).features).toEqual(FEATURES)
    }
  })

  test('[PRODUCT-06] rejects calls of a disabled feature immediately, also from the owner', async () => {
    const requested = { token: owner.token, params: { projectKey: 'SHOP' } }
    await ask(app, listLaunches, requested)
    await turn('test-automation', false)
    expect(await refusalOf(app, listLaunches, requested)).toMatchObject({ status: 403, code: ERROR_CODES.featureOff })
    expect(await ask(app, getFeatures, { token: guest.token })).toEqual({ features: without('test-automation') })
    await turn('test-automation', true)
    await ask(app, listLaunches, requested)
  })

  test('keeps the changes of two concurrent switches', async () => {
    await Promise.all([turn('plans', false), turn('launcher', false), turn('trash-bin', false)])
    const { features } = await ask(app, getFeatures, { token: owner.token })
    expect(features).toEqual(without('plans', 'launcher', 'trash-bin'))
  })

  test('[PRODUCT-05] [PRODUCT-13] requires the billing permission, and reports an unknown feature', async () => {
    const holder = await aUser(app, { permissions: ['BILLING'] })
    expect((await turn('plans', false, holder)).features).toEqual(without('plans'))
    const requested = { token: guest.token, params: { feature: 'plans' }, body: { on: true } }
    expect((await refusalOf(app, switchFeature, requested)).status).toBe(403)
    const unknown = { token: owner.token, params: { feature: 'everything' }, body: { on: true } }
    expect(await refusalOf(app, switchFeature, unknown)).toMatchObject({
      status: 400,
      errors: [{ field: 'feature' }],
    })
  })
})

describe('news', () => {
  test('[PRODUCT-06] everybody who is signed in is notified of a switch, also where test automation is off', async () => {
    const stranger = await aUser(app)
    const [first, second] = [
      await joined(guest, topics.workspace(TENANT)),
      await joined(stranger, topics.workspace(TENANT)),
    ]
    await turn('test-automation', false)
    await turn('plans', false)
    const both = without('test-automation', 'plans')
    for (const client of [first, second]) {
      // Messages of earlier switches may still arrive.
      await client.until(() => {
        const last = client.news.at(-1)
        return last?.type === 'FEATURES' && isDeepStrictEqual(last.features, both)
      })
      expect(client.news.slice(-2)).toMatchObject([
        { type: 'FEATURES', features: without('test-automation') },
        { type: 'FEATURES', features: both },
      ])
    }
    await expect(first.subscribe(topics.testRuns(TENANT))).rejects.toThrow('refused')
  })

  test('notifies readers of a project’s settings of who saved what, also with features off', async () => {
    await turn('test-automation', false)
    const client = await joined(guest, topics.settings(TENANT, projectId))
    const requested = { token: owner.token, params: { projectKey: 'SHOP' } }
    await ask(app, updateProject, { ...requested, body: { name: 'Shop' } })
    await client.until(() => client.news.length > 0)
    expect(client.news).toMatchObject([
      { type: 'SETTINGS', event: 'settings/saved', projectId, area: 'project', version: null, by: owner.id },
    ])
    expect(client.news[0]).not.toHaveProperty('changes')
  })

  test('others are not; a removed member is notified of the removal, and of nothing after it', async () => {
    const stranger = await aUser(app)
    await expect(joined(stranger, topics.settings(TENANT, projectId))).rejects.toThrow('refused')
    await expect(joined(guest, topics.settings(TENANT, projectId + 1000))).rejects.toThrow('refused')
    const leaver = await aUser(app, { roles: { [projectId]: 'MANAGER' } })
    const [gone, stays] = [
      await joined(leaver, topics.settings(TENANT, projectId)),
      await joined(guest, topics.settings(TENANT, projectId)),
    ]
    const requested = { token: owner.token, params: { projectKey: 'SHOP', userId: leaver.id } }
    await ask(app, deleteMember, requested)
    await stays.until(() => stays.news.length > 0)
    // A rejection follows everything sent before it.
    await expect(gone.subscribe('/topic/none')).rejects.toThrow('refused')
    expect(gone.news).toMatchObject([{ area: 'members', projectId }])
    const heard = stays.news.length
    await ask(app, updateProject, { token: owner.token, params: { projectKey: 'SHOP' }, body: { name: 'Shop 2' } })
    await stays.until(() => stays.news.length > heard)
    await expect(gone.subscribe('/topic/none')).rejects.toThrow('refused')
    expect(gone.news).toHaveLength(1)
  })
})
