import { sql } from 'kysely'
import type { z } from 'zod/mini'
import {
  getProviderCapabilities,
  listDockerImages,
  listInstanceTypes,
  listLauncherMilestones,
  listTestingExecutors,
  type DockerImage,
} from '../../../contract/launchers/options.ts'
import type { Routes } from '../../http/routes.ts'
import { readExecutors } from './executors.ts'
import { INSTANCE_TYPES } from './instance-types.ts'
import type { InstanceLabels } from './instance-labels.ts'
import { createProviderCapabilities, type CapabilityParts } from './provider-capabilities.ts'
import type { Db } from '../../db/open.ts'
import { pageMeta } from '../../http/page-meta.ts'

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

/** Official images of test frameworks and languages, each with its usual test command. */
const DOCKER_IMAGES: readonly DockerImage[] = [
  ['node:22-slim', 'npm test', 'Node.js 22'],
  ['node:24-slim', 'npm test', 'Node.js 24'],
  ['mcr.microsoft.com/playwright:v1.58.0-noble', 'npm ci && npx playwright test', 'Playwright with its browsers'],
  [
    'mcr.microsoft.com/playwright/python:v1.58.0-noble',
    'pip install -r requirements.txt && pytest',
    'Playwright for Python',
  ],
  ['mcr.microsoft.com/playwright/java:v1.58.0-noble', 'mvn -B test', 'Playwright for Java'],
  ['cypress/included:15.8.1', 'npm ci && npx cypress run', 'Cypress with its browsers'],
  ['cypress/browsers:22.21.1', 'npm ci && npx cypress run', 'Browsers for Cypress of your repository'],
  ['maven:3-eclipse-temurin-21', 'mvn -B test', 'Maven, Java 21'],
  ['maven:3-eclipse-temurin-17', 'mvn -B test', 'Maven, Java 17'],
  ['gradle:8-jdk21', 'gradle test --no-daemon', 'Gradle, Java 21'],
  ['python:3.13-slim', 'pip install -r requirements.txt && pytest', 'Python 3.13'],
  ['mcr.microsoft.com/dotnet/sdk:9.0', 'dotnet test', '.NET 9'],
].map(([image = '', launchCommand = '', about = '']) => ({ image, launchCommand, about }))

/** Resolves with the milestones of a project, the latest due date first. */
const readMilestones = async (
  db: Db,
  projectId: number,
  { page, pageSize, completed }: z.infer<typeof listLauncherMilestones.query>,
): Promise<z.infer<typeof listLauncherMilestones.answer>> => {
  const found = db
    .selectFrom('milestone')
    .where('project_id', '=', projectId)
    .where('completed', '=', completed === 'true')
  const [items, { total }] = await Promise.all([
    found
      .select(['id', 'name'])
      .orderBy(sql`due_date desc nulls last`)
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, _meta: pageMeta(total, page, pageSize) }
}
