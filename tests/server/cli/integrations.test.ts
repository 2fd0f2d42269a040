import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, anAccessToken } from '../support/people.ts'
import { buildCli, junit, root, runProgram, type Cli } from './support/cli.ts'

let app: TestApp
let token: string
let cli: Cli
beforeAll(async () => {
  cli = await buildCli()
  app = await startWithCli()
  const owner = await aWorkspace(app)
  await aProject(app, owner)
  token = await anAccessToken(app, owner)
  await cli.write('reports/unit/a.xml', junit({ adds: 'passed' }))
  await cli.write('reports/b c.xml', junit({ pays: 'failed' }))
})
afterAll(async () => {
  await app.close()
  await cli.remove()
})
beforeEach(() => app.db.deleteFrom('launch').execute())

/** Starts a server whose page is empty, with the command line beside it. */
const startWithCli = async (): Promise<TestApp> => {
  const page = path.dirname(cli.file)
  await mkdir(path.join(page, '.vite'))
  await writeFile(path.join(page, '.vite/page-links.json'), '[]')
  await writeFile(path.join(page, 'index.html'), '<head></head>')
  return startTestApp({}, page)
}

const launches = async () => (await ask(app, listLaunches, { token, params: { projectKey: 'DEF' } })).items
const server = () => ({ ASSAY_URL: app.url, ASSAY_TOKEN: token, ASSAY_PROJECT: 'DEF' })
const sh = (program: string, args: readonly string[], env: Record<string, string>) =>
  runProgram(program, args, { cwd: cli.folder, env: { HOME: cli.folder, ...env } })
const read = (name: string) => readFile(path.join(root, 'integrations', name), 'utf8')

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>
  runs: { steps: { shell: string; env: Record<string, string>; run: string }[] }
}

/** Runs the step of the action as a runner does: with the inputs in its variables, by `bash --noprofile --norc -eo pipefail`. */
const runAction = async (given: Record<string, string>) => {
  const action = parse(await read('github/action.yml')) as Action
  const [step] = action.runs.steps
  if (!step) throw new Error('the action has no step')
  for (const [name, { required }] of Object.entries(action.inputs))
    if (required === true && given[name] === undefined) throw new Error(`the input ${name} is required`)
  const valueOf = (name: string) => given[name] ?? action.inputs[name]?.default ?? ''
  const env = Object.fromEntries(
    Object.entries(step.env).map(([key, text]) => [
      key,
      text.replace(/\$\{\{ inputs\.(\w+) \}\}/, (_, name: string) => valueOf(name)),
    ]),
  )
  expect(step.run).not.toContain('${{')
  await cli.write('step.sh', step.run)
  const ci = { GITHUB_ACTIONS: 'true', GITHUB_RUN_NUMBER: '5', GITHUB_RUN_ID: crypto.randomUUID() }
  return sh('bash', ['--noprofile', '--norc', '-eo', 'pipefail', 'step.sh'], { ...env, ...ci })
}

test('the GitHub action uploads its globs with the number of the run, and fails by the gate only if it is on', async () => {
  const given = { url: app.url, token, project: 'DEF', results: 'reports/*.xml\nreports/unit\n', name: 'Nightly $(id)' }
  const lenient = await runAction({ ...given, environment: 'STAGE' })
  expect([lenient.code, lenient.stderr, lenient.stdout]).toEqual([0, '', expect.stringContaining('2 tests of 2 files')])
  expect(await launches()).toMatchObject([{ name: 'Nightly $(id)', environment: 'STAGE', build: '5' }])
  const gated = await runAction({ ...given, gate: 'true' })
  expect([gated.code, gated.stdout]).toEqual([1, expect.stringContaining('does not pass the quality gate')])
})

test('the GitHub action fails without a server only if it is strict', async () => {
  const given = { url: 'http://127.0.0.1:9', token, project: 'DEF', results: 'reports/*.xml' }
  expect(await runAction(given)).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing was uploaded') })
  expect(await runAction({ ...given, strict: 'true' })).toMatchObject({ code: 1 })
})

interface Component {
  spec: { inputs: Record<string, { default?: unknown }> }
  job: { script: string[]; variables: Record<string, string> }
}

test('the GitLab component uploads its globs with the number of the pipeline', async () => {
  const text = await read('gitlab/templates/upload.yml')
  const [head] = parseAllDocuments(text).map((document) => document.toJS() as Pick<Component, 'spec'>)
  const given: Record<string, string> = { results: 'reports/*.xml reports/unit', name: 'Nightly build' }
  const filled = text.replaceAll(
    /\$\[\[ inputs\.(\w+) \]\]/g,
    (_, name: string) => given[name] ?? String(head?.spec.inputs[name]?.default),
  )
  const [, jobs] = parseAllDocuments(filled).map((document) => document.toJS() as Record<string, Component['job']>)
  const job = jobs?.['assay-upload']
  if (!job) throw new Error('the component has no job')
  await cli.write('step.sh', job.script.join('\n'))
  const ci = { GITLAB_CI: 'true', CI_PIPELINE_IID: '6', CI_JOB_ID: '1' }
  const ran = await sh('sh', ['-e', 'step.sh'], { ...server(), ...ci, ...job.variables })
  expect([ran.code, ran.stderr, ran.stdout]).toEqual([0, '', expect.stringContaining('2 tests of 2 files')])
  expect(await launches()).toMatchObject([{ name: 'Nightly build', build: '6' }])
})

test('the step of the Jenkinsfile uploads the reports with the number of the build', async () => {
  await cli.write('cart/target/surefire-reports/TEST-cart.xml', junit({ adds: 'passed' }))
  const line = / sh '(curl .+)'\n/.exec(await read('jenkins/Jenkinsfile'))?.[1] ?? ''
  const ci = { JENKINS_URL: 'https://ci.test/', BUILD_NUMBER: '7', BUILD_TAG: 'jenkins-cart-7' }
  const ran = await sh('sh', ['-xe', '-c', line], { ...server(), ...ci })
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('1 test of 1 file, 1 passed')])
  expect(await launches()).toMatchObject([{ build: '7' }])
})
