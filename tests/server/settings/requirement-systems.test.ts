import { afterAll, beforeAll, expect, test } from 'vitest'
import { SettingsEvent } from '../../../contract/settings/changes.ts'
import {
  createRequirementSystem,
  deleteRequirementSystem,
  listRequirementSystems,
  REQUIREMENT_SYSTEM_TEXTS,
  updateRequirementSystem,
} from '../../../contract/settings/requirement-systems.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let projectId: number
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner, 'SHOP')
  await aProject(app, owner, 'OTHER')
})
afterAll(() => app.close())

const params = { projectKey: 'SHOP' }
const jira = { name: 'Jira', keyPrefix: 'SHOP-', address: 'https://jira.larkspur.test/browse/{key}' }
const create = (body = jira) => ask(app, createRequirementSystem, { token: owner.token, params, body })
const refusedCreation = (body: typeof jira) =>
  refusalOf(app, createRequirementSystem, { token: owner.token, params, body })
const list = (projectKey = 'SHOP') =>
  ask(app, listRequirementSystems, { token: owner.token, params: { projectKey } }).then(({ items }) => items)

const logged = async () =>
  (
    await app.db
      .selectFrom('event')
      .select('payload')
      .where('project_id', '=', projectId)
      .where('type', '=', 'settings/requirement-systems')
      .orderBy('id')
      .execute()
  ).flatMap(({ payload }) => SettingsEvent.parse(payload).changes)

test('[TREE-58] the systems of a project are listed by name; they are changed and deleted, each change once in the log', async () => {
  expect(await list()).toEqual([])
  const first = await create({ ...jira, name: ' Jira ' })
  expect(first).toEqual({ id: first.id, ...jira })
  const wiki = { name: 'Confluence', keyPrefix: 'REQ', address: 'http://wiki.larkspur.test/?page={key}' }
  const second = await create(wiki)
  expect(await list()).toEqual([second, first])
  expect(await list('OTHER')).toEqual([])

  const address = 'https://jira.larkspur.test/{key}#now'
  const at = { ...params, requirementSystemId: first.id }
  await ask(app, updateRequirementSystem, { token: owner.token, params: at, body: { ...jira, address } })
  // This call changes nothing.
  await ask(app, updateRequirementSystem, { token: owner.token, params: at, body: { ...jira, address } })
  const gone = { ...params, requirementSystemId: second.id }
  await ask(app, deleteRequirementSystem, { token: owner.token, params: gone })
  expect(await list()).toEqual([{ ...first, address }])
  expect(
    (await logged()).map(({ kind, subject, values = {} }) => [kind, subject, Object.keys(values).toSorted()]),
  ).toEqual([
    ['added', 'Jira', ['address', 'keyPrefix', 'name']],
    ['added', 'Confluence', ['address', 'keyPrefix', 'name']],
    ['changed', 'Jira', ['address']],
    ['deleted', 'Confluence', ['address', 'keyPrefix', 'name']],
  ])
})

test('reports every invalid field; names and prefixes are unique, ignoring case', async () => {
  expect(
    await refusedCreation({ name: ' ', keyPrefix: 'two words', address: 'https://jira.larkspur.test/' }),
  ).toMatchObject({
    status: 400,
    errors: [
      { field: 'name', message: TEXTS.required },
      { field: 'keyPrefix', message: REQUIREMENT_SYSTEM_TEXTS.prefixCharacters },
      { field: 'address', message: REQUIREMENT_SYSTEM_TEXTS.addressForm },
    ],
  })
  expect(await refusedCreation({ ...jira, name: 'JIRA', keyPrefix: 'J-' })).toMatchObject({
    status: 409,
    errors: [{ field: 'name', message: TEXTS.nameTaken }],
  })
  expect(await refusedCreation({ ...jira, name: 'Other', keyPrefix: 'shop-' })).toMatchObject({
    status: 409,
    errors: [{ field: 'keyPrefix', message: REQUIREMENT_SYSTEM_TEXTS.prefixTaken }],
  })
})

test.each(['javascript:alert("{key}")', 'https://{key}.test/', 'https://{key}@evil.test/', 'ftp://files.test/{key}'])(
  'no key leads to %s',
  async (address) => {
    expect(await refusedCreation({ name: 'Bad', keyPrefix: 'BAD-', address })).toMatchObject({
      errors: [{ field: 'address', message: REQUIREMENT_SYSTEM_TEXTS.addressForm }],
    })
  },
)

test('answers one of another project as not found', async () => {
  const [system] = await list()
  const body = { name: 'Mine', keyPrefix: 'MINE-', address: jira.address }
  const at = { projectKey: 'OTHER', requirementSystemId: system?.id ?? 0 }
  expect(await refusalOf(app, updateRequirementSystem, { token: owner.token, params: at, body })).toMatchObject({
    status: 404,
  })
  expect(await refusalOf(app, deleteRequirementSystem, { token: owner.token, params: at })).toMatchObject({
    status: 404,
  })
  expect(await list()).toHaveLength(1)
})
