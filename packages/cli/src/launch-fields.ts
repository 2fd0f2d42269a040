import type { CiBuild } from '../../../contract/launches/ci-servers.ts'
import { StatedOrigin, type LaunchOrigin } from '../../../contract/launches/launch-origin.ts'
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
  return {
    name: flags.name ?? variables.name ?? file.name,
    environment: flags.environment ?? variables.environment ?? file.environment,
    build: flags.build ?? variables.build ?? ci?.origin.buildNumber,
    origin: statedOrigin(flags),
    detected: ci?.origin ?? {},
  }
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
