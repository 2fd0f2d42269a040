import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli, type Cli } from '../cli/support/cli.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aTarget } from './support/reporter.ts'

let app: TestApp
let owner: TestUser
let cli: Cli
beforeAll(async () => {
  ;[app, cli] = await Promise.all([startTestApp(), buildCli()])
  owner = await aWorkspace(app)
})
afterAll(async () => {
  await app.close()
  await cli.remove()
})

const at = '2026-11-20T17:19:06.757Z'
const unsent = (url: string, projectKey: string, files: object[]) => {
  const start = { uuid: crypto.randomUUID(), name: 'Nightly', startedAt: at, framework: 'playwright' }
  const header = { url, projectKey, start, launchId: null, ids: [], files: [], endedAt: at }
  const test = { name: 'adds', className: 'cart', methodName: 'adds', startedAt: at }
  const entries = [{ key: 'a', start: test, finish: { result: 'PASSED', endedAt: at } }]
  return [header, { id: crypto.randomUUID(), entries, files }].map((line) => JSON.stringify(line)).join('\n')
}
const file = (id: string, name: string) => ({ id, key: 'a', attempt: 1, at: Date.parse(at), name, path: name })

test('files outside of the folder of a stored launch are not sent, neither by their path nor by a link', async () => {
  const target = await aTarget(app, owner)
  await cli.write('secret.txt', 'the secret')
  const files = [file('f1', '../../../secret.txt'), file('f2', 'link.txt'), file('f3', 'own.txt')]
  await cli.write('.assay/unsent/one/launch.jsonl', unsent(app.url, target.projectKey, files))
  await cli.write('.assay/unsent/one/own.txt', 'a file of the launch')
  await symlink(path.join(cli.folder, 'secret.txt'), path.join(cli.folder, '.assay/unsent/one/link.txt'))
  expect(await cli.run(['upload'], target.env)).toMatchObject({ code: 0, stderr: '' })
  const [launch] = await target.launches()
  const { test: adds, artifacts } = await target.testNamed(launch?.id ?? 0, 'adds')
  expect([adds.status, artifacts.map(({ name }) => name)]).toEqual(['PASSED', ['own.txt']])
})

test('a stored launch of another server or project is not sent, and a damaged one is no error', async () => {
  const target = await aTarget(app, owner)
  await cli.write('.assay/unsent/two/launch.jsonl', unsent('http://assay.invalid', target.projectKey, []))
  await cli.write('.assay/unsent/three/launch.jsonl', unsent(app.url, 'OTHER', []))
  await cli.write('.assay/unsent/four/launch.jsonl', '{"url":')
  await cli.write('.assay/unsent/five/launch.jsonl', JSON.stringify({ url: app.url, projectKey: target.projectKey }))
  const ran = await cli.run(['upload'], target.env)
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('Name the result files')])
  expect(await target.launches()).toEqual([])
})
