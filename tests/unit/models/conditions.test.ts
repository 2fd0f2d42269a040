import * as fc from 'fast-check'
import { assign, createMachine, getInitialSnapshot, getNextSnapshot, setup, type AnyMachineSnapshot } from 'xstate'
import { describe, expect, test } from 'vitest'
import { casesOf } from '../../../machines/models/suggest.ts'
import { modelOf, searched } from './support.ts'

const DOOR = `
const MAX = 3
export const door = setup({
  types: {} as { context: { tries: number } },
  guards: { isLocked: ({ context }) => context.tries >= MAX },
  actions: { count: assign({ tries: ({ context: { tries } }) => tries + 1 }), say: () => console.log('wrong') },
}).createMachine({
  id: 'door', initial: 'closed', context: { tries: 0, name: 'front' },
  states: {
    closed: { on: {
      wrong: [{ guard: 'isLocked', target: 'locked' }, { actions: ['count', 'say'] }],
      key: { target: 'open', guard: (args) => args.context.tries < MAX && !false },
      force: { target: 'open', guard: ({ context }) => context.tries > 99 },
      lift: { target: 'open', guard: ({ event }) => event.strong },
    } },
    open: { entry: assign({ tries: 0 }), on: { close: 'closed' } },
    locked: { type: 'final' },
  },
})`

describe('conditions over the context', () => {
  test('a transition waits until its condition holds, and one whose condition never holds is in no case', () => {
    const model = modelOf(DOOR)
    expect(model.behaviour?.notEvaluated).toEqual(['({ event }) => event.strong'])
    const found = searched(model, { strategy: 'shortest' })
    const locked = found.paths.find(({ steps }) => steps.at(-1)?.leaves.includes('locked'))
    expect(locked?.steps).toHaveLength(4)
    const force = model.transitions.find(({ event }) => event === 'force')?.id ?? ''
    expect(found.reachable).not.toContain(force)
    expect(found.infeasible?.transitions).toEqual([force])
    expect(found.infeasible?.paths).toBeGreaterThan(0)
  })

  test('a bounded loop runs exactly the given number of times', () => {
    const source = `createMachine({ initial: 'a', context: () => ({ n: 0 }), states: {
      a: { on: { go: [{ guard: ({ context }) => context.n < 3, actions: assign(({ context }) => ({ n: context.n + 1 })) },
                      { target: 'b' }] } },
      b: {} } })`
    const [path] = searched(modelOf(source), { strategy: 'transitions' }).paths
    expect(path?.steps.map(({ leaves }) => leaves[0])).toEqual(['a', 'a', 'a', 'b'])
  })

  test('the length of a list or a text is compared', () => {
    const model = (context: string, guard: string) =>
      modelOf(`createMachine({ initial: 'a', context: ${context}, states: {
        a: { on: { go: { target: 'b', guard: ({ context }) => ${guard} } } }, b: {} } })`)
    expect(searched(model("{ items: ['one'] }", 'context.items.length > 0')).paths).toHaveLength(1)
    expect(searched(model("{ name: '' }", 'context.name.length > 0')).paths).toEqual([])
    expect(searched(model('{ box: { length: 3 } }', 'context.box.length === 3')).paths).toHaveLength(1)
  })

  test('JSON compares the context too; a name without an implementation is not evaluated', () => {
    const machine = (guard: string) =>
      JSON.stringify({
        context: { role: 'guest' },
        initial: 'a',
        states: { a: { on: { in: { target: 'b', guard } } }, b: {} },
      })
    expect(searched(modelOf(machine("context.role === 'admin'"))).paths).toEqual([])
    expect(searched(modelOf(machine("context.role === 'guest'"))).paths).toHaveLength(1)
    const named = modelOf(machine('isAdmin'))
    expect(searched(named).paths).toHaveLength(1)
    expect(named.behaviour?.notEvaluated).toEqual(['isAdmin'])
  })

  test.each([
    ['an assignment from an event', 'assign({ n: ({ event }) => event.n })'],
    ['an action that stands elsewhere', "'elsewhere'"],
    ['an assignment by a longer function', 'assign(({ context }) => { const n = 1; return { n } })'],
    ['actions that are put together at run time', 'enqueueActions(({ enqueue }) => enqueue.assign({ n: 5 }))'],
  ])('after %s the condition may hold or not', (_, action) => {
    const model = modelOf(`createMachine({ initial: 'a', context: { n: 0 }, states: {
      a: { on: { set: { actions: ${action} }, go: { target: 'b', guard: ({ context }) => context.n === 5 } } }, b: {} } })`)
    const paths = searched(model).paths.map(({ steps }) => steps.map(({ transitionIds }) => transitionIds[0]))
    expect(paths).toEqual([[expect.stringContaining('set'), expect.stringContaining('go')]])
  })

  test('runs no code of a source', () => {
    const run = 'globalThis.wasRun = true'
    const model = modelOf(`createMachine({ initial: 'a', context: () => { ${run}; return {} }, states: {
      a: { entry: () => { ${run} }, on: { go: { target: 'b', guard: () => (${run}), actions: assign({ n: () => (${run}) }) } } },
      b: {} } })`)
    searched(model)
    expect(globalThis).not.toHaveProperty('wasRun')
  })

  test('a context that grows without end does not keep the search from ending', () => {
    const model = modelOf(`createMachine({ initial: 'a', context: { all: [], n: 0 }, states: {
      a: { on: { add: { actions: assign({ all: ({ context }) => [...context.all, context.all, context.n], n: ({ context }) => context.n * 2 + 1 }) },
                 go: { target: 'b', guard: ({ context }) => context.all.length > 4 } } }, b: {} } })`)
    const { paths } = searched(model, { strategy: 'shortest' })
    expect(paths.some(({ steps }) => steps.at(-1)?.leaves.includes('b'))).toBe(true)
  })

  test('every path is one that XState takes', () => {
    const operators = ['<', '<=', '>', '>=', '===', '!=='] as const
    const number = fc.integer({ min: -2, max: 4 })
    const compared = {
      '<': (a: number, b: number) => a < b,
      '<=': (a: number, b: number) => a <= b,
      '>': (a: number, b: number) => a > b,
      '>=': (a: number, b: number) => a >= b,
      '===': (a: number, b: number) => a === b,
      '!==': (a: number, b: number) => a !== b,
    }
    const transition = fc.record({
      event: fc.constantFrom('x', 'y'),
      to: fc.nat(2),
      operator: fc.constantFrom(...operators),
      than: number,
      by: number,
    })
    const run = fc.property(
      fc.array(fc.array(transition, { maxLength: 4 }), { minLength: 3, maxLength: 3 }),
      number,
      (states, first) => {
        const textOf = (one: (typeof states)[number][number]) =>
          `{ target: 's${one.to}', guard: ({ context }) => context.n ${one.operator} ${one.than}, actions: assign({ n: ({ context: c }) => c.n + ${one.by} }) }`
        const on = (some: (typeof states)[number], of: (one: (typeof some)[number]) => string) =>
          ['x', 'y']
            .map(
              (event) =>
                `${event}: [${some
                  .filter((one) => one.event === event)
                  .map(of)
                  .join(', ')}]`,
            )
            .join(', ')
        const model = modelOf(`createMachine({ initial: 's0', context: { n: ${first} }, states: {
        ${states.map((some, i) => `s${i}: { on: { ${on(some, textOf)} } }`).join(',\n')} } })`)
        const machine = createMachine({
          initial: 's0',
          context: { n: first },
          states: Object.fromEntries(
            states.map((some, i) => [
              `s${i}`,
              {
                on: Object.fromEntries(
                  ['x', 'y'].map((event) => [
                    event,
                    some
                      .filter((one) => one.event === event)
                      .map((one) => ({
                        target: `s${one.to}`,
                        guard: ({ context }: { context: { n: number } }) => compared[one.operator](context.n, one.than),
                        actions: assign({ n: ({ context }: { context: { n: number } }) => context.n + one.by }),
                      })),
                  ]),
                ),
              },
            ]),
          ),
        } as never)
        const events = new Map(model.transitions.map(({ id, event }) => [id, event]))
        for (const { steps } of searched(model, { strategy: 'shortest', maxLength: 8 }).paths) {
          let now: AnyMachineSnapshot = getInitialSnapshot(machine)
          for (const { transitionIds, leaves } of steps) {
            now = getNextSnapshot(machine, now, { type: events.get(transitionIds[0] ?? '') ?? '' })
            expect([now.value]).toEqual(leaves)
          }
        }
      },
    )
    fc.assert(run, { numRuns: 60 })
  })

  test('the reader and XState agree on the demo with setup', () => {
    const door = setup({
      types: {} as { context: { tries: number } },
      guards: { isLocked: ({ context }) => context.tries >= 3 },
      actions: { count: assign({ tries: ({ context: { tries } }) => tries + 1 }) },
    }).createMachine({
      initial: 'closed',
      context: { tries: 0 },
      states: {
        closed: { on: { wrong: [{ guard: 'isLocked', target: 'locked' }, { actions: 'count' }] } },
        locked: { type: 'final' },
      },
    })
    let now = getInitialSnapshot(door)
    const found = searched(modelOf(DOOR), { strategy: 'shortest' })
    const locked = found.paths.find(({ steps }) => steps.at(-1)?.leaves.includes('locked'))
    for (const _ of locked?.steps ?? []) now = getNextSnapshot(door, now, { type: 'wrong' })
    expect(now.value).toBe('locked')
  })
})

const chain = (length: number) => Array.from({ length }, (_, i) => `s${i}\tnext ${i}\ts${i + 1}\t`).join('\n')

describe('paths longer than they may be', () => {
  test.each(['shortest', 'transitions', 'pairs', 'simple'] as const)(
    '%s: counts what is too far away, with its length',
    (strategy) => {
      const found = searched(modelOf(chain(60), 'table'), { strategy, maxLength: 30 })
      expect(found.tooFar).toMatchObject({ transitions: 30, length: 60 })
      expect(found.reachable).toHaveLength(30)
      expect(found.paths.every(({ steps }) => steps.length <= 30)).toBe(true)
      expect(searched(modelOf(chain(60), 'table'), { strategy, maxLength: 60 }).tooFar).toBe(null)
    },
  )

  test('reports a simple path that was cut', () => {
    const ring = `${chain(20)}\ns20\tagain\ts0\t\ns0\tjump\ts20\t`
    expect(searched(modelOf(ring, 'table'), { strategy: 'simple', maxLength: 10 }).tooFar?.shortened).toBeGreaterThan(0)
  })
})

test('requirements and actions of GraphWalker are added to the text of a step and do not replace it', () => {
  const model = modelOf(
    JSON.stringify({
      models: [
        {
          name: 'Cart',
          startElementId: 'v0',
          vertices: [
            { id: 'v0', name: 'v_Empty' },
            { id: 'v1', name: 'v_Full', requirements: ['CART-1'] },
          ],
          edges: [
            {
              id: 'e0',
              name: 'e_AddItem',
              sourceVertexId: 'v0',
              targetVertexId: 'v1',
              actions: ['n++;'],
              requirements: ['CART-2', 'CART-3'],
            },
            {
              id: 'e1',
              name: 'e_Empty',
              sourceVertexId: 'v1',
              targetVertexId: 'v0',
              properties: { description: 'Remove all' },
              actions: ['n = 0;'],
            },
          ],
        },
      ],
    }),
    'graphwalker',
  )
  const [one] = casesOf(model, searched(model))
  expect(one?.content.steps).toEqual([
    {
      action: 'E add item\n\nThe model then sets: `n++;`\n\nRequirements: CART-2, CART-3',
      expectedResult: 'It is in **V full**\n\nRequirements: CART-1',
    },
    { action: 'Remove all\n\nThe model then sets: `n = 0;`', expectedResult: 'It is in **V empty**' },
  ])
})
