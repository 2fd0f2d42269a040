import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCase, updateTestCase } from '../../../contract/cases/cases.ts'
import { restoreCaseVersion } from '../../../contract/cases/history.ts'
import { editTestCases } from '../../../contract/cases/operations.ts'
import { createTestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { anImporter, firstTab } from './import/support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const UNKNOWN = 999_999

/** A repository with a field that names users, two of its members, and a user of no project. */
const aProjectWithUsers = async () => {
  const repository = await anImporter(app, owner)
  const { params, projectId } = repository
  const at = { token: owner.token, params }
  const [member, leaver] = [
    await aUser(app, { roles: { [projectId]: 'ENGINEER' } }),
    await aUser(app, { roles: { [projectId]: 'ENGINEER' } }),
  ]
  const tabId = await firstTab(app, owner, { params })
  const addField = async (defaultUser: TestUser | null): Promise<string> => {
    const value = { default: defaultUser && { kind: 'specificUser' as const, userId: defaultUser.id } }
    const name = defaultUser === null ? 'Keeper' : 'Reviewer'
    const body = { name, systemName: name.toLowerCase(), description: '', tabId, dataType: 'USER' as const, value }
    return String((await ask(app, createTestCaseField, { ...at, body })).id)
  }
  const field = await addField(null)
  return {
    ...repository,
    at,
    suite: await repository.suite('Checkout'),
    member,
    leaver,
    stranger: await aUser(app),
    leave: () => app.db.deleteFrom('project_member').where('user_id', '=', leaver.id).execute(),
    field,
    addField,
    keptBy: (userId: number) => ({ customFields: { [field]: userId } }),
  }
}

test('rejects users who are not in the project at their field, in new, changed and bulk edited cases', async () => {
  const { at, params, field, suite, member, stranger, keptBy, case: create, get } = await aProjectWithUsers()
  const { id } = await create(suite, 'Pay', keptBy(member.id))
  const one = { token: owner.token, params: { ...params, caseId: id } }
  for (const userId of [stranger.id, UNKNOWN]) {
    const changes = keptBy(userId)
    const created = { ...at, body: { testSuiteId: suite, title: 'Pay later', ...changes } }
    expect((await refusalOf(app, createTestCase, created)).errors).toEqual([
      { field: `customFields.${field}`, message: TEXTS.notMember },
    ])
    const wrong = { field: `changes.customFields.${field}`, message: TEXTS.notMember }
    const updated = { ...one, body: { version: 1, changes } }
    expect((await refusalOf(app, updateTestCase, updated)).errors).toEqual([wrong])
    const edited = { ...at, body: { operationId: crypto.randomUUID(), ids: [id], changes } }
    expect((await refusalOf(app, editTestCases, edited)).errors).toEqual([wrong])
  }
  expect((await get(id)).customFields).toEqual({ [field]: member.id })
})

test('an import names a user who is not in the project and leaves out the value', async () => {
  const { given, check, stranger, member, field } = await aProjectWithUsers()
  const file = await given(`Title,Keeper\nPay,${stranger.username}\nFind,${member.username}\n`)
  const mapping = { columns: ['title', `field:${field}`], values: { [`field:${field}`]: { gone: stranger.id } } }
  const { problems } = await check(file, mapping)
  expect(problems).toMatchObject([{ message: `"${stranger.username}" is not in this project` }])
  const mapped = await given('Title,Keeper\nPay,gone\n', 'mapped.csv')
  expect((await check(mapped, mapping)).problems).toMatchObject([{ message: '"gone" is not in this project' }])
})

test('a user who left the project stays where a case has them, but is not chosen again', async () => {
  const {
    at,
    params,
    field,
    suite,
    member,
    leaver,
    leave,
    keptBy,
    case: create,
    get,
    update,
  } = await aProjectWithUsers()
  const { id } = await create(suite, 'Pay', keptBy(leaver.id))
  await leave()
  await update(id, 1, { title: 'Pay by card', ...keptBy(leaver.id) })
  expect(await get(id)).toMatchObject({ title: 'Pay by card', customFields: { [field]: leaver.id } })
  await update(id, 2, keptBy(member.id))
  const one = { token: owner.token, params: { ...params, caseId: id } }
  const again = { ...one, body: { version: 3, changes: keptBy(leaver.id) } }
  expect((await refusalOf(app, updateTestCase, again)).status).toBe(400)
  // An earlier version is restored without them.
  const restored = { token: at.token, params: { ...one.params, version: 1 }, body: { seenVersion: 3 } }
  expect((await ask(app, restoreCaseVersion, restored)).data).toMatchObject({ title: 'Pay', customFields: {} })
})

test('the default user of a field is accepted after leaving the project, because new cases name them', async () => {
  const { at, suite, leaver, leave, addField } = await aProjectWithUsers()
  const field = await addField(leaver)
  await leave()
  const body = { testSuiteId: suite, title: 'Pay', customFields: { [field]: leaver.id } }
  expect((await ask(app, createTestCase, { ...at, body })).data.customFields).toEqual({ [field]: leaver.id })
})

test('a stored user whom the workspace does not know reads as no value', async () => {
  const { field, suite, case: create, get, update } = await aProjectWithUsers()
  const { id } = await create(suite, 'Pay')
  await sql`update test_case set field_values = ${JSON.stringify({ [field]: UNKNOWN })}::jsonb where id = ${id}`.execute(
    app.db,
  )
  expect((await get(id)).customFields).toEqual({})
  expect((await update(id, 1, { title: 'Pay by card' })).customFields).toEqual({})
})
