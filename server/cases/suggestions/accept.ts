import { randomUUID } from 'node:crypto'
import type { z } from 'zod/mini'
import type { acceptSuggestedCases } from '../../../contract/cases/suggestions.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { ProjectScope } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import { knownSuites } from '../content/create.ts'
import { insertCases } from '../content/insert.ts'
import { checkValues, readDefinitions, readUsers } from '../content/definitions.ts'
import { readCases } from '../content/read.ts'
import { noteCreated } from '../operations/operation.ts'
import { changeRepository } from '../repository.ts'

type Wanted = z.infer<typeof acceptSuggestedCases.body>

/**
 * Appends all cases to their suite in one transaction. Throws 404 for an unknown suite, 400 that lists every value that the project does
 * not have.
 */
export const acceptCases = (
  db: Db,
  project: ProjectScope,
  userId: number,
  { testSuiteId, testCases }: Wanted,
): Promise<z.infer<typeof acceptSuggestedCases.answer>> =>
  changeRepository(db, { projectId: project.id, userId }, 'cases/created', async (tx, touched) => {
    const bodies = testCases.map((one) => ({ ...one, testSuiteId }))
    const [definitions, suites] = await Promise.all([
      readDefinitions(tx, project.id),
      knownSuites(tx, project.id, bodies.slice(0, 1)),
    ])
    if (!suites.has(testSuiteId)) throw notFound(TEXTS.suiteNotFound)
    const users = await readUsers(tx, project.id, definitions, bodies)
    for (const [i, body] of bodies.entries()) checkValues(definitions, users, body, { under: `testCases.${i}.` })
    const ids = await insertCases(tx, { projectId: project.id, userId }, definitions, bodies)
    touched.cases(...ids)
    touched.suiteCases(testSuiteId)
    const operationId = randomUUID()
    await noteCreated(tx, { projectId: project.id, userId }, operationId, ids)
    return { data: await readCases(tx, project, ids), operationId }
  })
