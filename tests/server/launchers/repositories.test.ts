import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import {
  addDemoRepository,
  addRepository,
  checkRepository,
  deleteRepository,
  getRepository,
  listBranches,
  listRepositories,
  updateRepositoryCredentials,
} from '../../../contract/launchers/repositories.ts'
import { demoRepository } from '../../../server/launchers/demo/demo-repository.ts'
import { createGit } from '../../../server/launchers/git/git.ts'
import { gitEnvironment } from '../../../server/launchers/git/git-setup.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { startGitServer, type GitServer } from '../support/git-server.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let git: GitServer
let owner: TestUser
beforeAll(async () => {
  git = await startGitServer()
  app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
  git.create('team/open', ['main', 'release/2.41', 'alpha'])
  git.create('team/closed', ['main'])
  git.guard('team/closed', 'nora', 's3cret token')
})
afterAll(async () => {
  await app.close()
  await git.close()
})

const inShop = { projectKey: 'SHOP' }
const add = (body: { url: string; username?: string; accessToken?: string }) =>
  ask(app, addRepository, { token: owner.token, params: inShop, body: { provider: 'GIT', ...body } })
const of = (repoId: number) => ({ token: owner.token, params: { ...inShop, repoId } })

describe('a repository by its address', () => {
  test('[REPO-02] [REPO-22] [REPO-23] is verified over git when it is added, and listed with its launchers', async () => {
    const added = await add({ url: git.urlOf('team/open') })
    expect(added).toMatchObject({
      name: 'team/open',
      htmlUrl: `${git.url}/team/open`,
      provider: 'GIT',
      verified: true,
      problem: null,
      addedBy: { username: 'owner' },
      credentials: { username: null, token: null, obtainedViaOauthFlow: false, ownerId: owner.id, version: 1 },
    })
    expect(await ask(app, getRepository, of(added.id))).toEqual(added)
    const { items } = await ask(app, listRepositories, { token: owner.token, params: inShop })
    expect(items).toEqual([
      { id: added.id, name: 'team/open', provider: 'GIT', providerSideId: null, verified: true, launchers: [] },
    ])
  })

  test('[REPO-26] lists the branches of the git server, the default one first', async () => {
    const { items } = await ask(app, listRepositories, { token: owner.token, params: inShop })
    const branches = await ask(app, listBranches, of(items[0]?.id ?? 0))
    expect(branches).toMatchObject({ defaultBranch: 'main', problem: null })
    expect(branches.items.map(({ name }) => name)).toEqual(['main', 'alpha', 'release/2.41'])
    expect(branches.items[0]?.commit).toMatch(/^[0-9a-f]{40}$/)
  })

  test('[REPO-11] [REPO-17] [REPO-24] wrong credentials fail the check, right ones connect the repository, and a mask keeps them', async () => {
    const url = git.urlOf('team/closed')
    const { id, ...added } = await add({ url, username: 'nora', accessToken: 'wrong' })
    expect(added).toMatchObject({ verified: false, problem: 'refused', credentials: { tokenEncrypted: true } })
    const body = { username: 'nora', accessToken: 's3cret token' }
    const saved = await ask(app, updateRepositoryCredentials, { ...of(id), body })
    expect(saved).toMatchObject({ verified: true, problem: null })
    expect(JSON.stringify(saved)).not.toContain('s3cret')
    const { token } = saved.credentials
    const masked = { username: 'nora', accessToken: token ?? '', accessTokenEncrypted: true }
    expect(await ask(app, updateRepositoryCredentials, { ...of(id), body: masked })).toMatchObject({ verified: true })
    const row = await app.db.selectFrom('git_repository').select('token').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.token?.toString('latin1')).not.toContain('s3cret')
    git.guard('team/closed', 'nora', 'changed')
    expect(await ask(app, checkRepository, of(id))).toMatchObject({ verified: false, problem: 'refused' })
    expect(await ask(app, listBranches, of(id))).toEqual({ items: [], defaultBranch: null, problem: 'refused' })
  })

  test('credentials that another user replaced can be replaced only by users who have seen the new ones', async () => {
    git.create('team/shared')
    const { id, credentials } = await add({ url: git.urlOf('team/shared'), username: 'nora', accessToken: 'first' })
    const { version } = credentials
    const replace = (accessToken: string, seen: number) => ({
      ...of(id),
      body: { username: 'nora', accessToken, accessTokenEncrypted: false, version: seen },
    })
    const both = await Promise.allSettled([
      ask(app, updateRepositoryCredentials, replace('second', version)),
      ask(app, updateRepositoryCredentials, replace('third', version)),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = await refusalOf(app, updateRepositoryCredentials, replace('third', version))
    expect(refused).toMatchObject({
      status: 409,
      current: { id, credentials: { username: 'nora', version: version + 1 } },
      errors: [{ field: 'credentials' }],
    })
    expect(JSON.stringify(refused)).not.toMatch(/second|third/)
    const saved = await ask(app, updateRepositoryCredentials, replace('fourth', version + 1))
    expect(saved.credentials.version).toBe(version + 2)
  })

  test('[REPO-13] [REPO-14] [REPO-15] a missing username and a missing token are each reported at their field', async () => {
    git.create('team/asks')
    const { id, verified } = await add({ url: git.urlOf('team/asks') })
    const body = { username: ' ', accessToken: '' }
    expect(await refusalOf(app, updateRepositoryCredentials, { ...of(id), body })).toMatchObject({
      status: 400,
      errors: [
        { field: 'username', message: 'This field is required' },
        { field: 'accessToken', message: 'This field is required' },
      ],
    })
    expect(await ask(app, getRepository, of(id))).toMatchObject({ verified, credentials: { username: null } })
  })

  test('[ADDR-13] is added with its provider, username and token', async () => {
    git.create('team/named')
    git.guard('team/named', 'nora', 's3cret token')
    const body = {
      provider: 'GITHUB',
      url: git.urlOf('team/named'),
      username: 'nora',
      accessToken: 's3cret token',
    } as const
    const requested = { token: owner.token, params: inShop }
    expect(await ask(app, addRepository, { ...requested, body })).toMatchObject({
      name: 'team/named',
      provider: 'GITHUB',
      verified: true,
      credentials: { username: 'nora', tokenEncrypted: true },
    })
    const lower = { ...body, provider: 'github' as 'GITHUB' }
    expect(await refusalOf(app, addRepository, { ...requested, body: lower })).toMatchObject({
      errors: [{ field: 'provider' }],
    })
  })

  test('[ADDR-10] rejects an unsafe address at its field', async () => {
    for (const url of ['', 'file:///etc', 'ext::sh -c id', '--upload-pack=id', 'https://', 'ftp://example.test/a/b'])
      expect([
        url,
        await refusalOf(app, addRepository, { token: owner.token, params: inShop, body: { provider: 'GIT', url } }),
      ]).toMatchObject([url, { status: 400, errors: [{ field: 'url' }] }])
    const inside = { provider: 'GIT', url: 'https://nora:s3cret@example.test/a/b.git' }
    expect(await refusalOf(app, addRepository, { token: owner.token, params: inShop, body: inside })).toMatchObject({
      errors: [{ field: 'url', message: LAUNCHER_TEXTS.gitUrlCredentials }],
    })
    const again = await refusalOf(app, addRepository, {
      token: owner.token,
      params: inShop,
      body: { provider: 'GIT', url: git.urlOf('team/open') },
    })
    expect(again).toMatchObject({ status: 409, code: ERROR_CODES.conflict, errors: [{ field: 'url' }] })
  })

  test('[REPO-25] deleting takes its launchers along', async () => {
    git.create('team/gone')
    const { id } = await add({ url: git.urlOf('team/gone') })
    await ask(app, deleteRepository, of(id))
    expect(await refusalOf(app, getRepository, of(id))).toMatchObject({
      status: 404,
      message: LAUNCHER_TEXTS.repositoryUnknown,
    })
  })
})

describe('git', () => {
  const client = (config: object = {}, bounds = {}) =>
    createGit({ DATA_DIR: app.config.DATA_DIR, ALLOW_INTERNAL_ADDRESSES: '127.0.0.1', ...config }, bounds)
  const target = (url: string) => ({ url, username: null, password: null })

  test('connects to no internal address that is not allowed, by name or by number', async () => {
    const strict = client({ ALLOW_INTERNAL_ADDRESSES: 'false' })
    for (const url of [git.urlOf('team/open'), git.urlOf('team/open').replace('127.0.0.1', 'localhost')])
      await expect(strict.refs(target(url))).rejects.toMatchObject({ why: 'internal' })
  })

  test('sends credentials to their own server alone: redirects are not followed', async () => {
    git.asked.length = 0
    git.answerInstead('team/moved', (_, response) =>
      response
        .writeHead(302, { location: `${git.urlOf('team/open').replace('127.0.0.1', 'localhost')}/info/refs` })
        .end(),
    )
    await expect(client().refs({ url: git.urlOf('team/moved'), username: 'a', password: 'b' })).rejects.toMatchObject({
      why: 'unreachable',
    })
    expect(git.asked.map(({ path }) => path)).toEqual(['/team/moved.git/info/refs'])
  })

  test('gives up on a server that never ends its answer, and on one that answers too much', async () => {
    git.answerInstead('team/silent', () => undefined)
    await expect(client({}, { timeoutMs: 500 }).refs(target(git.urlOf('team/silent')))).rejects.toMatchObject({
      why: 'too-slow',
    })
    await expect(client({}, { outputBytes: 20 }).refs(target(git.urlOf('team/open')))).rejects.toMatchObject({
      why: 'too-large',
    })
  })

  test('a repository without commits has no branches', async () => {
    git.create('team/empty', [])
    expect(await client().refs(target(git.urlOf('team/empty')))).toEqual({ branches: [], defaultBranch: null })
  })

  test('accepts only host keys that were listed, at the address that was checked', async () => {
    const config = { DATA_DIR: app.config.DATA_DIR, ALLOW_INTERNAL_ADDRESSES: 'true' }
    const env = await gitEnvironment(target('ssh://git@localhost/team/open.git'), config)
    expect(env['GIT_SSH_COMMAND']).toMatch(
      /StrictHostKeyChecking=yes.*HostKeyAlias='localhost'.*HostName='(127\.0\.0\.1|::1)'/,
    )
    expect(env['GIT_ALLOW_PROTOCOL']).toBe('ssh')
  })
})

describe('the demo repository', () => {
  test('[REPO-08] [REPO-09] is added once with a launcher, also when it is added again, and has no credentials', async () => {
    const requested = { token: owner.token, params: inShop }
    const first = await ask(app, addDemoRepository, requested)
    expect(first).toMatchObject({
      repository: { name: 'Demo repository', providerSideId: 'assay-demo', verified: true },
    })
    expect(await ask(app, addDemoRepository, requested)).toMatchObject({
      repository: { id: first.repository.id },
      launcherId: first.launcherId,
    })
    const branches = await ask(app, listBranches, of(first.repository.id))
    expect(branches.items.map(({ name }) => name)).toEqual(['main'])
    const body = { username: 'a', accessToken: 'b' }
    expect(await refusalOf(app, updateRepositoryCredentials, { ...of(first.repository.id), body })).toMatchObject({
      status: 409,
    })
    const { items } = await ask(app, listRepositories, requested)
    expect(items.at(-1)).toMatchObject({ launchers: [{ id: first.launcherId, name: 'Demo shop', presets: [] }] })
  })

  test('has the same commit on every server, and tests that need only Node', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => demoRepository(mkdtempSync(join(tmpdir(), 'assay-demo-')))))
    const head = (folder: string | undefined) =>
      execFileSync('git', ['--git-dir', String(folder), 'rev-parse', 'main']).toString()
    expect(head(one)).toBe(head(other))
    const tree = mkdtempSync(join(tmpdir(), 'assay-demo-tree-'))
    execFileSync('git', ['clone', '--quiet', String(one), tree], { stdio: 'pipe' })
    expect(readdirSync(tree)).toContain('run-tests.mjs')
    expect(JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies')
  })
})
