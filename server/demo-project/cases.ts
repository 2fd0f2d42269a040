import { randomUUID } from 'node:crypto'
import type { TestCase } from '../../contract/cases/cases.ts'
import { changeRepository, createCases, insertSuite } from '../cases/cases.ts'
import { createModel } from '../models/models.ts'
import { createRequirement, linkCase, ownSource } from '../requirements/requirements.ts'
import { SHOP_SUITES } from './shop/cases.ts'
import { CHECKOUT_MODEL } from './shop/checkout-model.ts'
import { SHOP_REQUIREMENTS } from './shop/settings.ts'
import { SHOP_TESTS } from './shop/tests.ts'
import { authorIn, entryOf, idsByName, type DemoProject } from './demo.ts'

/** Returns the cases by title, in the order of the repository. */
export const addCases = async (demo: DemoProject): Promise<Map<string, TestCase>> => {
  const { db, project, userId } = demo
  const author = authorIn(demo)
  const suiteIds = await changeRepository(db, author, 'suites/created', async (tx, touched) => {
    const ids = new Map<string, number>()
    for (const { title, description } of SHOP_SUITES)
      ids.set(title, (await insertSuite(tx, author, touched, { title, description, parentSuiteId: null })).id)
    return ids
  })
  const [priorities, states] = [await idsByName(demo, 'priority'), await idsByName(demo, 'automation_state')]
  const automated = new Set(SHOP_TESTS.map(({ testCase }) => testCase))
  const bodies = SHOP_SUITES.flatMap((suite) =>
    suite.cases.map(({ steps, priority, ...rest }) => ({
      ...rest,
      testSuiteId: entryOf(suiteIds, suite.title),
      priority: { id: entryOf(priorities, priority) },
      ...(automated.has(rest.title) ? { automationState: { id: entryOf(states, 'Automated') } } : {}),
      steps: steps.map(([action, expectedResult], index) => ({
        kind: 'step' as const,
        id: `s${index + 1}`,
        action,
        expectedResult,
        attachments: [],
      })),
    })),
  )
  const outcomes = await createCases(
    db,
    project,
    userId,
    bodies.map((body) => ({ body })),
  )
  return new Map(
    outcomes.map((outcome) => {
      if (!('made' in outcome)) throw outcome.refusal
      return [outcome.made.title, outcome.made]
    }),
  )
}

/** Adds the suite with the model of the checkout and the cases that are generated from it. */
export const addModel = async (demo: DemoProject): Promise<void> => {
  const author = authorIn(demo)
  await changeRepository(demo.db, author, 'case-model/created', (tx, touched) =>
    createModel(tx, demo.project, author, touched, { ...CHECKOUT_MODEL, operationId: randomUUID() }),
  )
}

export const addRequirements = async (
  { db, project, userId }: DemoProject,
  cases: ReadonlyMap<string, TestCase>,
): Promise<void> => {
  const where = { project, userId }
  for (const { key, title, cases: titles } of SHOP_REQUIREMENTS) {
    await createRequirement(db, where, { key, title, url: `https://shop.example.com/requirements/${key}` })
    for (const caseTitle of titles)
      await linkCase(
        db,
        where,
        entryOf(cases, caseTitle).id,
        { add: [key], remove: [] },
        { own: ownSource(db, project.id), tracker: null },
      )
  }
}
