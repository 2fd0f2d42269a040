import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import {
  exchangeOauthCode,
  getVcsConfiguration,
  listProviderRepositories,
  signInWithToken,
  signOutOfProvider,
} from '../../../contract/launchers/providers.ts'
import {
  addRepository,
  checkRepository,
  listBranches,
  reconnectRepository,
} from '../../../contract/launchers/repositories.ts'
import { createBitbucketCloudClient } from '../../../server/launchers/providers/bitbucket.ts'
import { createOutgoing } from '../../../server/outgoing/outgoing.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { startGitServer, type GitServer } from '../support/git-server.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { listenWith, type TestServer } from '../support/systems.ts'

/** Requests to providers and their answers: API and git server share one address, as in practice. */
let git: GitServer
let provider: TestServer
let app: TestApp
let owner: TestUser
let colleague: TestUser
let isCodeGood = true
const tokens = new Set(['pat', 'oauth-1'])
const requests: { path: string; body: string }[] = []

const authorised = (authorization: string | undefined) => tokens.has((authorization ?? '').replace('Bearer ', ''))

/** Forwards to the git server behind the provider's address. */
const passOn = async (request: IncomingMessage, response: ServerResponse, url: URL, body: string): Promise<void> => {
  const service = url.searchParams.get('service')
  const { authorization: _, host: __, ...headers } = request.headers
  const answer = await fetch(`${git.url}${url.pathname}${service === null ? '' : `?service=${service}`}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(request.method === 'POST' ? { body: Buffer.from(body, 'latin1') } : {}),
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(Buffer.from(await answer.arrayBuffer()))
}

beforeAll(async () => {
  git = await startGitServer()
  git.create('larkspur/shop-e2e', ['main', 'next'])
  provider = await listenWith((request, response) => {
    const url = new URL(request.url ?? '/', provider.url)
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      requests.push({ path: `${url.pathname}${url.search}`, body })
      const json = (status: number, value: unknown, headers = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
      if (url.pathname.endsWith('/login/oauth/access_token') || url.pathname.endsWith('/oauth/token'))
        return json(
          200,
          isCodeGood ? { access_token: 'oauth-1', refresh_token: 'r', expires_in: 7200 } : { error: 'bad' },
        )
      if (url.pathname.includes('.git/')) {
        // The git server is behind the same address and requires the same token.
        const given = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
        if (!tokens.has(given.split(':').slice(1).join(':')))
          return response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
        return void passOn(request, response, url, body)
      }
      if (!authorised(request.headers.authorization)) return json(401, {})
      const name = 'larkspur/shop-e2e'
      const clone = `${provider.url}/${name}.git`
      const github = { id: 7, full_name: name, html_url: `${provider.url}/${name}`, clone_url: clone, private: true }
      const gitlab = { id: 7, path_with_namespace: name, web_url: `${provider.url}/${name}`, http_url_to_repo: clone }
      const links = { self: [{ href: `${provider.url}/${name}/browse` }], clone: [{ name: 'http', href: clone }] }
      const server = { slug: 'shop-e2e', project: { key: 'LARK' }, links }
      const cloud = {
        uuid: '{7}',
        full_name: name,
        is_private: true,
        links: { html: { href: `${provider.url}/${name}` } },
      }
      const answers: Record<string, unknown> = {
        '/api/v3/user': { login: 'nora' },
        '/api/v3/user/repos': [github],
        '/api/v3/repositories/7': github,
        '/api/v4/user': { username: 'nora' },
        '/api/v4/projects': [gitlab],
        '/api/v4/projects/7': gitlab,
        '/rest/api/1.0/repos': { values: [server] },
        '/rest/api/1.0/projects/LARK/repos/shop-e2e': server,
        '/cloud/user': { username: 'nora' },
        '/cloud/repositories': { values: [cloud] },
        '/cloud/repositories/%7B%7D/%7B7%7D': cloud,
      }
      const answer = answers[url.pathname]
      return answer === undefined ? json(404, {}) : json(200, answer, { 'x-ausername': 'nora' })
    })
  })
  const settings = Object.fromEntries(
    ['GITHUB', 'GITLAB', 'BITBUCKET'].flatMap((name) => [
      [`${name}_URL`, provider.url],
      ...(name === 'GITLAB'
        ? []
        : [[`${name}_CLIENT_ID`, 'id'] as const, [`${name}_CLIENT_SECRET`, 'cl1ent'] as const]),
    ]),
  ) as Record<string, string>
  app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1', ...settings })
  owner = await aWorkspace(app)
  const projectId = await aProject(app, owner, 'SHOP')
  colleague = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
})
afterAll(async () => {
  await app.close()
  await provider.close()
  await git.close()
})

type Name = 'GITHUB' | 'GITLAB' | 'BITBUCKET'
const at = (name: Name, user = owner) => ({ token: user.token, params: { projectKey: 'SHOP', provider: name } })
const configuration = (name: Name, user = owner) => ask(app, getVcsConfiguration, at(name, user))
const stateIn = (url: string | null) => new URL(url ?? '').searchParams.get('state') ?? ''

describe.each<[Name, string]>([
  ['GITHUB', '7'],
  ['GITLAB', '7'],
  ['BITBUCKET', 'LARK/shop-e2e'],
])('%s by token', (name, providerSideId) => {
  test('[ADDR-14] [REPO-01] lists the repositories of the token, and adds one with a token of its own', async () => {
    expect(await refusalOf(app, listProviderRepositories, at(name))).toMatchObject({
      status: 409,
      message: LAUNCHER_TEXTS.notSignedIn,
    })
    const form = { baseUrl: '', username: '', accessToken: 'wrong' }
    expect(await refusalOf(app, signInWithToken, { ...at(name), body: form })).toMatchObject({
      status: 400,
      errors: [{ field: 'accessToken' }],
    })
    const account = await ask(app, signInWithToken, { ...at(name), body: { ...form, accessToken: 'pat' } })
    expect(account).toEqual({ baseUrl: provider.url, username: 'nora', obtainedViaOauthFlow: false })
    const { items } = await ask(app, listProviderRepositories, { ...at(name), query: { q: 'shop' } })
    expect(items).toMatchObject([{ providerSideId, addedAs: null }])

    const params = { projectKey: 'SHOP' }
    const body = { provider: name, providerSideId }
    const added = await ask(app, addRepository, { token: owner.token, params, body })
    expect(added).toMatchObject({ verified: true, provider: name, credentials: { obtainedViaOauthFlow: false } })
    expect((await ask(app, listProviderRepositories, at(name))).items).toMatchObject([{ addedAs: added.id }])
    await ask(app, signOutOfProvider, at(name))
    expect(
      await ask(app, checkRepository, { token: owner.token, params: { ...params, repoId: added.id } }),
    ).toMatchObject({
      verified: true,
    })
    await app.db.deleteFrom('git_repository').where('id', '=', added.id).execute()
  })
})

describe('OAuth', () => {
  test('[ADDR-15] [ADDR-20] names the settings that the owner of the server is missing', async () => {
    expect(await configuration('GITLAB')).toMatchObject({
      authorizeUrl: null,
      setUp: {
        callbackUrl: `${app.config.PUBLIC_URL}/vcs/callback`,
        settings: ['GITLAB_CLIENT_ID', 'GITLAB_CLIENT_SECRET'],
      },
    })
  })

  test('[ADDR-05] [ADDR-16] returns the code to the page of its project, where only the user who began may exchange it', async () => {
    const { authorizeUrl } = await configuration('GITHUB')
    const state = stateIn(authorizeUrl)
    expect(new URL(authorizeUrl ?? '').searchParams.get('redirect_uri')).toBe(`${app.config.PUBLIC_URL}/vcs/callback`)
    const back = await fetch(`${app.url}/vcs/callback?code=c0de&state=${state}`, { redirect: 'manual' })
    const address = new URL(back.headers.get('location') ?? '', app.url)
    expect(address.pathname).toBe('/projects/SHOP/automation-launchers/add-repo')
    expect(Object.fromEntries(address.searchParams)).toEqual({ provider: 'github', code: 'c0de', state })

    const query = { search: 'shop', from: 'launches' }
    const started = await ask(app, getVcsConfiguration, { ...at('GITHUB'), query })
    const returned = await fetch(`${app.url}/vcs/callback?code=c0de&state=${stateIn(started.authorizeUrl)}`, {
      redirect: 'manual',
    })
    expect(returned.headers.get('location')).toContain('&search=shop&from=launches')

    const body = { code: 'c0de', state }
    expect(await refusalOf(app, exchangeOauthCode, { ...at('GITHUB', colleague), body })).toMatchObject({ status: 400 })
    requests.length = 0
    expect(await ask(app, exchangeOauthCode, { ...at('GITHUB'), body })).toMatchObject({
      username: 'nora',
      obtainedViaOauthFlow: true,
    })
    expect(requests[0]?.body).toContain('code=c0de')
    expect(JSON.stringify(await configuration('GITHUB'))).not.toMatch(/oauth-1|cl1ent/)
  })

  test('[REPO-06] reads a repository with its owner’s sign-in, renewed when it expires, until another user signs in', async () => {
    const params = { projectKey: 'SHOP' }
    const body = { provider: 'GITHUB' as const, providerSideId: '7' }
    const added = await ask(app, addRepository, { token: owner.token, params, body })
    expect(added).toMatchObject({ verified: true, credentials: { obtainedViaOauthFlow: true, ownerId: owner.id } })
    const of = (user: TestUser) => ({ token: user.token, params: { ...params, repoId: added.id } })
    await app.db
      .updateTable('vcs_account')
      .set({ expires_at: new Date(0) })
      .execute()
    requests.length = 0
    expect((await ask(app, listBranches, of(colleague))).items.map(({ name }) => name)).toEqual(['main', 'next'])
    expect(requests[0]?.body).toContain('grant_type=refresh_token')

    await ask(app, signOutOfProvider, at('GITHUB'))
    expect(await ask(app, checkRepository, of(owner))).toMatchObject({ verified: false, problem: 'refused' })
    expect(await refusalOf(app, reconnectRepository, of(colleague))).toMatchObject({ status: 409 })
    const state = stateIn((await configuration('GITHUB', colleague)).authorizeUrl)
    await ask(app, exchangeOauthCode, { ...at('GITHUB', colleague), body: { code: 'again', state } })
    expect(await ask(app, reconnectRepository, of(colleague))).toMatchObject({
      verified: true,
      credentials: { ownerId: colleague.id },
    })
  })

  test('rejects an invalid code and a forged state', async () => {
    const state = stateIn((await configuration('GITHUB')).authorizeUrl)
    isCodeGood = false
    try {
      const refused = await refusalOf(app, exchangeOauthCode, { ...at('GITHUB'), body: { code: 'x', state } })
      expect(refused).toMatchObject({ status: 400, errors: [{ field: 'code' }] })
    } finally {
      isCodeGood = true
    }
    expect(
      await refusalOf(app, exchangeOauthCode, { ...at('GITHUB'), body: { code: 'x', state: 'AAAA' } }),
    ).toMatchObject({
      errors: [{ field: 'state' }],
    })
    const { headers } = await send(app, '/vcs/callback?code=x&state=AAAA', { headers: { accept: 'text/html' } })
    expect(headers.get('location')).toBeNull()
  })
})

test('rejects a sign-in at an internal address unless the owner of the server allows it', async () => {
  const body = { baseUrl: 'http://10.0.0.1', username: '', accessToken: 'pat' }
  expect(await refusalOf(app, signInWithToken, { ...at('GITLAB'), body })).toMatchObject({
    status: 400,
    errors: [{ field: 'baseUrl' }],
  })
})

test('reads Bitbucket Cloud with app passwords and with tokens', async () => {
  const client = createBitbucketCloudClient(
    createOutgoing({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' }),
    `${provider.url}/cloud`,
  )
  const account = {
    provider: 'BITBUCKET',
    baseUrl: 'https://bitbucket.org',
    username: null,
    token: 'pat',
    viaOauth: false,
  } as const
  expect(await client.identify(account)).toBe('nora')
  expect(await client.list(account, 'sh"op')).toMatchObject([{ providerSideId: '{7}', name: 'larkspur/shop-e2e' }])
  expect(requests.at(-1)?.path).toContain(encodeURIComponent(String.raw`"sh\"op"`).replaceAll('%20', '+'))
  expect(await client.find(account, '{7}')).toMatchObject({ cloneUrl: `${provider.url}/larkspur/shop-e2e.git` })
  expect(await client.find(account, '{8}')).toBeNull()
  await expect(client.identify({ ...account, username: 'nora' })).rejects.toMatchObject({ why: 'refused' })
})
