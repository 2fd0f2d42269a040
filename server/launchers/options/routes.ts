import {
  getProviderCapabilities,
  listDockerImages,
  listInstanceTypes,
  listLauncherMilestones,
  listTestingExecutors,
} from '../../../contract/launchers/options.ts'
import type { Routes } from '../../http/routes.ts'
import { DOCKER_IMAGES } from './docker-images.ts'
import { readExecutors } from './executors.ts'
import { INSTANCE_TYPES } from './instance-types.ts'
import { readMilestones } from './milestones.ts'
import { createProviderCapabilities } from './provider-capabilities.ts'

type Parts = Parameters<typeof createProviderCapabilities>[0]

export const optionRoutes = (routes: Routes, parts: Parts): void => {
  const { db } = parts
  const capabilities = createProviderCapabilities(parts)
  routes.inProject(listDockerImages, () => ({ items: [...DOCKER_IMAGES] }))
  routes.inProject(listInstanceTypes, () => ({ items: [...INSTANCE_TYPES] }))
  routes.inProject(listLauncherMilestones, ({ project, query }) => readMilestones(db, project.id, query))
  routes.inProject(listTestingExecutors, async () => ({ items: await readExecutors(db) }))
  routes.inProject(getProviderCapabilities, async ({ params }) => ({ items: [...(await capabilities(params.tool))] }))
}
