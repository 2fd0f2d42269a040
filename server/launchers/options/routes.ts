import {
  getProviderCapabilities,
  listDockerImages,
  listInstanceTypes,
  listTestingExecutors,
} from '../../../contract/launchers/options.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { CAPABILITIES } from './capabilities.ts'
import { DOCKER_IMAGES } from './docker-images.ts'
import { readExecutors } from './executors.ts'
import { INSTANCE_TYPES } from './instance-types.ts'

export const optionRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listDockerImages, () => ({ items: [...DOCKER_IMAGES] }))
  routes.inProject(listInstanceTypes, () => ({ items: [...INSTANCE_TYPES] }))
  routes.inProject(listTestingExecutors, async () => ({ items: await readExecutors(db) }))
  routes.inProject(getProviderCapabilities, ({ params }) => ({ items: [...CAPABILITIES[params.tool]] }))
}
