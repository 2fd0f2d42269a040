import * as fc from 'fast-check'
import { createMachine, getInitialSnapshot, getNextSnapshot, type AnyMachineSnapshot } from 'xstate'
import { describe, expect, test } from 'vitest'
import { ModelOptions, SuggestedCase, type CaseModel } from '../../../contract/models/models.ts'
import type { Found } from '../../../machines/models/search.ts'
import { casesOf, coverageOf } from '../../../machines/models/suggest.ts'
import { modelOf, PATIENT, searched } from './support.ts'

interface Config {
  id?: string
  type?: string
  history?: string
  initial?: string
  on?: Record<string, object>
  states?: Record<string, Config>
}

const STRATEGIES = ['shortest', 'transitions', 'pairs', 'simple'] as const

type Shape = string | { kind: string; hasHistory: string | null; children: Shape[] }

/** A random machine of nested, parallel and final states and histories, whose transitions lead anywhere. */
const aMachine: fc.Arbitrary<Config> = fc
  .record({
    shape: fc.letrec<{ node: Shape }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constantFrom('atomic', 'atomic', 'final'),
        fc.record({
          kind: fc.constantFrom('compound', 'compound', 'parallel'),
          hasHistory: fc.constantFrom(null, null, 'shallow', 'deep'),
          children: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
        }),
      ),
    })).node,
    transitions: fc.array(
      fc.record({
        from: fc.nat(),
        to: fc.nat(),
        also: fc.nat(),
        event: fc.constantFrom('a', 'b', 'c'),
        reenter: fc.boolean(),
        stays: fc.constantFrom(false, false, false, true),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ shape, transitions }) => {
    let names = 0
    const all: Config[] = []
    const targets: string[] = []
    const of = (node: Shape, isRoot = false): Config => {
      const id = `s${names}`
      names += 1
      const config: Config = { id, on: {} }
      if (!isRoot) targets.push(id)
      if (typeof node === 'string') {
        if (node === 'final') return { id, type: 'final' }
        all.push(config)
        return config
      }
      all.push(config)
      const children = node.children.map((child) => of(child))
      config.states = Object.fromEntries(children.map((child) => [`k${child.id ?? ''}`, child]))
      if (node.kind === 'parallel') config.type = 'parallel'
      else config.initial = `k${children[0]?.id ?? ''}`
      // XState loses a region when the history of a parallel state has nothing to remember.
      if (node.hasHistory !== null && !isRoot && node.kind === 'compound') {
        config.states[`h${id}`] = { id: `h${id}`, type: 'history', history: node.hasHistory }
        targets.push(`h${id}`)
      }
      return config
    }
    const root = of(
      typeof shape === 'string' ? { kind: 'compound', hasHistory: null, children: [shape, 'atomic'] } : shape,
      true,
    )
    for (const { from, to, event, reenter, stays } of transitions) {
      const source = all[from % all.length] as Config
      const target = targets[to % targets.length] as string
      source.on = { ...source.on, [event]: stays ? {} : { target: `#${target}`, ...(reenter ? { reenter } : {}) } }
    }
    return root
  })

const leavesOf = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ path }) => path.join('.'))
    .sort()

/** The states of a path after each step, as its text names them. */
const followed = (model: CaseModel, found: Found, at: number): { events: string[]; entered: string[][] } => {
  const byId = new Map(model.transitions.map((one) => [one.id, one]))
  const steps = found.paths[at]?.steps ?? []
  return {
    events: steps.map(({ transitionIds }) => byId.get(transitionIds[0] ?? '')?.event ?? ''),
    entered: steps.map(({ leaves }) => [...leaves]),
  }
}

describe('paths through any machine', () => {
  test('are distinct, within the limits, and each is one that XState takes', () => {
    fc.assert(
      fc.property(
        aMachine,
        fc.constantFrom(...STRATEGIES),
        fc.integer({ min: 1, max: 8 }),
        (config, strategy, maxLength) => {
          const machine = createMachine(config as never)
          const model = modelOf(JSON.stringify(config))
          const found = searched(model, { strategy, maxLength, maxPaths: 60 })
          expect(found.start.toSorted()).toEqual(leavesOf(getInitialSnapshot(machine) as AnyMachineSnapshot))
          expect(new Set(found.paths.map(({ key }) => key)).size).toBe(found.paths.length)
          expect(found.paths.length).toBeLessThanOrEqual(60)
          for (const i of found.paths.keys()) {
            const { events, entered } = followed(model, found, i)
            expect(events.length).toBeLessThanOrEqual(maxLength)
            let snapshot = getInitialSnapshot(machine) as AnyMachineSnapshot
            for (const [at, type] of events.entries()) {
              snapshot = getNextSnapshot(machine as never, snapshot as never, { type } as never) as AnyMachineSnapshot
              const leaves = leavesOf(snapshot)
              expect(leaves).toEqual(expect.arrayContaining(entered[at] ?? []))
            }
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  test('transition coverage takes every transition that XState can take, and the shortest paths enter every state that it can be in', () => {
    fc.assert(
      fc.property(aMachine, (config) => {
        const machine = createMachine(config as never)
        const model = modelOf(JSON.stringify(config))
        const entered = new Set<string>()
        const seen = new Map<string, AnyMachineSnapshot>()
        const left = [getInitialSnapshot(machine) as AnyMachineSnapshot]
        while (left.length > 0) {
          const snapshot = left.pop() as AnyMachineSnapshot
          const key = JSON.stringify([
            leavesOf(snapshot),
            Object.entries(snapshot.historyValue).map(([id, nodes]) => [id, nodes.map((n) => n.id)]),
          ])
          if (seen.has(key)) continue
          seen.set(key, snapshot)
          for (const leaf of leavesOf(snapshot)) entered.add(leaf)
          if (snapshot.status !== 'active') continue
          for (const type of ['a', 'b', 'c'])
            left.push(getNextSnapshot(machine as never, snapshot as never, { type } as never) as AnyMachineSnapshot)
        }
        const covering = searched(model, { strategy: 'transitions', maxLength: 100 })
        const coverage = coverageOf(model, covering.start, covering.paths)
        expect([...coverage.transitionIds].sort()).toEqual([...new Set(covering.reachable)].sort())
        const shortest = searched(model, { strategy: 'shortest', maxLength: 100 })
        const measured = coverageOf(model, shortest.start, shortest.paths.length > 0 ? shortest.paths : [{ steps: [] }])
        const leaves = model.states.filter(({ kind }) => kind === 'atomic' || kind === 'final').map(({ id }) => id)
        expect(leaves.filter((id) => measured.stateIds.has(id)).sort()).toEqual([...entered].sort())
        expect([...measured.transitionIds].sort()).toEqual([...new Set(shortest.reachable)].sort())
      }),
      { numRuns: 150 },
    )
  })

  test('report a coverage that equals an independent count', () => {
    fc.assert(
      fc.property(aMachine, fc.constantFrom(...STRATEGIES), (config, strategy) => {
        const model = modelOf(JSON.stringify(config))
        const found = searched(model, { strategy, maxPaths: 40, maxLength: 6 })
        const cases = casesOf(model, found)
        const emitted = coverageOf(model, found.start, found.paths).transitions.covered
        expect(new Set(cases.flatMap(({ transitionIds }) => transitionIds)).size).toBe(emitted)
        for (const one of cases) expect(SuggestedCase.safeParse(one).success).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

const SHOP = modelOf(
  JSON.stringify({
    initial: 'browsing',
    states: {
      browsing: { on: { add: { target: 'cart', guard: 'inStock' } } },
      cart: { description: 'The cart shows the goods', on: { pay: 'paying', leave: 'browsing' } },
      paying: { invoke: { src: 'charge', onDone: 'paid', onError: 'cart' }, after: { 30000: 'cart' } },
      paid: { type: 'final' },
    },
  }),
)

describe('paths through a shop', () => {
  test('few walks take every transition; shortest paths are more, each to its own end', () => {
    expect(searched(SHOP).paths.map(({ steps }) => steps.length)).toEqual([7, 3])
    expect(searched(SHOP, { strategy: 'shortest' }).paths.map(({ key }) => key.split(' > ').at(-1))).toEqual([
      'cart | leave',
      'paying | after 30000',
      'paying | done charge',
      'paying | error charge',
    ])
  })

  test('pairs take each transition after each that can come before it', () => {
    const pairs = new Set<string>()
    for (const { steps } of searched(SHOP, { strategy: 'pairs', maxLength: 10 }).paths)
      steps.forEach(({ transitionIds }, i) =>
        pairs.add(`${steps[i - 1]?.transitionIds[0] ?? ''} > ${transitionIds[0]}`),
      )
    for (const before of ['browsing | add | inStock', 'paying | after 30000', 'paying | error charge'])
      for (const next of ['cart | pay', 'cart | leave']) expect(pairs).toContain(`${before} > ${next}`)
  })

  test('a case describes the action and the expected result', () => {
    const [first] = casesOf(SHOP, searched(SHOP, { strategy: 'shortest' })).slice(-1)
    expect(first?.content).toEqual({
      title: 'Add, pay, charge fails → Cart',
      preConditions: 'It begins in **Browsing**',
      steps: [
        { action: 'Add\n\nGiven: in stock', expectedResult: 'The cart shows the goods' },
        { action: 'Pay', expectedResult: 'It is in **Paying**' },
        { action: 'Charge fails', expectedResult: 'The cart shows the goods' },
      ],
    })
  })

  test('cuts long texts between two characters, never within one', () => {
    for (const before of ['', 'x']) {
      const long = `${before}${'🛒'.repeat(1500)}`
      const states = { cart: { on: { [long]: { target: 'paid', guard: long } } }, paid: { description: long } }
      const model = modelOf(JSON.stringify({ id: long, initial: 'cart', states }))
      const [first] = casesOf(model, searched(model))
      expect(SuggestedCase.safeParse(first).success).toBe(true)
      expect(first?.content.title).toMatch(/…$/)
      // No half of a surrogate pair is sent, not even escaped.
      expect(JSON.stringify([model, first])).not.toContain(String.raw`\ud`)
    }
  })

  test('parallel states restart only when the transition re-enters their parent', () => {
    const leavesAfter = (reenter: boolean) => {
      const side = (event: string) => ({ initial: 'off', states: { off: { on: { [event]: 'on' } }, on: {} } })
      const model = modelOf(
        JSON.stringify({
          initial: 'all',
          states: {
            all: {
              type: 'parallel',
              states: {
                left: { ...side('one'), on: { reset: { target: '.off', reenter } } },
                right: side('two'),
              },
            },
          },
        }),
      )
      const { paths } = searched(model, { strategy: 'simple', maxVisits: 2, maxLength: 3 })
      const path = paths.find(({ key }) =>
        key.startsWith('all.right.off | two > all.left.off | one > all.left | reset'),
      )
      return path?.steps[2]?.leaves
    }
    expect(leavesAfter(false)).toEqual(['all.left.off'])
    expect(leavesAfter(true)).toEqual(['all.left.off', 'all.right.off'])
  })

  test('eventless transitions leave no time for events, unless a condition delays them', () => {
    const eventsOf = (always: object) => {
      const model = modelOf(JSON.stringify({ initial: 'a', states: { a: { always, on: { go: 'b' } }, b: {} } }))
      return model.transitions.filter(({ id }) => searched(model).reachable.includes(id)).map(({ kind }) => kind)
    }
    expect(eventsOf({ target: 'b' })).toEqual(['always'])
    expect(eventsOf({ target: 'b', guard: 'maybe' })).toEqual(['always', 'event'])
  })
})

/** A complete graph of rooms: it has too many simple paths to count. */
const joined = (rooms: number): CaseModel =>
  modelOf(
    JSON.stringify({
      initial: 'r0',
      states: Object.fromEntries(
        Array.from({ length: rooms }, (_, i) => [
          `r${i}`,
          { on: Object.fromEntries(Array.from({ length: rooms }, (_, j) => [`to${j}`, `r${j}`])) },
        ]),
      ),
    }),
  )

describe('a model that explodes', () => {
  test('reports that the search ended at the maximum number of paths', () => {
    const found = searched(joined(20), { strategy: 'simple', maxPaths: 50 })
    expect(found).toMatchObject({ cut: 'paths', positions: 20 })
    expect(found.paths).toHaveLength(50)
  })

  test('reports what was found when the time is over', () => {
    let looks = 0
    const watch = { ...PATIENT, isOver: () => (looks += 1) > 3 }
    const found = searched(joined(20), { strategy: 'pairs' }, watch)
    expect(found.cut).toBe('time')
    expect(found.paths.length).toBeGreaterThan(0)
  })

  test('too many positions end it too: switches side by side', () => {
    const model = modelOf(
      JSON.stringify({
        type: 'parallel',
        states: Object.fromEntries(
          Array.from({ length: 18 }, (_, i) => [
            `switch${i}`,
            { initial: 'off', states: { off: { on: { [`turn${i}`]: 'on' } }, on: { on: { [`turn${i}`]: 'off' } } } },
          ]),
        ),
      }),
    )
    const found = searched(model, { strategy: 'transitions' })
    expect(found.cut).toBe('positions')
    expect(found.paths.length).toBeGreaterThan(0)
  })

  test('bounds are bounds of the contract, too', () => {
    expect(
      ModelOptions.safeParse({ strategy: 'simple', maxPaths: 501, maxLength: 30, maxVisits: 1, maxSeconds: 10 })
        .success,
    ).toBe(false)
  })
})
