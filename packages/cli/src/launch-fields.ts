import type { Ci } from './ci.ts'
import { launchVariables } from './settings.ts'

/** Flags of a new launch. */
export const LAUNCH_FIELDS = {
  name: { type: 'string' },
  environment: { type: 'string' },
  build: { type: 'string' },
} as const

/** Fields of a new launch; the server takes missing ones from the reports. */
export interface LaunchFields {
  name: string | undefined
  environment: string | undefined
  build: string | undefined
}

/** Returns the fields: flags win over variables of agents, and these over `assay.json` and the CI server. */
export const fieldsOf = (
  flags: { readonly [Name in keyof LaunchFields]?: string | undefined },
  file: { name?: string | undefined; environment?: string | undefined },
  ci: Ci | null,
): LaunchFields => {
  const variables = launchVariables(process.env)
  return {
    name: flags.name ?? variables.name ?? file.name,
    environment: flags.environment ?? variables.environment ?? file.environment,
    build: flags.build ?? variables.build ?? ci?.build ?? undefined,
  }
}
