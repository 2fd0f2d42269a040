/** Demo repository of the product: created in the data folder on first use. */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { LaunchConfig } from '../../../contract/launchers/launch-config.ts'

const PROJECT = path.join(import.meta.dirname, 'project')

/** Stored instead of a URL, because each server has another folder. */
export const DEMO_URL = 'assay:demo'
export const DEMO_NAME = 'Demo repository'

const run = promisify(execFile)

/** Fixed author and dates: the commit has the same hash on every server. */
const AUTHOR = {
  GIT_AUTHOR_NAME: 'Assay',
  GIT_AUTHOR_EMAIL: 'assay@localhost',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Assay',
  GIT_COMMITTER_EMAIL: 'assay@localhost',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
}

/** Resolves with a hash of the content: another version of the product creates another repository. */
const projectVersion = async (): Promise<string> => {
  const hash = createHash('sha256')
  const entries = await readdir(PROJECT, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((file) => path.join(file.parentPath, file.name))
  for (const file of files.sort()) hash.update(`${path.relative(PROJECT, file)}\0`).update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}

/**
 * Resolves with the folder of the bare repository. The finished folder is renamed into place, so that concurrent calls see the same
 * complete repository.
 */
export const demoRepository = async (dataDir: string): Promise<string> => {
  const parent = path.join(dataDir, 'demo-repository')
  const place = path.join(parent, `${await projectVersion()}.git`)
  if (existsSync(place)) return place
  await mkdir(parent, { recursive: true })
  const draft = await mkdtemp(path.join(parent, 'draft-'))
  try {
    const tree = path.join(draft, 'tree')
    await cp(PROJECT, tree, { recursive: true })
    const env = {
      PATH: process.env['PATH'],
      HOME: draft,
      LC_ALL: 'C',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...AUTHOR,
    }
    const git = (...args: string[]) => run('git', ['-c', 'core.hooksPath=/dev/null', ...args], { cwd: draft, env })
    await git('init', '--quiet', '--initial-branch=main', tree)
    await git('-C', tree, 'add', '--all')
    await git('-C', tree, 'commit', '--quiet', '--message', 'Tests of a small shop')
    const bare = path.join(draft, `${randomUUID()}.git`)
    await git('clone', '--quiet', '--bare', tree, bare)
    await rename(bare, place).catch((error: unknown) => {
      if (!existsSync(place)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return place
}

export const DEMO_LAUNCHER = {
  name: 'Demo shop',
  config: LaunchConfig.parse({
    branch: 'main',
    dockerImage: 'node:22-slim',
    launchCommand: 'npm test',
    executor: 'ASSAY',
    executorId: null,
    environment: null,
    milestoneId: null,
    milestone: null,
    instanceTypeId: null,
    envVars: [
      { name: 'CURRENCY', type: 'CHOICE', value: 'EUR', values: ['EUR', 'GBP', 'USD'] },
      { name: 'PACE_MS', type: 'INTEGER', value: '400' },
    ],
    providerCapabilities: [],
    customCapabilities: [],
    emails: '',
    slackChannels: null,
    teamsChannels: null,
  }),
}
