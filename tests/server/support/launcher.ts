import type { z } from 'zod/mini'
import { createLauncher, type Launcher, type LauncherValues } from '../../../contract/launchers/launchers.ts'
import { addDemoRepository } from '../../../contract/launchers/repositories.ts'
import type { startLaunch } from '../../../contract/launchers/start.ts'
import { ask, type TestApp } from './app.ts'
import type { TestUser } from './people.ts'

export const LAUNCHER_VALUES: LauncherValues = {
  name: 'Checkout regression',
  branch: 'main',
  dockerImage: 'node:22-slim',
  launchCommand: 'npm test',
  executor: 'ASSAY',
  executorId: null,
  environment: 'STAGING',
  milestoneId: null,
  milestone: null,
  instanceTypeId: 'standard',
  envVars: [],
  providerCapabilities: [],
  customCapabilities: [],
  emails: '',
  slackChannels: null,
  teamsChannels: null,
}

/** A launcher of the demo repository. */
export const aLauncher = async (
  app: Pick<TestApp, 'url'>,
  user: Pick<TestUser, 'token'>,
  projectKey: string,
  values: Partial<LauncherValues> = {},
): Promise<Launcher> => {
  const { repository } = await ask(app, addDemoRepository, { token: user.token, params: { projectKey } })
  const params = { projectKey, repoId: repository.id }
  return ask(app, createLauncher, { token: user.token, params, body: { ...LAUNCHER_VALUES, ...values } })
}

type Start = z.infer<typeof startLaunch.body>

/** Values of a start with the saved configuration. */
export const startOf = ({ id, repositoryId, config }: Launcher, more: Partial<Start> = {}): Start => ({
  ...config,
  gitRepositoryId: repositoryId,
  launcherId: id,
  ...more,
})
