import { expect, vi } from 'vitest'
import { listPullRequests } from '../../../../contract/pull-requests/deliveries.ts'
import { createGitHost, type GitHostKind } from '../../../../contract/pull-requests/git-hosts.ts'
import { FEATURES } from '../../../../contract/access.ts'
import { deliverDue } from '../../../../server/pull-requests/deliver.ts'
import { enqueueEndings, enqueueStarts } from '../../../../server/pull-requests/endings.ts'
import type { PublishParts } from '../../../../server/pull-requests/stored.ts'
import { createOutgoing } from '../../../../server/outgoing/outgoing.ts'
import { createSecrets } from '../../../../server/secrets/secrets.ts'
import { TestAgent, type TestLaunch } from '../../support/agent.ts'
import { ask, startTestApp, type TestApp } from '../../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../../support/people.ts'
import { startSystem, type TestSystem } from '../../support/systems.ts'
import { aGitHost, PULL_REQUEST, type TestGitHost } from './git-hosts.ts'

type Result = Parameters<TestLaunch['test']>[1]

/** A project on a running server, a git host on loopback, and an agent that reports launches. */
export interface Reporting {
  app: TestApp
  owner: TestUser
  agent: TestAgent
  host: TestGitHost
  system: TestSystem
  /** Web address of the host's repository. */
  repositoryUrl: string
  connect: (values?: object) => Promise<{ id: number }>
  /** Reports a finished launch of the pull request. */
  launch: (
    tests: Record<string, Result>,
    given?: { name?: string; startedAt?: string; origin?: object },
  ) => Promise<TestLaunch>
  /** Starts a launch of the pull request. */
  start: (given?: { name?: string; startedAt?: string; origin?: object }) => Promise<TestLaunch>
  /** Waits until all ended launches were processed, and each pull request was attempted since. */
  settled: () => Promise<void>
  deliveries: () => ReturnType<typeof deliveriesOf>
  /** What another server on the same database would have. */
  otherServer: () => PublishParts
}

export const startReporting = async (): Promise<
  Omit<Reporting, 'host' | 'system' | 'repositoryUrl' | 'connect' | 'start' | 'launch'>
> => {
  const app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1', PUBLIC_URL: 'https://assay.test' })
  const owner = await aWorkspace(app, FEATURES)
  await aProject(app, owner)
  const otherServer = () => ({
    db: app.db,
    secrets: createSecrets(app.config),
    outgoing: createOutgoing(app.config),
    publicUrl: 'https://assay.test',
    log: { warn: () => undefined },
  })
  return {
    app,
    owner,
    agent: await TestAgent.of(app, owner),
    settled: () => settled(otherServer()),
    deliveries: () => deliveriesOf(app, owner),
    otherServer,
  }
}

/** Starts a git host for these tests. Removes what earlier ones reported. */
export const withGitHost = async (
  started: Awaited<ReturnType<typeof startReporting>>,
  kind: GitHostKind,
): Promise<Reporting> => {
  const { app, owner, agent } = started
  await app.db.deleteFrom('git_host').execute()
  await app.db.deleteFrom('pull_request').execute()
  await app.db.deleteFrom('launch').execute()
  const host = aGitHost(kind)
  const system = await startSystem((requested) => host.answers(requested))
  const repositoryUrl = `${system.url}/${host.repository}`
  const start: Reporting['start'] = ({ origin = {}, ...given } = {}) =>
    agent.startLaunch({
      name: 'unit',
      startedAt: new Date().toISOString(),
      ...given,
      origin: {
        repositoryUrl,
        pullRequest: PULL_REQUEST,
        commit: COMMIT,
        branch: 'cart',
        baseBranch: 'main',
        ...origin,
      },
    })
  return {
    ...started,
    host,
    system,
    repositoryUrl,
    connect: (values = {}) =>
      ask(app, createGitHost, {
        ...at(owner),
        body: {
          kind,
          url: host.urlOf(system.url),
          token: 's3cret',
          repositories: [host.repository],
          ...values,
        } as never,
      }),
    start,
    launch: async (tests, given) => {
      const launch = await start(given)
      for (const [name, result] of Object.entries(tests)) await launch.test(name, result)
      await launch.finish(new Date().toISOString())
      return launch
    },
  }
}

export const COMMIT = 'c0ffee'.padEnd(40, '0')
export const LATER_COMMIT = 'decade'.padEnd(40, '0')
export const FAILED = { result: 'FAILED', reason: 'Error: boom' } as const

export const at = (owner: TestUser, params: Record<string, number> = {}) => ({
  token: owner.token,
  params: { projectKey: 'DEF', ...params },
})

const deliveriesOf = async (app: TestApp, owner: TestUser) => (await ask(app, listPullRequests, at(owner))).items

/** Does what the server's publisher would do within a second, and waits for its attempts. */
const settled = (parts: PublishParts): Promise<void> =>
  vi.waitFor(
    async () => {
      await enqueueStarts(parts.db, new Set())
      await enqueueEndings(parts.db)
      await deliverDue(parts, new Date())
      const open = await parts.db.selectFrom('launch_ending').select('id').where('is_published', '=', false).execute()
      const unsent = await parts.db
        .selectFrom('pull_request')
        .select('id')
        .where(({ or, and, eb }) =>
          or([eb('state', '=', 'sending'), and([eb('state', '=', 'waiting'), eb('attempts', '=', 0)])]),
        )
        .execute()
      expect([open.length, unsent.length]).toEqual([0, 0])
    },
    { timeout: 60_000, interval: 20 },
  )
