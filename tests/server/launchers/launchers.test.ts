import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../contract/access.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import {
  createLauncher,
  createPreset,
  deleteLauncher,
  deletePreset,
  getLauncher,
  getPreset,
  updateLauncher,
  updatePreset,
} from '../../../contract/launchers/launchers.ts'
import {
  getProviderCapabilities,
  listDockerImages,
  listInstanceTypes,
  listLauncherMilestones,
  listTestingExecutors,
  TestingTool,
} from '../../../contract/launchers/options.ts'
import { listRepositories } from '../../../contract/launchers/repositories.ts'
import { getLaunchArguments, startLaunch } from '../../../contract/launchers/start.ts'
import { createMilestone, updateMilestone } from '../../../contract/settings/milestones.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { saveIntegration } from '../../../contract/workspace/integrations.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aLauncher, LAUNCHER_VALUES, startOf } from '../support/launcher.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let repoId: number
let shopId: number
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  shopId = await aProject(app, owner, 'SHOP')
  await aProject(app, owner, 'OTHER')
  repoId = (await aLauncher(app, owner, 'SHOP')).repositoryId
})
afterAll(() => app.close())

const inShop = { projectKey: 'SHOP' }
const requested = (params: Record<string, string | number> = {}) => ({
  token: owner.token,
  params: { ...inShop, ...params },
})
const wrong = async (values: object) => {
  const body = { ...LAUNCHER_VALUES, ...values }
  const { status, errors = [] } = await refusalOf(app, createLauncher, { ...requested({ repoId }), body })
  return [status, ...errors.map(({ field, message }) => `${field}: ${message}`)]
}

describe('launchers', () => {
  test('[LAUN-33] [LAUN-34] [CONF-01] [VARS-01] [VARS-09] stores and returns all fields of the configuration', async () => {
    const values = {
      envVars: [
        { name: 'REGION', type: 'STRING' as const, value: 'north' },
        { name: 'WORKERS', type: 'INTEGER' as const, value: '4' },
        { name: 'CURRENCY', type: 'CHOICE' as const, value: 'GBP', values: ['EUR', 'GBP'] },
        { name: 'VIDEO', type: 'BOOLEAN' as const, value: 'true' },
      ],
      providerCapabilities: [{ name: 'platformName', type: 'STRING' as const, value: 'Linux' }],
      customCapabilities: [{ name: 'acceptInsecureCerts', type: 'BOOLEAN' as const, value: 'false' }],
      milestone: '2.41 Autumn',
      emails: 'a@example.test,b@example.test',
      slackChannels: 'qa',
      teamsChannels: 'quality',
    }
    const { id, ...created } = await aLauncher(app, owner, 'SHOP', values)
    const { name, ...config } = LAUNCHER_VALUES
    expect(created).toEqual({
      repositoryId: repoId,
      name,
      version: 1,
      config: { ...config, ...values },
    })
    expect(await ask(app, getLauncher, requested({ launcherId: id }))).toEqual({ id, ...created })
  })

  test('[LAUN-25] [CONF-02] [CONF-04] [CONF-06] reports all missing fields in one answer', async () => {
    expect(await wrong({ name: ' ', branch: '', dockerImage: '', launchCommand: '' })).toEqual([
      400,
      ...['name', 'branch', 'dockerImage', 'launchCommand'].map((field) => `${field}: ${TEXTS.required}`),
    ])
  })

  test('[LAUN-26] [CONF-03] [CONF-05] [CONF-07] [CONF-09] lengths are bounded', async () => {
    const long = 'x'.repeat(501)
    expect(
      await wrong({ name: long, branch: long, dockerImage: long, milestone: long, launchCommand: 'x'.repeat(4096) }),
    ).toEqual([
      400,
      ...['name', 'branch', 'dockerImage'].map((field) => `${field}: ${LAUNCHER_TEXTS.length500}`),
      `launchCommand: ${LAUNCHER_TEXTS.length1To4095}`,
      `milestone: ${LAUNCHER_TEXTS.length500}`,
    ])
  })

  test('[CONF-23] blanks between e-mails are removed', async () => {
    const { config } = await aLauncher(app, owner, 'SHOP', { emails: ' a@example.test , b@example.test\n' })
    expect(config.emails).toBe('a@example.test,b@example.test')
  })

  test('[LAUN-35] a change is stored, takes effect, and leaves other fields unchanged', async () => {
    const launcher = await aLauncher(app, owner, 'SHOP')
    const params = { launcherId: launcher.id }
    const body = { name: 'Renamed', launchCommand: 'npm run e2e' }
    const changed = {
      ...launcher,
      name: 'Renamed',
      version: 2,
      config: { ...launcher.config, launchCommand: 'npm run e2e' },
    }
    expect(await ask(app, updateLauncher, { ...requested(params), body })).toEqual(changed)
    expect(await ask(app, getLauncher, requested(params))).toEqual(changed)
  })

  test('[LNAV-22] [LNAV-23] administrators, managers and engineers have the area, guests have not', async () => {
    const as = async (role: Role) => {
      const { token } = await aUser(app, { roles: { [shopId]: role } })
      return { token, params: inShop }
    }
    for (const role of ['ADMINISTRATOR', 'MANAGER', 'ENGINEER'] as const)
      expect([role, (await ask(app, listRepositories, await as(role))).items.length]).toEqual([role, 1])
    expect(await refusalOf(app, listRepositories, await as('GUEST'))).toMatchObject({ status: 403 })
  })

  test('[CONF-24] [CONF-28] [CONF-29] notification channels are checked', async () => {
    const long = 'x'.repeat(501)
    expect(await wrong({ emails: 'a@example.test,nobody', slackChannels: long, teamsChannels: long })).toEqual([
      400,
      'emails: nobody is not a valid email',
      `slackChannels: ${LAUNCHER_TEXTS.length500}`,
      `teamsChannels: ${LAUNCHER_TEXTS.length500}`,
    ])
  })

  test.each([
    ['[VARS-02]', { name: '', type: 'STRING', value: 'x' }, TEXTS.required],
    ['[VARS-03]', { name: 'A', type: 'STRING', value: ' ' }, `A: ${TEXTS.required}`],
    ['[VARS-04]', { name: 'A', type: 'CHOICE', value: 'x', values: [] }, `A: ${LAUNCHER_TEXTS.optionsRequired}`],
    ['[VARS-05]', { name: 'A', type: 'INTEGER', value: '1.5' }, `A: ${LAUNCHER_TEXTS.integer}`],
    ['[VARS-06]', { name: 'A', type: 'BOOLEAN', value: 'yes' }, `A: ${LAUNCHER_TEXTS.boolean}`],
  ])('rejects an invalid variable: %s', async (_row, item, message) => {
    expect(await wrong({ envVars: [item] })).toEqual([400, `envVars: ${message}`])
    expect(await wrong({ customCapabilities: [item] })).toEqual([400, `customCapabilities: ${message}`])
  })

  test('rejects references to another project', async () => {
    const body = { name: 'Theirs', description: '', startDate: null, dueDate: null }
    const milestone = await ask(app, createMilestone, { token: owner.token, params: { projectKey: 'OTHER' }, body })
    expect(await wrong({ milestoneId: milestone.id })).toEqual([400, `milestoneId: ${TEXTS.entryUnknown}`])
    const theirs = await aLauncher(app, owner, 'OTHER')
    expect(await refusalOf(app, getLauncher, requested({ launcherId: theirs.id }))).toMatchObject({
      status: 404,
      message: LAUNCHER_TEXTS.launcherUnknown,
    })
  })

  test('[LAUN-27] [LAUN-28] answers a rejected launcher with its reason, and appends an event that counts it', async () => {
    const refused = await refusalOf(app, createLauncher, {
      ...requested({ repoId: 1_000_000 }),
      body: LAUNCHER_VALUES,
    })
    expect(refused).toMatchObject({ status: 404, message: LAUNCHER_TEXTS.repositoryUnknown })
    const [event] = await app.db
      .selectFrom('event')
      .select(['payload', 'user_id'])
      .where('type', '=', 'launchers/launcher-refused')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(event?.payload).toEqual({ status: 404, code: refused.code, fields: [] })
  })

  test('secret values are encrypted, never returned, and unchanged by an edit without a new value', async () => {
    const secret = { name: 'KEY', type: 'SECRET' as const, value: 'h1dden' }
    const { id, config } = await aLauncher(app, owner, 'SHOP', { envVars: [secret] })
    expect(config.envVars).toMatchObject([{ name: 'KEY', value: '' }])
    const secretId = config.envVars[0]?.secretId ?? ''
    const row = await app.db
      .selectFrom('launcher_secret')
      .select('value')
      .where('id', '=', secretId)
      .executeTakeFirstOrThrow()
    expect(row.value.toString('latin1')).not.toContain('h1dden')

    const edit = (envVars: object[]) =>
      ask(app, updateLauncher, {
        ...requested({ launcherId: id }),
        body: { envVars, expected: { envVars: config.envVars } } as never,
      })
    const saved = await edit([...config.envVars, { name: 'B', type: 'STRING', value: 'b' }])
    expect(saved.config.envVars[0]?.secretId).toBe(secretId)
    const others = await aLauncher(app, owner, 'OTHER', { envVars: [secret] })
    const stolen = { ...secret, value: '', secretId: others.config.envVars[0]?.secretId }
    expect(await wrong({ envVars: [stolen] })).toEqual([400, `envVars: ${TEXTS.entryUnknown}`])
  })

  test('[LAUN-01] [LAUN-36] [PRE-01] [PRE-02] [PRE-23] presets keep their own copy, and go with their launcher', async () => {
    const launcher = await aLauncher(app, owner, 'SHOP')
    const params = { launcherId: launcher.id }
    const body = { ...LAUNCHER_VALUES, name: 'Nightly', branch: 'release' }
    const preset = await ask(app, createPreset, { ...requested(params), body })
    await ask(app, updateLauncher, { ...requested(params), body: { branch: 'next' } })
    expect(await ask(app, getPreset, requested({ presetId: preset.id }))).toMatchObject({
      name: 'Nightly',
      launcherId: launcher.id,
      repositoryId: repoId,
      config: { branch: 'release' },
    })
    const { items } = await ask(app, listRepositories, requested())
    expect(items[0]?.launchers.find(({ id }) => id === launcher.id)).toEqual({
      id: launcher.id,
      name: launcher.name,
      presets: [{ id: preset.id, name: 'Nightly' }],
    })
    await ask(app, deleteLauncher, requested(params))
    expect(await refusalOf(app, getPreset, requested({ presetId: preset.id }))).toMatchObject({ status: 404 })
  })

  test('launchers are in the order of their names, with numbers by their value', async () => {
    const names = ['pipeline-10', 'pipeline-2', 'Pipeline-1']
    for (const name of names) await aLauncher(app, owner, 'SHOP', { name })
    const { items } = await ask(app, listRepositories, requested())
    const listed = items[0]?.launchers.map(({ name }) => name).filter((name) => /^pipeline/i.test(name))
    expect(listed).toEqual(['Pipeline-1', 'pipeline-2', 'pipeline-10'])
  })

  test('[PRE-06] [PRE-07] the name of a preset has up to 255 characters when it is created', async () => {
    const launcher = await aLauncher(app, owner, 'SHOP')
    const named = (name: string) => ({ ...requested({ launcherId: launcher.id }), body: { ...LAUNCHER_VALUES, name } })
    expect(await ask(app, createPreset, named('x'.repeat(255)))).toMatchObject({ name: 'x'.repeat(255) })
    expect(await refusalOf(app, createPreset, named('x'.repeat(256)))).toMatchObject({
      errors: [{ field: 'name', message: 'Must be between 1 and 255 characters' }],
    })
  })

  test('[PRE-14] [CONF-08] an edit of a preset obeys the rules of launchers', async () => {
    const launcher = await aLauncher(app, owner, 'SHOP')
    const body = { ...LAUNCHER_VALUES, name: 'Nightly' }
    const { id } = await ask(app, createPreset, { ...requested({ launcherId: launcher.id }), body })
    const edit = (changes: object) => ({ ...requested({ presetId: id }), body: changes as never })
    const { status, errors = [] } = await refusalOf(
      app,
      updatePreset,
      edit({
        name: 'x'.repeat(501),
        branch: '',
        launchCommand: 'x'.repeat(4096),
        envVars: [{ name: 'A', type: 'INTEGER', value: 'four' }],
        emails: 'nobody',
      }),
    )
    expect([status, ...errors.map(({ field, message }) => `${field}: ${message}`)]).toEqual([
      400,
      `name: ${LAUNCHER_TEXTS.length500}`,
      `branch: ${TEXTS.required}`,
      `launchCommand: ${LAUNCHER_TEXTS.length1To4095}`,
      `envVars: A: ${LAUNCHER_TEXTS.integer}`,
      'emails: nobody is not a valid email',
    ])
    expect(await ask(app, updatePreset, edit({ name: 'x'.repeat(500) }))).toMatchObject({ name: 'x'.repeat(500) })
  })

  test('[PRE-22] a preset is deleted, and its launcher stays', async () => {
    const launcher = await aLauncher(app, owner, 'SHOP')
    const body = { ...LAUNCHER_VALUES, name: 'Nightly' }
    const preset = await ask(app, createPreset, { ...requested({ launcherId: launcher.id }), body })
    await ask(app, deletePreset, requested({ presetId: preset.id }))
    expect(await refusalOf(app, getPreset, requested({ presetId: preset.id }))).toMatchObject({
      status: 404,
      message: LAUNCHER_TEXTS.presetUnknown,
    })
    const { items } = await ask(app, listRepositories, requested())
    expect(items[0]?.launchers.find(({ id }) => id === launcher.id)?.presets).toEqual([])
  })
})

describe('options', () => {
  test('[CONF-14] [CONF-15] [CONF-16] [CONF-17] [CONF-32] lists the engine first, then the platforms whose integration is on', async () => {
    expect((await ask(app, listTestingExecutors, requested())).items).toEqual([
      { tool: 'ASSAY_ENGINE', executor: 'ASSAY', id: null, name: 'Assay engine', icon: 'engine' },
    ])
    for (const integration of ['testingbot', 'browserstack'])
      await ask(app, saveIntegration, {
        token: owner.token,
        params: { integration },
        body: {
          hubUrl: 'https://hub.example.test',
          apiUrl: 'https://api.example.test',
          username: 'u',
          accessKey: 'k',
          enabled: true,
        },
      })
    const { items } = await ask(app, listTestingExecutors, requested())
    expect(items.map(({ tool, executor, id }) => [tool, executor, id])).toEqual([
      ['ASSAY_ENGINE', 'ASSAY', null],
      ['BROWSER_STACK', 'BROWSER_STACK', 'browserstack'],
      ['TESTING_BOT', 'TESTING_BOT', 'testingbot'],
    ])
    expect(items[1], '[CONF-33]').toEqual({
      tool: 'BROWSER_STACK',
      executor: 'BROWSER_STACK',
      id: 'browserstack',
      name: 'BrowserStack',
      icon: 'cloud',
    })
  })

  test('[CONF-13] a launch runs on the engine, or on a testing platform that is connected', async () => {
    for (const values of [
      { executor: 'ASSAY', executorId: null },
      { executor: 'TESTING_BOT', executorId: 'testingbot' },
    ] as const) {
      const launcher = await aLauncher(app, owner, 'SHOP', values)
      const { launchId } = await ask(app, startLaunch, { ...requested(), body: startOf(launcher) })
      expect((await ask(app, getLaunchArguments, requested({ launchId }))).config).toMatchObject(values)
    }
  })

  test('[CONF-22] milestones that are not completed are offered, those due latest first, without the right to other features', async () => {
    const make = (name: string, dueDate: string | null) =>
      ask(app, createMilestone, { ...requested(), body: { name, description: '', startDate: null, dueDate } })
    for (const [name, dueDate] of [
      ['Autumn', '2026-10-01'],
      ['Some day', null],
      ['Winter', '2027-01-15'],
      ['Spring', '2026-04-01'],
    ] as const)
      await make(name, dueDate)
    const spring = await app.db
      .selectFrom('milestone')
      .select('id')
      .where('name', '=', 'Spring')
      .executeTakeFirstOrThrow()
    await ask(app, updateMilestone, { ...requested({ milestoneId: spring.id }), body: { completed: true } })
    const read = async (query: object = {}) =>
      ask(app, listLauncherMilestones, { ...requested(), query: query as never })
    const { items, _meta: meta } = await read({ page: 1, pageSize: 10_000, completed: 'false' })
    expect(items.map(({ name }) => name)).toEqual(['Winter', 'Autumn', 'Some day'])
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(['id', 'name'])
    expect(meta).toMatchObject({ total: 3 })
    expect((await read({ completed: 'true' })).items.map(({ name }) => name)).toEqual(['Spring'])
    expect((await read({ page: 2, pageSize: 1 })).items.map(({ name }) => name)).toEqual(['Autumn'])
    // The feature that neighbouring calls need is not required.
    expect(listLauncherMilestones.allFeatures).toEqual(['test-automation', 'launcher'])
  })

  test('[CONF-31] images are offered with the command that runs their tests', async () => {
    const { items } = await ask(app, listDockerImages, requested())
    expect(items).toContainEqual(expect.objectContaining({ image: 'node:22-slim', launchCommand: 'npm test' }))
    expect(items.filter(({ image, launchCommand }) => image === '' || launchCommand === '')).toEqual([])
  })

  test('[CONF-21] [CONF-34] [CONF-35] marks one instance type as default, and lists systems for each tool', async () => {
    const { items } = await ask(app, listInstanceTypes, requested())
    expect(items.filter(({ projectDefault }) => projectDefault)).toMatchObject([
      { id: 'standard', name: 'Standard', description: '2 cores, 4 GB, 60 min' },
    ])
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    for (const tool of TestingTool.options)
      expect((await ask(app, getProviderCapabilities, requested({ tool }))).items.length).toBeGreaterThan(0)
  })
})
