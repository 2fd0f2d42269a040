import { z } from 'zod/mini'
import { defineCall, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { InProject, inProject } from '../projects/projects.ts'
import { Executor } from './launch-config.ts'
import { gates } from './repositories.ts'

const path = '/api/projects/:projectKey/launcher-options'
const MAX_MILESTONES = 10_000

export const DockerImage = z.object({ image: z.string(), launchCommand: z.string(), about: z.string() })
export type DockerImage = z.infer<typeof DockerImage>

/** Docker images for running tests (CONF-10). Any other image can be entered. */
export const listDockerImages = defineCall({
  name: 'listDockerImages',
  summary: 'Images that launches are often run in, with the command of each',
  method: 'GET',
  path: `${path}/docker-images`,
  ...gates,
  params: InProject,
  answer: z.object({ items: z.array(DockerImage) }),
})

/** Part of the engine's image names for Cypress, whose tests bring their own browsers (CONF-11, CONF-12). */
export const CYPRESS_IMAGE = 'cypress'

export const TestingTool = z.enum([
  'ASSAY_ENGINE',
  'BROWSER_STACK',
  'LAMBDA_TEST',
  'ASSAY_DEVICE_FARM',
  'SAUCE_LABS',
  'TESTING_BOT',
])
export type TestingTool = z.infer<typeof TestingTool>

/** Icon of a testing executor. The logos of other products are not used, because they belong to their owners. */
export const ExecutorIcon = z.enum(['engine', 'cloud', 'devices'])
export type ExecutorIcon = z.infer<typeof ExecutorIcon>

/** `executor` and `id` as in a run configuration: the engine has no id (CONF-16). */
export const TestingExecutor = z.object({
  tool: TestingTool,
  executor: Executor,
  id: z.nullable(z.string()),
  name: z.string(),
  icon: ExecutorIcon,
})
export type TestingExecutor = z.infer<typeof TestingExecutor>

/** In display order (CONF-17). */
export const listTestingExecutors = defineCall({
  name: 'listTestingExecutors',
  summary: 'The engine, and the testing platforms that are connected to the workspace',
  method: 'GET',
  path: `${path}/testing-executors`,
  ...gates,
  params: InProject,
  answer: z.object({ items: z.array(TestingExecutor) }),
})

/** Milestones that a launch can be assigned to, sorted by due date, latest first; those without a due date last (CONF-22). */
export const listLauncherMilestones = defineCall({
  name: 'listLauncherMilestones',
  summary: 'Milestones that a launch can be given',
  method: 'GET',
  path: `${path}/milestones`,
  ...gates,
  params: InProject,
  query: z.object({
    page: pageNumber,
    pageSize: pageSizeOf(MAX_MILESTONES, MAX_MILESTONES),
    completed: z._default(z.enum(['true', 'false']), 'false'),
  }),
  answer: z.object({ items: z.array(z.object({ id: z.int(), name: z.string() })), _meta: PageMeta }),
})

export const InstanceType = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  cpus: z.number(),
  memoryMb: z.int(),
  minutes: z.int(),
  /** Labels that a worker must have to run launches of this type. */
  workerLabels: z.array(z.string()),
  /** Whether new launchers use this type. */
  projectDefault: z.boolean(),
})
export type InstanceType = z.infer<typeof InstanceType>

export const listInstanceTypes = defineCall({
  name: 'listInstanceTypes',
  summary: 'What the engine gives a launch: processors, memory, time',
  method: 'GET',
  path: `${path}/instance-types`,
  ...gates,
  params: InProject,
  answer: z.object({ items: z.array(InstanceType) }),
})

/** An operating system with the browsers or devices that run on it. */
export const CapabilityPlatform = z.object({
  platformName: z.string(),
  platformVersion: z.nullable(z.string()),
  browsers: z.array(z.object({ name: z.string(), versions: z.array(z.string()) })),
  devices: z.array(z.string()),
})
export type CapabilityPlatform = z.infer<typeof CapabilityPlatform>

export const getProviderCapabilities = defineCall({
  name: 'getProviderCapabilities',
  summary: 'Systems, browsers and devices of a testing platform',
  method: 'GET',
  path: `${path}/capabilities/:tool`,
  ...gates,
  params: z.object({ ...inProject, tool: TestingTool }),
  answer: z.object({ items: z.array(CapabilityPlatform) }),
})
