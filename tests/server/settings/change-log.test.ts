import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { listSettingsChanges } from '../../../contract/settings/change-log.ts'
import { appendEvents, type NewEvent } from '../../../server/db/events.ts'
import { settingsEvent } from '../../../server/settings/changes.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let other: TestUser
let projectId: number

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner, 'SHOP')
  other = await aUser(app, { roles: { [projectId]: 'MANAGER' } })
})
afterAll(() => app.close())

const listed = (query: Record<string, string | number> = {}) =>
  ask(app, listSettingsChanges, { token: owner.token, params: { projectKey: 'SHOP' }, query })
const append = (...events: NewEvent[]) => app.db.transaction().execute((tx) => appendEvents(tx, events))
const saved = (subject: string, userId: number, area: 'milestones' | 'variables' = 'milestones') =>
  settingsEvent({ area, projectId, userId, changes: [{ kind: 'added', subject }] })
const subjects = ({ items }: Awaited<ReturnType<typeof listed>>) => items.map(({ changes }) => changes[0]?.subject)

test('lists changes newest first in gapless pages, by area and by user', async () => {
  const count = LIMITS.changesAtOnce + 3
  for (let i = 0; i < count; i += 1) await append(saved(`m${i}`, i % 2 === 0 ? owner.id : other.id))
  await append(saved('secret', other.id, 'variables'))
  const first = await listed()
  expect(first.items).toHaveLength(LIMITS.changesAtOnce)
  expect(new Set(first.people.map(({ id }) => id))).toEqual(new Set([owner.id, other.id]))
  const second = await listed({ before: first.older ?? 0 })
  expect(second.older).toBeNull()
  const all = [...subjects(first), ...subjects(second)]
  expect(all).toEqual(['secret', ...Array.from({ length: count }, (_, i) => `m${count - 1 - i}`)])
  expect(subjects(await listed({ area: 'variables' }))).toEqual(['secret'])
  const own = await listed({ userId: owner.id })
  expect(new Set(own.items.map(({ user }) => user?.id))).toEqual(new Set([owner.id]))
})

test('omits other projects, other events, and unreadable events of older versions', async () => {
  const elsewhere = await aProject(app, owner, 'OTHER')
  const before = (await listed()).items[0]
  await append(
    { ...saved('elsewhere', owner.id), projectId: elsewhere },
    { stream: `settings:${projectId}`, type: 'launch/changed', payload: {}, projectId },
    { stream: `settings:${projectId}`, type: 'settings/milestones', payload: { was: 'another shape' }, projectId },
  )
  expect((await listed()).items[0]).toEqual(before)
})
