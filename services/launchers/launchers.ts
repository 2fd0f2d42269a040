import type { z } from 'zod/mini'
import {
  createLauncher,
  createPreset,
  deleteLauncher,
  deletePreset,
  getLauncher,
  getPreset,
  updateLauncher,
  updatePreset,
  type LauncherValues,
} from '../../contract/launchers/launchers.ts'
import { getLauncherActivity } from '../../contract/launchers/activity.ts'
import { getEngineUse } from '../../contract/launchers/engine-use.ts'
import { setLauncherSchedulesStatus } from '../../contract/launchers/launcher-schedules.ts'
import {
  CONSOLE_PAGE,
  findInConsole,
  getEngine,
  listLaunchAttempts,
  readConsole,
} from '../../contract/launchers/engine.ts'
import {
  getProviderCapabilities,
  listDockerImages,
  listInstanceTypes,
  listLauncherMilestones,
  listTestingExecutors,
  type TestingTool,
} from '../../contract/launchers/options.ts'
import {
  exchangeOauthCode,
  getVcsConfiguration,
  listProviderRepositories,
  signInWithToken,
  signOutOfProvider,
  type VcsProvider,
} from '../../contract/launchers/providers.ts'
import {
  addDemoRepository,
  addRepository,
  checkRepository,
  deleteRepository,
  getRepository,
  listBranches,
  listRepositories,
  reconnectRepository,
  updateRepositoryCredentials,
} from '../../contract/launchers/repositories.ts'
import { getLaunchArguments, startLaunch } from '../../contract/launchers/start.ts'
import { listEnvironments } from '../../contract/settings/environments.ts'
import { listEnabledIntegrations } from '../../contract/workspace/integrations.ts'
import type { Send } from '../http/http.ts'

type Body<Of extends { body: z.ZodMiniType }> = z.infer<Of['body']>

const MILESTONES_MOST = 10_000

/** Calls of the Launchers area of a project. */
export const createLaunchersService = (send: Send) => ({
  tree: async (projectKey: string) => (await send(listRepositories, { params: { projectKey } })).items,
  repository: (projectKey: string, repoId: number) => send(getRepository, { params: { projectKey, repoId } }),
  addRepository: (projectKey: string, body: Body<typeof addRepository>) =>
    send(addRepository, { params: { projectKey }, body }),
  addDemo: (projectKey: string) => send(addDemoRepository, { params: { projectKey }, body: {} }),
  updateCredentials: (projectKey: string, repoId: number, body: Body<typeof updateRepositoryCredentials>) =>
    send(updateRepositoryCredentials, { params: { projectKey, repoId }, body }),
  reconnect: (projectKey: string, repoId: number) =>
    send(reconnectRepository, { params: { projectKey, repoId }, body: {} }),
  check: (projectKey: string, repoId: number) => send(checkRepository, { params: { projectKey, repoId }, body: {} }),
  deleteRepository: (projectKey: string, repoId: number) => send(deleteRepository, { params: { projectKey, repoId } }),
  branches: (projectKey: string, repoId: number) => send(listBranches, { params: { projectKey, repoId } }),

  /** `page`: what the address of the page that starts the sign-in names, which it has again after it. */
  configuration: (
    projectKey: string,
    provider: VcsProvider,
    page: { repoId?: string; search?: string; from?: string } = {},
  ) => send(getVcsConfiguration, { params: { projectKey, provider }, query: page }),
  providerRepositories: (projectKey: string, provider: VcsProvider, q: string, signal?: AbortSignal) =>
    send(listProviderRepositories, { params: { projectKey, provider }, query: { q }, signal }),
  exchangeCode: (projectKey: string, provider: VcsProvider, body: Body<typeof exchangeOauthCode>) =>
    send(exchangeOauthCode, { params: { projectKey, provider }, body }),
  signIn: (projectKey: string, provider: VcsProvider, body: Body<typeof signInWithToken>) =>
    send(signInWithToken, { params: { projectKey, provider }, body }),
  signOut: (projectKey: string, provider: VcsProvider) => send(signOutOfProvider, { params: { projectKey, provider } }),

  launcher: (projectKey: string, launcherId: number) => send(getLauncher, { params: { projectKey, launcherId } }),
  activity: (projectKey: string, launcherId: number) =>
    send(getLauncherActivity, { params: { projectKey, launcherId } }),
  engineUse: async (projectKey: string, launcherId: number, timeZone: string) =>
    (await send(getEngineUse, { params: { projectKey, launcherId }, query: { timeZone } })).days,
  setSchedulesStatus: (projectKey: string, launcherId: number, body: Body<typeof setLauncherSchedulesStatus>) =>
    send(setLauncherSchedulesStatus, { params: { projectKey, launcherId }, body }),
  createLauncher: (projectKey: string, repoId: number, body: LauncherValues) =>
    send(createLauncher, { params: { projectKey, repoId }, body }),
  updateLauncher: (projectKey: string, launcherId: number, body: Body<typeof updateLauncher>) =>
    send(updateLauncher, { params: { projectKey, launcherId }, body }),
  deleteLauncher: (projectKey: string, launcherId: number) =>
    send(deleteLauncher, { params: { projectKey, launcherId } }),
  preset: (projectKey: string, presetId: number) => send(getPreset, { params: { projectKey, presetId } }),
  createPreset: (projectKey: string, launcherId: number, body: Body<typeof createPreset>) =>
    send(createPreset, { params: { projectKey, launcherId }, body }),
  updatePreset: (projectKey: string, presetId: number, body: Body<typeof updatePreset>) =>
    send(updatePreset, { params: { projectKey, presetId }, body }),
  deletePreset: (projectKey: string, presetId: number) => send(deletePreset, { params: { projectKey, presetId } }),
  start: (projectKey: string, body: Body<typeof startLaunch>) => send(startLaunch, { params: { projectKey }, body }),
  arguments: (projectKey: string, launchId: number) => send(getLaunchArguments, { params: { projectKey, launchId } }),

  attempts: async (projectKey: string, launchId: number) =>
    (await send(listLaunchAttempts, { params: { projectKey, launchId } })).items,
  console: (projectKey: string, launchId: number, attemptUuid: string, pageToken: string) =>
    send(readConsole, {
      params: { projectKey, launchId, attemptUuid },
      query: { pageToken, maxPageSize: CONSOLE_PAGE },
    }),
  findInConsole: (
    projectKey: string,
    launchId: number,
    attemptUuid: string,
    query: z.infer<typeof findInConsole.query>,
  ) => send(findInConsole, { params: { projectKey, launchId, attemptUuid }, query }),

  /** Loads the options of all pickers of a configuration. */
  options: async (projectKey: string) => {
    const params = { projectKey }
    const [images, executors, instanceTypes, milestones, environments, integrations, engine] = await Promise.all([
      send(listDockerImages, { params }),
      send(listTestingExecutors, { params }),
      send(listInstanceTypes, { params }),
      send(listLauncherMilestones, { params, query: { page: 1, pageSize: MILESTONES_MOST, completed: 'false' } }),
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
  },
  capabilities: async (projectKey: string, tool: TestingTool) =>
    (await send(getProviderCapabilities, { params: { projectKey, tool } })).items,
})
