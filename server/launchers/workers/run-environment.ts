import type { LaunchPayload } from '../../../contract/launchers/start.ts'
import type { Db } from '../../db/open.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { ITEM_LISTS, secretPlace } from '../configs/secrets.ts'
import type { Execution } from './leases.ts'
import { RunProblem } from './problems.ts'

interface Given {
  execution: Execution
  projectKey: string
  launch: { name: string; milestone: { name: string } | null }
  token: string
}

/** Resolves with the variables and capabilities of a launch, with decrypted secrets. Throws `RunProblem` for a missing secret. */
export const openVariables = async (db: Db, sealed: Secrets, { projectId, config }: Execution) => {
  const opened = new Map<string, string>()
  const ids = ITEM_LISTS.flatMap((list) => config[list].flatMap(({ secretId }) => secretId ?? []))
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('launcher_secret')
          .select(['id', 'value'])
          .where('project_id', '=', projectId)
          .where('id', 'in', ids)
          .execute()
  for (const { id, value } of rows) {
    const text = sealed.open(value, secretPlace(projectId, id))
    if (text !== null) opened.set(id, text)
  }
  const valuesOf = (items: LaunchPayload['envVars']): Record<string, string> =>
    Object.fromEntries(
      items.map(({ name, value, secretId }) => {
        if (secretId === undefined) return [name, value]
        const secret = opened.get(secretId)
        if (secret === undefined) throw new RunProblem(`The secret ${name} cannot be decrypted: enter it again`)
        return [name, secret]
      }),
    )
  return {
    variables: valuesOf(config.envVars),
    capabilities: { ...valuesOf(config.providerCapabilities), ...valuesOf(config.customCapabilities) },
    secrets: [...opened.values()],
  }
}

/** Returns the environment of a run: the launcher's variables, and the agent's settings. The worker adds the server's URL. */
export const environmentOf = (
  { execution, projectKey, launch, token }: Given,
  { variables, capabilities }: { variables: Record<string, string>; capabilities: Record<string, string> },
): Record<string, string> => {
  for (const name of Object.keys(variables))
    if (!/^[^\s=]+$/.test(name)) throw new RunProblem(`${name} cannot be the name of a variable`)
  const { environment } = execution.config
  const asJson = JSON.stringify(capabilities)
  return {
    CI: 'true',
    ...variables,
    ...(Object.keys(capabilities).length > 0 ? { ASSAY_CAPABILITIES: asJson, ZEBRUNNER_CAPABILITIES: asJson } : {}),
    REPORTING_ENABLED: 'true',
    REPORTING_SERVER_ACCESS_TOKEN: token,
    REPORTING_PROJECT_KEY: projectKey,
    REPORTING_RUN_CONTEXT: JSON.stringify(execution.runContext),
    REPORTING_LAUNCH_DISPLAY_NAME: launch.name,
    REPORTING_RUN_DISPLAY_NAME: launch.name,
    ...(environment === null
      ? {}
      : { REPORTING_LAUNCH_ENVIRONMENT: environment, REPORTING_RUN_ENVIRONMENT: environment }),
    ...(launch.milestone === null ? {} : { REPORTING_MILESTONE_NAME: launch.milestone.name }),
  }
}
