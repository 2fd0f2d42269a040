import { createHash } from 'node:crypto'
import type { CiBuild } from '../../../contract/launches/ci-servers.ts'
import { StatedOrigin, type LaunchOrigin } from '../../../contract/launches/launch-origin.ts'
import { ShardInQuery } from '../../../contract/launches/shards.ts'
import { UsageError } from './failures.ts'
import { launchVariables } from './settings.ts'

/** Flags of a new launch. */
export const LAUNCH_FIELDS = {
  name: { type: 'string' },
  environment: { type: 'string' },
  build: { type: 'string' },
  commit: { type: 'string' },
  branch: { type: 'string' },
  'pull-request': { type: 'string' },
  'build-url': { type: 'string' },
  'repository-url': { type: 'string' },
  shard: { type: 'string' },
  'build-key': { type: 'string' },
} as const

/** Fields of a new launch; the server takes missing ones from the reports. */
export interface LaunchFields {
  name: string | undefined
  environment: string | undefined
  build: string | undefined
  /** From the flags. */
  origin: LaunchOrigin
  /** From the CI server. What the reports say wins over it. */
  detected: LaunchOrigin
  /** Of a launch that parallel jobs upload together. */
  part: { buildKey: string; shard: string } | null
}

type Flags = { readonly [Name in keyof typeof LAUNCH_FIELDS]?: string | undefined }

/**
 * Returns the fields: flags win over variables of agents, and these over `assay.json` and the CI server. Throws `UsageError` for a flag that
 * is not valid.
 */
export const fieldsOf = (
  flags: Flags,
  file: { name?: string | undefined; environment?: string | undefined },
  ci: CiBuild | null,
): LaunchFields => {
  const variables = launchVariables(process.env)
  const name = flags.name ?? variables.name ?? file.name
  const build = flags.build ?? variables.build ?? ci?.origin.buildNumber
  return {
    name,
    environment: flags.environment ?? variables.environment ?? file.environment,
    build,
    origin: statedOrigin(flags),
    detected: ci?.origin ?? {},
    part: partOf(flags, { run: ci?.run ?? build, name }),
  }
}

/** The launches of a build differ by their names. Throws `UsageError` if a shard has nothing by which the others are found. */
const partOf = (
  { shard, 'build-key': key }: Flags,
  { run, name }: { run: string | undefined; name: string | undefined },
): LaunchFields['part'] => {
  if (shard === undefined) {
    if (key !== undefined) throw new UsageError('--build-key needs --shard 1/4: which of the parallel jobs this is')
    return null
  }
  const parsed = ShardInQuery.safeParse(shard)
  if (!parsed.success) throw new UsageError(`--shard: ${parsed.error.issues[0]?.message}`)
  const build = key ?? run
  if (build === undefined)
    throw new UsageError('Name the build, so that all of its shards are one launch: --build or --build-key')
  const parts = JSON.stringify([build, name ?? null])
  return { shard, buildKey: `assay-${createHash('sha256').update(parts).digest('hex')}` }
}

const statedOrigin = (flags: Flags): LaunchOrigin => {
  const stated = StatedOrigin.safeParse({
    commit: flags.commit,
    branch: flags.branch,
    pullRequest: flags['pull-request'],
    buildUrl: flags['build-url'],
    repositoryUrl: flags['repository-url'],
  })
  if (stated.success) return stated.data
  const [issue] = stated.error.issues
  const flag = String(issue?.path[0]).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new UsageError(`--${flag}: ${issue?.message}`)
}
