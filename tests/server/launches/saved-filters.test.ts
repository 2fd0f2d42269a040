import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '../../../contract/access.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { queryOfPredicates, type Predicate } from '../../../contract/launches/launch-predicates.ts'
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  restoreSavedFilter,
  updateSavedFilter,
} from '../../../contract/launches/saved-filters.ts'
import { topics } from '../../../contract/live.ts'
import { TENANT } from '../../../server/config.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { listen } from '../live/support/client.ts'

let app: TestApp
let owner: TestUser
/** The author, a user of the same project, and users with one more right each. */
let people: Record<'emil' | 'mara' | 'adele' | 'greta' | 'rolf' | 'sharer' | 'deleter' | 'stranger', TestUser>

const ITEMS: Predicate[] = [
  { field: 'environment', operator: 'IS', values: ['stage', 'prod'] },
  { field: 'status', operator: 'IS_NOT', values: ['PASSED'] },
  { field: 'q', operator: 'IS', values: ['cart'] },
]
const params = { projectKey: 'DEF' }
const save = ({ token }: TestUser, name: string, over: { isPrivate?: boolean; items?: Predicate[] } = {}) =>
  ask(app, createSavedFilter, { token, params, body: { name, items: ITEMS, ...over } })
const seenBy = async ({ token }: TestUser) => (await ask(app, listSavedFilters, { token, params })).items
const namesFor = async (user: TestUser) => (await seenBy(user)).map(({ name }) => name)
const of = ({ token }: TestUser, filterId: number) => ({ token, params: { ...params, filterId } })

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  const projectId = await aProject(app, owner)
  const member = (
    username: string,
    role: 'ADMINISTRATOR' | 'MANAGER' | 'ENGINEER' | 'GUEST',
    permissions: Permission[] = [],
  ) => aUser(app, { username, roles: { [projectId]: role }, permissions })
  people = {
    emil: await member('emil', 'ENGINEER'),
    adele: await member('adele', 'ADMINISTRATOR'),
    mara: await member('mara', 'MANAGER'),
    greta: await member('greta', 'GUEST'),
    rolf: await aUser(app, { username: 'rolf', roles: { [projectId]: 'ENGINEER' }, readOnly: true }),
    sharer: await member('sharer', 'GUEST', ['reporting-filters-create-public']),
    deleter: await member('deleter', 'GUEST', ['reporting-filters-delete-any']),
    stranger: await aUser(app, { username: 'stranger' }),
  }
  const agent = await TestAgent.of(app, owner)
  const launch = await agent.startLaunch({ name: 'cart of stage', config: { environment: 'stage' } })
  await launch.test('a', 'FAILED')
  await launch.finish()
  await (await agent.startLaunch({ name: 'search of stage', config: { environment: 'stage' } })).finish()
})
afterAll(() => app.close())

test('saves a filter with its predicates, private by default', async () => {
  const { emil } = people
  const saved = await save(emil, '  Storefront  ')
  expect(saved, '[SAVF-02] [SAVF-16]').toEqual({
    id: expect.any(Number) as number,
    name: 'Storefront',
    items: ITEMS,
    isPrivate: true,
    isFavorite: false,
    createdBy: { id: emil.id, username: 'emil' },
    version: 1,
  })
  expect(saved.isPrivate, '[SAVF-04]').toBe(true)
  expect(await seenBy(emil), '[SAVF-15]').toEqual([saved])
  expect(await seenBy(people.mara)).toEqual([])
  const { items } = await ask(app, listLaunches, { token: emil.token, params, query: queryOfPredicates(saved.items) })
  expect(items.map(({ name }) => name)).toEqual(['cart of stage'])
})

test('[SAVF-05] [SAVF-06] limits names to 256 characters and filters to known predicates, and names every invalid field', async () => {
  const { token } = people.emil
  const refusedFields = async (body: object) => {
    const refused = await refusalOf(app, createSavedFilter, { token, params, body: body as never })
    expect(refused.status).toBe(400)
    return refused.errors?.map(({ field }) => field)
  }
  expect((await save(people.emil, 'n'.repeat(256))).name).toHaveLength(256)
  expect(await refusedFields({ name: 'n'.repeat(257), items: [] })).toEqual(['name', 'items'])
  expect(await refusedFields({ name: ' ', items: ITEMS })).toEqual(['name'])
  const wrong = (item: object) => refusedFields({ name: 'Wrong', items: [item] })
  expect(await wrong({ field: 'colour', operator: 'IS', values: ['a'] })).toEqual(['items.0.field'])
  expect(await wrong({ field: 'status', operator: 'IS', values: ['GREEN'] })).toEqual(['items.0.values'])
  expect(await wrong({ field: 'reviewed', operator: 'IS_NOT', values: ['true'] })).toEqual(['items.0.values'])
  expect(await wrong({ field: 'build', operator: 'IS', values: [] })).toEqual(['items.0.values'])
  expect(await wrong({ field: 'build', operator: 'IS', values: ['b'.repeat(501)] })).toEqual(['items.0.values.0'])
  expect(await refusedFields({ name: 'Twice', items: [ITEMS[0], ITEMS[0]] })).toEqual(['items'])
  const many = Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(450, 'x'))
  expect(await refusedFields({ name: 'Long', items: [{ field: 'build', operator: 'IS', values: many }] })).toEqual([
    'items',
  ])
})

test('names are unique per owner, ignoring case', async () => {
  await save(people.emil, 'Taken')
  const body = { name: 'tAKEN', items: ITEMS }
  expect(await refusalOf(app, createSavedFilter, { token: people.emil.token, params, body })).toMatchObject({
    status: 409,
    errors: [{ field: 'name', message: TEXTS.nameTaken }],
  })
  expect((await save(people.mara, 'Taken')).name).toBe('Taken')
})

test('[SAVF-03] rejects saved filters of guests and read-only users', async () => {
  const body = { name: 'Mine', items: ITEMS }
  for (const { token } of [people.greta, people.rolf])
    expect((await refusalOf(app, createSavedFilter, { token, params, body })).status).toBe(403)
})

test('[SAVF-14] [SAVF-17] everybody marks favourites for themselves, and sees theirs first', async () => {
  const { greta, rolf, emil } = people
  await save(emil, 'A public', { isPrivate: false })
  const last = await save(emil, 'Z public', { isPrivate: false })
  for (const user of [greta, rolf]) {
    expect((await namesFor(user)).at(-1)).toBe('Z public')
    const body = { isFavorite: true, expected: { isFavorite: false } }
    const marked = await ask(app, updateSavedFilter, { ...of(user, last.id), body })
    expect(marked, '[SAVF-17]').toMatchObject({ isFavorite: true, version: 1 })
    expect((await namesFor(user))[0], '[SAVF-19]').toBe('Z public')
  }
  expect((await seenBy(emil)).filter(({ isFavorite }) => isFavorite)).toEqual([])
  await ask(app, updateSavedFilter, { ...of(greta, last.id), body: { isFavorite: false } })
  expect((await namesFor(greta)).at(-1)).toBe('Z public')
})

test('privacy is for the creator, administrators and who may share filters', async () => {
  const { emil, mara, adele, greta, sharer } = people
  const { id } = await save(emil, 'Shared', { isPrivate: false })
  const setPrivate = (user: TestUser, isPrivate: boolean) =>
    ask(app, updateSavedFilter, { ...of(user, id), body: { isPrivate } })
  expect((await setPrivate(emil, true)).isPrivate, '[SAVF-11]').toBe(true)
  for (const user of [mara, sharer, owner])
    expect((await refusalOf(app, updateSavedFilter, { ...of(user, id), body: { isPrivate: false } })).status).toBe(404)
  expect(await setPrivate(emil, false)).toMatchObject({ isPrivate: false, version: 3 })
  for (const user of [mara, greta])
    expect((await refusalOf(app, updateSavedFilter, { ...of(user, id), body: { isPrivate: true } })).status).toBe(403)
  expect((await setPrivate(sharer, true)).isPrivate, '[SAVF-12]').toBe(true)
  await setPrivate(emil, false)
  expect((await setPrivate(adele, true)).isPrivate, '[SAVF-13]').toBe(true)
})

test('neither overwrites nor deletes a filter that another user changed meanwhile', async () => {
  const { emil, sharer } = people
  const { id } = await save(emil, 'Contested', { isPrivate: false })
  await ask(app, updateSavedFilter, { ...of(emil, id), body: { isPrivate: true } })
  await ask(app, updateSavedFilter, { ...of(emil, id), body: { isPrivate: false } })
  await ask(app, updateSavedFilter, { ...of(sharer, id), body: { isFavorite: true } })
  const stale = { status: 409, message: TEXTS.changedMeanwhile }
  const body = { isPrivate: true, expected: { isPrivate: true } }
  expect(
    (await ask(app, updateSavedFilter, { ...of(emil, id), body: { isPrivate: false, expected: { isPrivate: true } } }))
      .version,
  ).toBe(3)
  expect(await refusalOf(app, updateSavedFilter, { ...of(emil, id), body })).toMatchObject({
    ...stale,
    errors: [{ field: 'isPrivate' }],
  })
  expect(await refusalOf(app, deleteSavedFilter, { ...of(emil, id), query: { version: 1 } })).toMatchObject(stale)
})

test('the creator and who may delete any filter delete it, and restore it with its favourites', async () => {
  const { emil, mara, greta, deleter } = people
  const saved = await save(emil, 'Gone', { isPrivate: false })
  await ask(app, updateSavedFilter, { ...of(greta, saved.id), body: { isFavorite: true } })
  for (const user of [mara, greta])
    expect((await refusalOf(app, deleteSavedFilter, of(user, saved.id))).status, '[SAVF-10]').toBe(403)
  await ask(app, deleteSavedFilter, { ...of(emil, saved.id), query: { version: 1 } })
  expect(await namesFor(emil), '[SAVF-09] [SAVF-18]').not.toContain('Gone')
  expect((await refusalOf(app, deleteSavedFilter, of(emil, saved.id))).status).toBe(404)
  expect((await refusalOf(app, restoreSavedFilter, of(mara, saved.id))).status).toBe(403)
  await ask(app, restoreSavedFilter, of(emil, saved.id))
  expect((await seenBy(greta)).find(({ id }) => id === saved.id)?.isFavorite).toBe(true)
  await ask(app, deleteSavedFilter, of(deleter, saved.id))
  expect(await namesFor(emil), '[SAVF-10]').not.toContain('Gone')
  await save(emil, 'Gone')
  expect(await refusalOf(app, restoreSavedFilter, of(deleter, saved.id))).toMatchObject({ status: 409 })
})

test('each change appends an event that users outside the project do not receive', async () => {
  const { emil, stranger } = people
  const events = () =>
    app.db.selectFrom('event').select('type').where('stream', 'like', 'saved-filters:%').orderBy('id').execute()
  const before = (await events()).length
  const saved = await save(emil, 'Told')
  await ask(app, updateSavedFilter, { ...of(emil, saved.id), body: { isFavorite: true } })
  await ask(app, updateSavedFilter, { ...of(emil, saved.id), body: { isFavorite: true } })
  await ask(app, updateSavedFilter, { ...of(emil, saved.id), body: { isPrivate: false } })
  await ask(app, deleteSavedFilter, of(emil, saved.id))
  await ask(app, restoreSavedFilter, of(emil, saved.id))
  expect((await events()).slice(before).map(({ type }) => type.replace('saved-filter/', ''))).toEqual([
    'created',
    'marked',
    'shared',
    'deleted',
    'restored',
  ])
  expect((await refusalOf(app, listSavedFilters, { token: stranger.token, params })).status).toBe(404)
})

test('notifies users who may read launches of changed filters, without the content of private ones', async () => {
  const { emil, greta, stranger } = people
  const projectId = (await app.db.selectFrom('project').select('id').where('key', '=', 'DEF').executeTakeFirstOrThrow())
    .id
  const topic = topics.savedFilters(TENANT, projectId)
  const client = await listen(app, { token: greta.token })
  await client.subscribe(topic)
  await save(emil, 'A private secret')
  // Messages of earlier changes may still arrive.
  await client.until(() => client.news.some((received) => received.type === 'SAVED_FILTERS' && received.by === emil.id))
  expect(client.news.at(-1)).toMatchObject({ type: 'SAVED_FILTERS', projectId, by: emil.id })
  expect(JSON.stringify(client.news)).not.toContain('secret')
  await client.close()
  const other = await listen(app, { token: stranger.token })
  await expect(other.subscribe(topic)).rejects.toThrow('subscription refused')
  await other.close()
})
