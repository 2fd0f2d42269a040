import { expect, test } from 'vitest'
import { readConsole } from '../../../contract/launchers/engine.ts'
import { createConsoleFileService } from '../../../services/launchers/console-file.ts'
import { launcherOptions } from '../../../services/launchers/launcher-options.ts'
import { readWebhooks } from '../../../services/launchers/webhooks.ts'
import { answering, type Asked } from '../services/answering.ts'

const items = (...all: unknown[]) => ({ items: all })

const image = { image: 'node:22', launchCommand: 'npm test', about: 'Node 22' }
const executor = { tool: 'ASSAY_ENGINE', executor: 'ASSAY', id: null, name: 'Engine', icon: 'engine' }
const instanceType = {
  id: 'small',
  name: 'Small',
  description: '1 CPU',
  cpus: 1,
  memoryMb: 1024,
  minutes: 60,
  workerLabels: [],
  projectDefault: true,
}
const milestone = { id: 1, name: '2.41' }
const environment = { id: 1, name: 'Staging', key: 'staging', description: '', deletedAt: null }

/** The lists that the pickers of a configuration offer, with these integrations. */
const optionsWith = (...integrations: string[]) => {
  const question: Record<string, unknown> = {}
  const keep = (name: string, answer: unknown) => ({
    [name]: ({ query }: Asked) => {
      question[name] = query
      return answer
    },
  })
  const send = answering({
    ...keep('listDockerImages', items(image)),
    ...keep('listTestingExecutors', items(executor)),
    ...keep('listInstanceTypes', items(instanceType)),
    ...keep('listLauncherMilestones', {
      ...items(milestone),
      _meta: { total: 1, totalPages: 1, pageSize: 10_000, page: 1 },
    }),
    ...keep('listEnvironments', items(environment)),
    ...keep('listEnabledIntegrations', items(...integrations.map((key) => ({ key, name: key })))),
    ...keep('getEngine', { drivers: ['container'] }),
  })
  return { asked: question, options: launcherOptions(send, 'SHOP') }
}

test('[LOGS-07] a page of console output has 1000 lines by default', () =>
  expect(readConsole.query.parse({ pageToken: 'last' })).toMatchObject({ maxPageSize: 1000 }))

test('the options of a configuration are loaded together: open milestones, and environments without their variables', async () => {
  const { asked, options } = optionsWith()
  expect(await options).toEqual({
    images: [image],
    executors: [executor],
    instanceTypes: [instanceType],
    milestones: [milestone],
    environments: [environment],
    drivers: ['container'],
    hasSlack: false,
    hasMail: false,
    hasTeams: false,
  })
  expect(asked).toMatchObject({
    listLauncherMilestones: { completed: 'false', page: '1', pageSize: '10000' },
    listEnvironments: { includeVariables: 'false', includeDeleted: 'false' },
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

const webhook = (id: number, authorId: number | null) => ({
  id,
  name: `Hook ${id}`,
  link: 'https://assay.test/api/launch-hooks/a',
  hasSecretKey: false,
  authorId,
  lastTriggerTime: null,
})

test('webhooks have the names of their authors, each requested once', async () => {
  const sentRequests: unknown[] = []
  const send = answering({
    listWebhooks: () => items(webhook(1, 7), webhook(2, 8), webhook(3, 7), webhook(4, null)),
    listWebhookAuthors: ({ query }) => {
      sentRequests.push(query)
      return items({ id: 8, username: 'omar' }, { id: 7, username: 'nadia' })
    },
  })
  const webhooks = await readWebhooks(send, 'SHOP', 6)
  expect(webhooks.map(({ id, author }) => [id, author])).toEqual([
    [1, 'nadia'],
    [2, 'omar'],
    [3, 'nadia'],
    [4, null],
  ])
  expect(sentRequests).toEqual([{ id: '7,8' }])
})

test('requests no names where no webhook has an author', async () => {
  const send = answering({ listWebhooks: () => items(webhook(4, null)) })
  expect(await readWebhooks(send, 'SHOP', 6)).toEqual([{ ...webhook(4, null), author: null }])
})

test('the log of an attempt is a file with the name from the server, or a default name', async () => {
  const sentRequests: unknown[] = []
  const downloaded = (headers: Record<string, string>) =>
    createConsoleFileService({ token: () => 'a-token', renew: () => Promise.resolve() }, (address, { method }) => {
      sentRequests.push([address, method])
      return Promise.resolve(new Response('a line', { headers }))
    })('SHOP', 7, 'an-attempt', true)
  const named = await downloaded({ 'content-disposition': `attachment; filename*=UTF-8''nightly%20%2312.txt; x=y` })
  expect(named.name).toBe('nightly #12.txt')
  expect(await named.file.text()).toBe('a line')
  expect((await downloaded({})).name).toBe('launch-log.txt')
  expect(sentRequests[0]).toEqual([expect.stringContaining('/launches/7/attempts/an-attempt/'), 'GET'])
})
