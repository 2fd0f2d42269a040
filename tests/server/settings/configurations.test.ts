import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { SettingsEvent } from '../../../contract/settings/changes.ts'
import {
  createConfigurationGroup,
  createConfigurationOption,
  deleteConfigurationGroup,
  deleteConfigurationOption,
  listConfigurationGroups,
  renameConfigurationGroup,
  renameConfigurationOption,
} from '../../../contract/settings/configurations.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

let projects = 0
const inNewProject = async () => {
  projects += 1
  const projectKey = `P${projects}`
  const projectId = await aProject(app, owner, projectKey)
  const { token } = owner
  const params = { projectKey }
  return {
    projectId,
    projectKey,
    list: async (as = token) =>
      (await ask(app, listConfigurationGroups, { token: as, params })).items.map(({ name, options }) => [
        name,
        options.map((option) => option.name),
      ]),
    group: (name: string) => ask(app, createConfigurationGroup, { token, params, body: { name } }),
    option: (groupId: number, name: string) =>
      ask(app, createConfigurationOption, { token, params: { projectKey, groupId }, body: { name } }),
  }
}

const logOf = async (projectId: number) =>
  (
    await app.db
      .selectFrom('event')
      .select(['payload', 'user_id'])
      .where('project_id', '=', projectId)
      .where('type', '=', 'settings/configurations')
      .orderBy('id')
      .execute()
  ).map(({ payload, user_id }) => ({ ...SettingsEvent.parse(payload), by: user_id }))

describe('configuration groups', () => {
  test('[CONFIGS-02] [CONFIGS-03] [CONFIGS-06] [TREE-54] groups and their options are listed in the order they were made', async () => {
    const { list, group, option } = await inNewProject()
    expect(await list()).toEqual([])
    const browsers = await group('  Browsers ')
    expect(browsers).toEqual({ id: browsers.id, name: 'Browsers', options: [] })
    const systems = await group('Systems')
    await option(systems.id, 'Linux')
    await option(browsers.id, 'Firefox')
    await option(browsers.id, 'Chrome')
    expect(await list()).toEqual([
      ['Browsers', ['Firefox', 'Chrome']],
      ['Systems', ['Linux']],
    ])
  })

  test('[CONFIGS-07] groups and options are renamed and deleted, each change once in the log', async () => {
    const { projectId, projectKey, list, group, option } = await inNewProject()
    const { token } = owner
    const browsers = await group('Browsers')
    const chrome = await option(browsers.id, 'Chrome')
    const params = { projectKey, groupId: browsers.id, optionId: chrome.id }
    await ask(app, renameConfigurationOption, { token, params, body: { name: 'Chromium' } })
    await ask(app, renameConfigurationGroup, { token, params, body: { name: 'browsers' } })
    // Nothing changes, so no message is sent.
    await ask(app, renameConfigurationGroup, { token, params, body: { name: 'browsers' } })
    expect(await list()).toEqual([['browsers', ['Chromium']]])
    await option(browsers.id, 'Safari')
    await ask(app, deleteConfigurationOption, { token, params })
    expect(await list()).toEqual([['browsers', ['Safari']]])
    await ask(app, deleteConfigurationGroup, { token, params })
    expect(await list()).toEqual([])
    expect(await logOf(projectId)).toEqual(
      [
        { kind: 'added', subject: 'Browsers' },
        { kind: 'added', subject: 'Browsers: Chrome' },
        {
          kind: 'changed',
          subject: 'Browsers: Chrome',
          values: { name: { before: 'Chrome', after: 'Chromium' } },
        },
        { kind: 'changed', subject: 'Browsers', values: { name: { before: 'Browsers', after: 'browsers' } } },
        { kind: 'added', subject: 'browsers: Safari' },
        { kind: 'deleted', subject: 'browsers: Chromium' },
        { kind: 'deleted', subject: 'browsers', values: { options: { before: ['Safari'], after: null } } },
      ].map((change) => ({ area: 'configurations', changes: [change], by: owner.id })),
    )
  })

  test('[CONFIGS-08] requires valid names that are unique, ignoring case', async () => {
    const { projectKey, list, group, option } = await inNewProject()
    const { token } = owner
    const browsers = await group('Browsers')
    const systems = await group('Systems')
    const chrome = await option(browsers.id, 'Chrome')
    const edge = await option(browsers.id, 'Edge')
    await option(systems.id, 'Chrome')
    const params = { projectKey, groupId: browsers.id, optionId: edge.id }
    const refused = async (call: Parameters<typeof refusalOf>[1], name: string, given = params) => {
      const { status, errors } = await refusalOf(app, call, { token, params: given, body: { name } })
      return { status, errors }
    }
    const calls = [
      createConfigurationGroup,
      renameConfigurationGroup,
      createConfigurationOption,
      renameConfigurationOption,
    ]
    for (const call of calls) {
      expect(await refused(call, '   ')).toEqual({ status: 400, errors: [{ field: 'name', message: TEXTS.required }] })
      expect(await refused(call, 'x'.repeat(64))).toEqual({
        status: 400,
        errors: [{ field: 'name', message: 'The name must have at most 63 characters' }],
      })
    }
    const isTaken = { status: 409, errors: [{ field: 'name', message: 'This name is already in use' }] }
    expect(await refused(createConfigurationGroup, 'BROWSERS')).toEqual(isTaken)
    expect(await refused(renameConfigurationGroup, 'systems')).toEqual(isTaken)
    expect(await refused(createConfigurationOption, 'chrome')).toEqual(isTaken)
    expect(await refused(renameConfigurationOption, 'cHROME')).toEqual(isTaken)
    expect(await list()).toEqual([
      ['Browsers', [chrome.name, edge.name]],
      ['Systems', ['Chrome']],
    ])
  })

  test('answers groups and options of other projects and groups as not found', async () => {
    const mine = await inNewProject()
    const other = await inNewProject()
    const { token } = owner
    const theirs = await other.group('Browsers')
    const option = await other.option(theirs.id, 'Chrome')
    const own = await mine.group('Browsers')
    for (const call of [renameConfigurationGroup, createConfigurationOption, deleteConfigurationGroup])
      expect(
        await refusalOf(app, call, {
          token,
          params: { projectKey: mine.projectKey, groupId: theirs.id },
          body: { name: 'Mine' },
        }),
      ).toMatchObject({ status: 404, code: ERROR_CODES.notFound })
    for (const call of [renameConfigurationOption, deleteConfigurationOption])
      expect(
        await refusalOf(app, call, {
          token,
          params: { projectKey: mine.projectKey, groupId: own.id, optionId: option.id },
          body: { name: 'Mine' },
        }),
      ).toMatchObject({ status: 404 })
    expect(await other.list()).toEqual([['Browsers', ['Chrome']]])
  })

  test('[CONFIGS-01] [CONFIGS-05] guests and engineers read them and change nothing', async () => {
    const { projectId, projectKey, list, group } = await inNewProject()
    const { id } = await group('Browsers')
    for (const role of ['GUEST', 'ENGINEER'] as const) {
      const { token } = await aUser(app, { roles: { [projectId]: role } })
      expect(await list(token)).toEqual([['Browsers', []]])
      for (const call of [createConfigurationGroup, renameConfigurationGroup, deleteConfigurationGroup])
        expect(
          await refusalOf(app, call, { token, params: { projectKey, groupId: id }, body: { name: 'Mine' } }),
        ).toMatchObject({ status: 403 })
    }
    expect(await list()).toEqual([['Browsers', []]])
  })
})
