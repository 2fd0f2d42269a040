import { expect, test } from 'vitest'
import { createConsoleFileService } from '../../../services/launchers/console-file.ts'
import { createLaunchersService } from '../../../services/launchers/launchers.ts'
import { createPresetTriggersService } from '../../../services/launchers/preset-triggers.ts'
import { createWorkersService } from '../../../services/launchers/workers.ts'
import { answering } from '../services/answering.ts'

const items = (...all: unknown[]) => ({ items: all })

/** The lists that the pickers of a configuration offer, with these integrations. */
const optionsWith = (...integrations: string[]) => {
  const asked: Record<string, unknown> = {}
  const keep = (name: string, answer: unknown) => ({
    [name]: ({ query }: { query: unknown }) => {
      asked[name] = query
      return answer
    },
  })
  const service = createLaunchersService(
    answering({
      ...keep('listDockerImages', items('an image')),
      ...keep('listTestingExecutors', items('an executor')),
      ...keep('listInstanceTypes', items('an instance type')),
      ...keep('listLauncherMilestones', items('a milestone')),
      ...keep('listEnvironments', items('an environment')),
      ...keep('listEnabledIntegrations', items(...integrations.map((key) => ({ key })))),
      ...keep('getEngine', { drivers: ['docker'] }),
    }),
  )
  return { asked, options: service.options('SHOP') }
}

test('the options of a configuration are loaded together: open milestones, and environments without their variables', async () => {
  const { asked, options } = optionsWith()
  expect(await options).toEqual({
    images: ['an image'],
    executors: ['an executor'],
    instanceTypes: ['an instance type'],
    milestones: ['a milestone'],
    environments: ['an environment'],
    drivers: ['docker'],
    hasSlack: false,
    hasMail: false,
    hasTeams: false,
  })
  expect(asked).toMatchObject({
    listLauncherMilestones: { completed: 'false', page: 1, pageSize: 10_000 },
    listEnvironments: { includeVariables: false, includeDeleted: false },
  })
})

test.each([
  ['slack', 'hasSlack'],
  ['email', 'hasMail'],
  ['microsoft-teams', 'hasTeams'],
] as const)('a configuration offers %s where it is switched on, beside others', async (key, flag) => {
  const flags = { hasSlack: false, hasMail: false, hasTeams: false }
  expect(await optionsWith('jira', key).options).toMatchObject({ ...flags, [flag]: true })
})

test('webhooks come with the names of their authors, each asked for once', async () => {
  const asked: unknown[] = []
  const service = createPresetTriggersService(
    answering({
      listWebhooks: () =>
        items({ id: 1, authorId: 7 }, { id: 2, authorId: 8 }, { id: 3, authorId: 7 }, { id: 4, authorId: null }),
      listWebhookAuthors: ({ query }) => {
        asked.push(query)
        return items({ id: 8, username: 'omar' }, { id: 7, username: 'nadia' })
      },
    }),
  )
  const webhooks = await service.webhooks('SHOP', 6)
  expect(webhooks.map(({ id, author }) => [id, author])).toEqual([
    [1, 'nadia'],
    [2, 'omar'],
    [3, 'nadia'],
    [4, null],
  ])
  expect(asked).toEqual([{ id: '7,8' }])
})

test('nobody is asked for where no webhook has an author', async () => {
  const service = createPresetTriggersService(answering({ listWebhooks: () => items({ id: 4, authorId: null }) }))
  expect(await service.webhooks('SHOP', 6)).toEqual([{ id: 4, authorId: null, author: null }])
})

test('the page of workers is read at once', async () => {
  const service = createWorkersService(
    answering({
      listWorkers: () => ({ items: ['a worker'], queued: 3 }),
      listWorkerTokens: () => items('a token'),
      listLaunchLimits: () => items('a limit'),
    }),
  )
  expect(await service.read()).toEqual({ workers: ['a worker'], queued: 3, tokens: ['a token'], limits: ['a limit'] })
})

test('the log of an attempt is a file with the name that the server gives, else a plain one', async () => {
  const asked: unknown[] = []
  const downloaded = (headers: Record<string, string>) =>
    createConsoleFileService({ token: () => 'a-token', renew: () => Promise.resolve() }, (address, { method }) => {
      asked.push([address, method])
      return Promise.resolve(new Response('a line', { headers }))
    })('SHOP', 7, 'an-attempt', true)
  const named = await downloaded({ 'content-disposition': `attachment; filename*=UTF-8''nightly%20%2312.txt; x=y` })
  expect(named.name).toBe('nightly #12.txt')
  expect(await named.file.text()).toBe('a line')
  expect((await downloaded({})).name).toBe('launch-log.txt')
  expect(asked[0]).toEqual([expect.stringContaining('/launches/7/attempts/an-attempt/'), 'GET'])
})
