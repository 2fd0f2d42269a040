import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { after, aRepository, AT_END, before } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const SUITES = 5
const CASES = 8

/** Numbers are indexes into the current state. */
const command = fc.oneof(
  fc.record({
    kind: fc.constant('cases' as const),
    cases: fc.uniqueArray(fc.nat(CASES - 1), { minLength: 1, maxLength: 4 }),
    suite: fc.nat(SUITES - 1),
    beside: fc.option(fc.record({ place: fc.nat(CASES - 1), isAfter: fc.boolean() })),
  }),
  fc.record({
    kind: fc.constant('suite' as const),
    suite: fc.nat(SUITES - 1),
    parent: fc.option(fc.nat(SUITES - 1)),
    after: fc.option(fc.nat(SUITES)),
  }),
  fc.record({ kind: fc.constant('undo' as const), operation: fc.nat(3) }),
)

/** The expected state after each command: for every suite its parent and its cases in order, siblings in order. */
class Model {
  parents = new Map<number, number | null>()
  siblings: number[] = []
  cases = new Map<number, number[]>()

  isWithin(suite: number | null, root: number): boolean {
    for (let at = suite; at !== null; at = this.parents.get(at) ?? null) if (at === root) return true
    return false
  }

  children(parent: number | null): number[] {
    return this.siblings.filter((id) => this.parents.get(id) === parent)
  }

  tree(parent: number | null = null): number[] {
    return this.children(parent).flatMap((id) => [id, ...this.tree(id)])
  }
}

test('any sequence of moves keeps all cases, has no cycle of suites and leaves the requested order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12 }), async (commands) => {
      const repository = await aRepository(app, owner)
      const model = new Model()
      const suites: number[] = []
      for (let i = 0; i < SUITES; i += 1) {
        const id = await repository.suite(`suite ${i}`)
        suites.push(id)
        model.parents.set(id, null)
        model.siblings.push(id)
        model.cases.set(id, [])
      }
      const cases: number[] = []
      for (let i = 0; i < CASES; i += 1) {
        const suite = suites[i % 2] as number
        const { id } = await repository.case(suite, `case ${i}`)
        cases.push(id)
        model.cases.get(suite)?.push(id)
      }

      for (const one of commands) {
        if (one.kind === 'cases') {
          const ids = one.cases.map((i) => cases[i] as number)
          const suite = suites[one.suite] as number
          const held = model.cases.get(suite) as number[]
          const anchor = one.beside === null ? undefined : held[one.beside.place % Math.max(1, held.length)]
          const placement =
            anchor === undefined ? AT_END : one.beside?.isAfter === true ? after(anchor) : before(anchor)
          await repository.move(ids, suite, placement)
          // A position next to a moved case means next to its neighbour that stays.
          const index =
            anchor === undefined ? held.length : held.indexOf(anchor) + (one.beside?.isAfter === true ? 1 : 0)
          const earlier = held.slice(0, index).filter((id) => !ids.includes(id))
          const later = held.slice(index).filter((id) => !ids.includes(id))
          for (const [id, list] of model.cases)
            model.cases.set(
              id,
              list.filter((held) => !ids.includes(held)),
            )
          model.cases.set(suite, [...earlier, ...ids, ...later])
        } else if (one.kind === 'suite') {
          const suite = suites[one.suite] as number
          const parent = one.parent === null ? null : (suites[one.parent] as number)
          const others = model.children(parent).filter((id) => id !== suite)
          const afterId =
            one.after === null
              ? undefined
              : one.after === 0
                ? null
                : others[(one.after - 1) % Math.max(1, others.length)]
          const place = {
            newParentTestSuiteId: parent,
            ...(afterId === undefined ? {} : { testSuiteIdToPlaceAfter: afterId }),
          }
          const isCycle = model.isWithin(parent, suite)
          const moving = repository.moveSuite(suite, place).then(
            () => 'moved',
            (error: Error) => error.message,
          )
          if (isCycle !== (await moving).includes('409'))
            throw new Error(`suite ${suite} into ${parent}: ${await moving}`)
          if (isCycle) continue
          const order =
            afterId === undefined
              ? [...others, suite]
              : others.toSpliced(afterId === null ? 0 : others.indexOf(afterId) + 1, 0, suite)
          model.parents.set(suite, parent)
          model.siblings = [...model.siblings.filter((id) => !order.includes(id)), ...order]
        } else {
          const ids = [cases[one.operation] as number]
          const { operationId } = await repository.move(ids, suites[SUITES - 1] as number, AT_END)
          await repository.undo(operationId)
        }
        const seen = await repository.suites()
        expect(seen.map(({ id }) => id)).toEqual(model.tree())
        expect(new Map(seen.map(({ id, parentSuiteId }) => [id, parentSuiteId]))).toEqual(model.parents)
        for (const { id, testCases } of seen) {
          const held = (await repository.list([id])).map((row) => row.id)
          expect(held).toEqual(model.cases.get(id))
          expect(testCases).toBe(held.length)
        }
      }
    }),
    { numRuns: 6 },
  )
})
