import type { TestProject } from 'vitest/node'
import { buildForTests } from './build.ts'
import type { EngineForTests } from './database.ts'
import { makeTemplate } from './template.ts'

/** Before the suite runs on the embedded database. */
export default async function setup(project: TestProject): Promise<() => void> {
  const built = await buildForTests()
  const engine: EngineForTests = {
    engine: 'pglite',
    workerUrl: built.workerUrl.href,
    built: built.folder,
    dataFolder: built.dataFolder,
    template: await makeTemplate(built.workerUrl),
  }
  project.provide('database', engine)
  return built.remove
}
