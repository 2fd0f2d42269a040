import { getEngine } from '../../contract/launchers/engine.ts'
import {
  listDockerImages,
  listInstanceTypes,
  listLauncherMilestones,
  listTestingExecutors,
} from '../../contract/launchers/options.ts'
import { listEnvironments } from '../../contract/settings/environments.ts'
import { listEnabledIntegrations } from '../../contract/workspace/integrations.ts'
import type { Send } from '../http/http.ts'

const MAX_MILESTONES = 10_000

/** Loads the options of all pickers of a configuration. */
export const launcherOptions = async (send: Send, projectKey: string) => {
  const params = { projectKey }
  const [images, executors, instanceTypes, milestones, environments, integrations, engine] = await Promise.all([
    send(listDockerImages, { params }),
    send(listTestingExecutors, { params }),
    send(listInstanceTypes, { params }),
    send(listLauncherMilestones, { params, query: { page: 1, pageSize: MAX_MILESTONES, completed: 'false' } }),
    send(listEnvironments, { params, query: { includeVariables: false, includeDeleted: false } }),
    send(listEnabledIntegrations),
    send(getEngine, { params }),
  ])
  return {
    images: images.items,
    executors: executors.items,
    instanceTypes: instanceTypes.items,
    milestones: milestones.items,
    environments: environments.items,
    drivers: engine.drivers,
    hasSlack: integrations.items.some(({ key }) => key === 'slack'),
    hasMail: integrations.items.some(({ key }) => key === 'email'),
    hasTeams: integrations.items.some(({ key }) => key === 'microsoft-teams'),
  }
}
