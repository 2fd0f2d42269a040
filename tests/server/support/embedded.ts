import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { dataHome } from '../../e2e/support/data-home.ts'
import type { EngineForTests } from './database.ts'
import { makeTemplate } from './template.ts'

/** Before the suite runs on the embedded database. */
export default async function setup(project: TestProject): Promise<() => void> {
  const dataFolder = mkdtempSync(join(dataHome, 'assay-server-'))
  const engine: EngineForTests = { engine: 'pglite', dataFolder, template: await makeTemplate() }
  project.provide('database', engine)
  return () => rmSync(dataFolder, { recursive: true, force: true })
}
