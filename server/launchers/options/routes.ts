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
import type { InstanceLabels } from './instance-labels.ts'
import { createProviderCapabilities, type CapabilityParts } from './provider-capabilities.ts'

interface Parts extends CapabilityParts {
  instanceLabels: InstanceLabels
}

export const optionRoutes = (routes: Routes, parts: Parts): void => {
  const { db, instanceLabels } = parts
  const capabilities = createProviderCapabilities(parts)
  routes.inProject(listDockerImages, () => ({ items: [...DOCKER_IMAGES] }))
  routes.inProject(listInstanceTypes, () => ({
    items: INSTANCE_TYPES.map((type) => ({ ...type, workerLabels: [...(instanceLabels[type.id] ?? [])] })),
  }))
  routes.inProject(listLauncherMilestones, ({ project, query }) => readMilestones(db, project.id, query))
  routes.inProject(listTestingExecutors, async () => ({ items: await readExecutors(db) }))
  routes.inProject(getProviderCapabilities, async ({ params }) => ({ items: [...(await capabilities(params.tool))] }))
}
