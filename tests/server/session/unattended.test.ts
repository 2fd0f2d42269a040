import { afterEach, beforeEach, expect, test } from 'vitest'
import { listProjects } from '../../../contract/projects/projects.ts'
import { ConfigError, readConfig } from '../../../server/config.ts'
import { setUpUnattended } from '../../../server/workspace/unattended.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace } from '../support/people.ts'
import { Browser } from './browser.ts'

const environment = {
  ASSAY_OWNER_USERNAME: 'nadia',
  ASSAY_OWNER_EMAIL: 'nadia@larkspur.test',
  ASSAY_OWNER_PASSWORD: 'olive-tree-60',
  ASSAY_PROJECT_KEY: 'shop',
  ASSAY_ACCESS_TOKEN: 'assay_given_to_the_pipeline',
}
let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

const exchange = (refreshToken: string) =>
  send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken } })

test('an empty database gets its owner, a project and the given access token', async () => {
  expect(await setUpUnattended(app.db, readConfig(environment))).toBe(true)
  const { authToken, user } = await new Browser(app).signIn('nadia')
  expect(user.superAdmin).toBe(true)
  const { items } = await ask(app, listProjects, { token: authToken })
  expect(items.map(({ key }) => key)).toEqual(['SHOP'])
  expect((await exchange(environment.ASSAY_ACCESS_TOKEN)).status).toBe(200)
})

test('leaves a set-up database unchanged, with any environment', async () => {
  await aWorkspace(app)
  const rows = async () => [
    await app.db.selectFrom('workspace_user').selectAll().execute(),
    await app.db.selectFrom('project').selectAll().execute(),
    await app.db.selectFrom('access_token').selectAll().execute(),
  ]
  const before = await rows()
  expect(await setUpUnattended(app.db, readConfig(environment))).toBe(false)
  expect(await rows()).toEqual(before)
  expect((await exchange(environment.ASSAY_ACCESS_TOKEN)).status).toBe(401)
})

test('names invalid and missing settings, and sets up nothing', async () => {
  const { ASSAY_OWNER_EMAIL: _, ...withoutEmail } = environment
  expect(() => readConfig(withoutEmail)).toThrow(/ASSAY_OWNER_EMAIL/)
  const wrong = readConfig({ ...environment, ASSAY_OWNER_PASSWORD: 'short', ASSAY_OWNER_USERNAME: 'na dia' })
  const failure = await setUpUnattended(app.db, wrong).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConfigError)
  expect((failure as ConfigError).message).toMatch(/ASSAY_OWNER_USERNAME[^]*ASSAY_OWNER_PASSWORD/)
  await expect(setUpUnattended(app.db, readConfig({ ...environment, ASSAY_PROJECT_KEY: '1' }))).rejects.toThrow(
    /ASSAY_PROJECT_KEY/,
  )
  expect(await app.db.selectFrom('workspace').select('id').execute()).toEqual([])
})
