import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-fs'
import { listTests } from '../../../../contract/launches/launch-tests.ts'
import { listLaunches } from '../../../../contract/launches/launches.ts'
import { getTest, listTestLogs, listTestSteps } from '../../../../contract/launches/test-details.ts'
import { packReporter } from '../../../../scripts/reporter-packages.ts'
import { ask, type TestApp } from '../../support/app.ts'
import { aProject, anAccessToken, type TestUser } from '../../support/people.ts'
import { root, runProgram, type Ran } from '../../cli/support/cli.ts'

export interface ReporterProject {
  /** Working directory of the framework; its `node_modules` has the built reporter, and the frameworks of this repository. */
  folder: string
  write: (name: string, content: string) => Promise<void>
  /** Runs a program of a package of this repository in the folder, with these variables and no others. */
  run: (script: string, args: readonly string[], env: Record<string, string>) => Promise<Ran>
  remove: () => Promise<void>
}

/** Builds, packs and installs a reporter of the current sources in a project of its own. `frameworks`: packages that its tests load. */
export const aReporterProject = async (framework: string, frameworks: readonly string[]): Promise<ReporterProject> => {
  const folder = await mkdtemp(path.join(tmpdir(), `assay-${framework}-`))
  const write = async (name: string, content: string) => {
    const target = path.join(folder, name)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, content)
  }
  const packed = path.join(folder, await packReporter(framework, folder))
  const installed = path.join(folder, 'node_modules', `assay-reporter-${framework}`)
  await mkdir(installed, { recursive: true })
  await pipeline(
    createReadStream(packed),
    createGunzip(),
    extract(installed, { map: (header) => ({ ...header, name: header.name.replace(/^package\//, '') }) }),
  )
  // Packages are not linked: a framework must not be loaded twice.
  for (const one of frameworks)
    await write(
      `node_modules/${one}/index.js`,
      `module.exports = require(${JSON.stringify(path.join(root, 'node_modules', one))})`,
    )
  return {
    folder,
    write,
    run: (script, args, env) =>
      runProgram(process.execPath, [path.join(root, 'node_modules', script), ...args], { cwd: folder, env }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

let projects = 0

/** A new project of the server, its variables, and what it has. */
export const aTarget = async (app: TestApp, owner: TestUser) => {
  const projectKey = `R${(projects += 1)}`
  await aProject(app, owner, projectKey)
  const token = await anAccessToken(app, owner)
  const launches = async () => (await ask(app, listLaunches, { token, params: { projectKey } })).items
  const tests = async (launchId: number) =>
    (await ask(app, listTests, { token, params: { projectKey, launchId } })).items
  const inTest = (launchId: number, testId: number) => ({ token, params: { projectKey, launchId, testId } })
  return {
    projectKey,
    token,
    env: { ASSAY_URL: app.url, ASSAY_TOKEN: token, ASSAY_PROJECT: projectKey },
    launches,
    tests,
    /** Statuses by name. */
    results: async (launchId: number) =>
      Object.fromEntries((await tests(launchId)).map(({ name, status }) => [name, status])),
    testNamed: async (launchId: number, name: string) => {
      const { id } = (await tests(launchId)).find((test) => test.name === name) ?? { id: 0 }
      return ask(app, getTest, inTest(launchId, id))
    },
    steps: (launchId: number, testId: number, attempt: number) =>
      ask(app, listTestSteps, { ...inTest(launchId, testId), query: { attempt } }),
    log: async (launchId: number, testId: number, attempt: number) =>
      (await ask(app, listTestLogs, { ...inTest(launchId, testId), query: { attempt } })).items,
    /** Identities of the tests of a launch, sorted. */
    identities: async (launchId: number) =>
      (await app.db.selectFrom('test').select(['name', 'identity']).where('launch_id', '=', launchId).execute())
        .map(({ name, identity }) => `${name} ${identity}`)
        .toSorted(),
  }
}
