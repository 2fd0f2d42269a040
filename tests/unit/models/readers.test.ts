import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { readModel } from '../../../machines/models/read-model.ts'
import { sourceOfRows } from '../../../machines/models/read-table.ts'
import { modelOf, refusalOf } from './support.ts'

const DOOR = `
import { setup } from 'xstate'

const STATES = { open: 'open' } as const
const shared = { 'door/lock': { target: 'locked', guard: 'hasKey' } }

export const door = setup({
  types: {} as { context: Context },
  actions: { ring: () => { throw new Error('this must not run') } },
}).createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: {
      description: 'The door is shut',
      on: {
        ...shared,
        'door/open': { target: STATES.open, description: 'Pull the handle', actions: 'ring' },
        'door/knock': { actions: ({ event }) => console.log(event) },
      },
    },
    [STATES.open]: {
      initial: 'ajar',
      on: { 'door/close': 'closed' },
      after: { 5000: 'closed', slowly: { target: 'closed', guard: ({ context }) => context.isWindy } },
      states: {
        ajar: { on: { push: 'wide', leave: '#door.gone' } },
        wide: { always: { guard: 'isHeavy', target: 'ajar' } },
        last: { type: 'history', history: 'deep' },
      },
    },
    locked: { invoke: { id: 'call', src: 'call', onDone: 'closed', onError: [{ target: 'gone' }] } },
    gone: { type: 'final' },
  },
} satisfies Config)
`

describe('a machine of XState', () => {
  test('TypeScript source is read without being run: nested states, names from the same file, all kinds of transitions', () => {
    const model = modelOf(DOOR)
    expect(model.name).toBe('door')
    expect(model.states.map(({ id, kind, initialId }) => [id, kind, initialId])).toEqual([
      ['#', 'compound', 'closed'],
      ['closed', 'atomic', null],
      ['open', 'compound', 'open.ajar'],
      ['open.ajar', 'atomic', null],
      ['open.wide', 'atomic', null],
      ['open.last', 'deep-history', null],
      ['locked', 'atomic', null],
      ['gone', 'final', null],
    ])
    expect(
      model.transitions.map(({ sourceId, kind, event, guard, targetIds }) =>
        [sourceId, kind, event, guard, targetIds.join()].filter(Boolean).join(' '),
      ),
    ).toEqual([
      'closed event door/lock hasKey locked',
      'closed event door/open open',
      'closed event door/knock',
      'open event door/close closed',
      'open after 5000 closed',
      'open after slowly ({ context }) => context.isWindy closed',
      'open.ajar event push open.wide',
      'open.ajar event leave gone',
      'open.wide always isHeavy open.ajar',
      'locked done call closed',
      'locked error call gone',
    ])
    expect(model.states[1]?.description).toBe('The door is shut')
    expect(model.transitions[1]?.description).toBe('Pull the handle')
  })

  test('JSON means the same, wherever states point to', () => {
    const model = modelOf(
      JSON.stringify({
        id: 'm',
        type: 'parallel',
        on: { reset: ['.left.a', { target: ['#m.left.b', '#deep.one'], reenter: true }] },
        states: {
          left: {
            initial: 'a',
            states: { a: { on: { go: 'b.inner', '*': 'b' } }, b: { initial: 'inner', states: { inner: {} } } },
          },
          right: {
            id: 'deep.one',
            initial: { target: 'x' },
            states: { x: { type: 'final' } },
            onDone: { target: '.x' },
          },
        },
      }),
    )
    expect(model.transitions.map(({ id, targetIds }) => [id, targetIds])).toEqual([
      ['# | reset', ['left.a']],
      ['# | reset 2', ['left.b', 'right']],
      ['left.a | go', ['left.b.inner']],
      ['left.a | *', ['left.b']],
      ['right | completed', ['right.x']],
    ])
  })

  test('names an actor by its id, or else by its source', () => {
    const model = modelOf(`createMachine({ initial: 'a', states: { a: { invoke: [
      { id: 'first', src: 'load', onDone: 'b' }, { src: 'load', onDone: 'b' }, { src: loadCart, onDone: 'b' }, { onDone: 'b' },
    ] }, b: {} } })`)
    expect(model.transitions.map(({ event }) => event)).toEqual(['first', 'load', 'loadCart', 'actor'])
  })

  test('omits what is only known at run time, and reports it with its line', () => {
    const reading = readModel(
      'xstate',
      `createMachine({ initial: 'a', states: {
        a: { on: { ...others, [name()]: 'a', go: make(), ok: 'a', far: { target: where } } },
      } })
      createMachine({ initial: 'second', states: { second: {} } })`,
    )
    expect(reading.model?.transitions.map(({ event }) => event)).toEqual(['ok'])
    expect('notes' in reading && reading.notes.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 What is spread here stands elsewhere, and was skipped',
      '2 This name is only known when the code runs: what it holds was skipped',
      '4 Only the first machine of the source was read',
      '2 The transition on go is only known when the code runs, and was skipped',
      '2 Where far leads is only known when the code runs: it was skipped',
    ])
  })

  test.each([
    ['', 'null:null There is nothing to read yet'],
    ['const x = 1', 'null:null There is no call of `createMachine` in the source'],
    ['createMachine({ initial: "a", states: { a: { on: { go: "b" } } } })', '1:56 The target b does not exist'],
    ['{ "states": { "a": {} } }', '1:1 Machine does not say in which state it begins'],
    ['{\n "initial": "b", "states": { "a": {} } }', '2:13 Machine begins in b, which is not one of its states'],
    ['{ "initial": "a" }', '1:1 The machine has no states'],
    ['{ "initial": "a",, }', '1:18 Unexpected token'],
    ['{ "models": [] }', 'null:null This looks like a GraphWalker model: choose that format'],
  ])('rejects %s with its position', (source, refusal) => expect(refusalOf(source)).toBe(refusal))
})

const CART = {
  name: 'Shop',
  models: [
    {
      name: 'Cart',
      generator: 'random(edge_coverage(100))',
      startElementId: 'e0',
      vertices: [
        { id: 'v1', name: 'v_Empty', requirements: ['CART-1'] },
        { id: 'v2', name: 'v_Full', sharedState: 'FULL', properties: { description: 'Something is in it' } },
      ],
      edges: [
        { id: 'e0', name: 'e_Open', targetVertexId: 'v1' },
        {
          id: 'e1',
          name: 'e_Add',
          sourceVertexId: 'v1',
          targetVertexId: 'v2',
          guard: 'stock>0',
          actions: ['stock--;'],
        },
      ],
    },
    {
      name: 'Payment',
      vertices: [
        { id: 'v1', name: 'v_Pay', sharedState: 'FULL' },
        { id: 'v2', name: 'v_Paid' },
      ],
      edges: [{ id: 'e1', name: 'e_Pay', sourceVertexId: 'v1', targetVertexId: 'v2' }],
    },
  ],
}

describe('a model of GraphWalker', () => {
  test('merges vertices of one shared state, also across models that use the same ids', () => {
    const model = modelOf(JSON.stringify(CART), 'graphwalker')
    expect(model.name).toBe('Shop')
    expect(model.states.map(({ id, name, description, note }) => [id, name, description, note ?? ''])).toEqual([
      ['#', 'Shop', '', ''],
      ['start', 'Start', '', ''],
      ['Cart: v1', 'v_Empty', '', 'Requirements: CART-1'],
      ['Cart: v2', 'v_Full / v_Pay', 'Something is in it', ''],
      ['Payment: v2', 'v_Paid', '', ''],
    ])
    expect(
      model.transitions.map(({ id, sourceId, targetIds, guard, description, note }) => [
        id,
        sourceId,
        targetIds[0],
        guard,
        description,
        note,
      ]),
    ).toEqual([
      ['Cart: e0', 'start', 'Cart: v1', '', '', ''],
      ['Cart: e1', 'Cart: v1', 'Cart: v2', 'stock>0', '', 'The model then sets: `stock--;`'],
      ['Payment: e1', 'Cart: v2', 'Payment: v2', '', '', ''],
    ])
  })

  test.each([
    ['{}', '1:1 The file has no models: GraphWalker keeps vertices and edges in `models`'],
    ['{"models":[{"vertices":[]}]}', '1:12 The model has no edges'],
    [
      '{"models":[{"vertices":[{"id":"a"}],"edges":[{"id":"e","sourceVertexId":"a","targetVertexId":"b"}]}]}',
      '1:46 The edge e leads to b, which does not exist',
    ],
    ['{"models":[{"vertices":[{}],"edges":[]}]}', '1:25 A vertex has no id'],
    ['{"models":[{"vertices":[{"id":""}],"edges":[]}]}', '1:25 A vertex has no id'],
    ['{"models":[{"vertices":[{"id":"a"},{"id":"a"}],"edges":[]}]}', '1:36 There are two vertices with the id a'],
    [
      '{"models":[{"startElementId":"z","vertices":[{"id":"a"}],"edges":[]}]}',
      '1:1 It starts with z, which does not exist',
    ],
  ])('rejects %s with its position', (source, refusal) => expect(refusalOf(source, 'graphwalker')).toBe(refusal))
})

describe('a table of states', () => {
  test('begins with its first row; two rows of one event are two outcomes', () => {
    const source = sourceOfRows([
      { from: 'Signed out', event: 'sign in', to: 'Signed in', expected: 'The list of\nprojects' },
      { from: '', event: '', to: '', expected: '' },
      { from: 'Signed out', event: 'sign in', to: 'Signed out', expected: 'A refusal' },
      { from: 'Signed in', event: 'sign out', to: 'Signed out', expected: '' },
    ])
    const model = modelOf(source, 'table')
    expect(model.states.map(({ id, initialId }) => [id, initialId])).toEqual([
      ['#', 'Signed out'],
      ['Signed out', null],
      ['Signed in', null],
    ])
    expect(model.transitions.map(({ guard, expected }) => [guard, expected])).toEqual([
      ['it leads to Signed in', 'The list of projects'],
      ['it leads to Signed out', 'A refusal'],
      ['', ''],
    ])
  })

  test.each([
    ['From\tEvent\tTo\tExpected', 'null:null There is nothing to read yet'],
    ['a\tgo\tb\n\tgo\tb', '2:1 The row does not say where it begins'],
    ['a\t\tb', '1:1 The row does not say what happens'],
    ['a\tgo', '1:1 The row does not say where it leads'],
  ])('rejects %j with its row', (source, refusal) => expect(refusalOf(source, 'table')).toBe(refusal))
})

describe('a hostile source', () => {
  const deep = (levels: number) => `${'{"initial":"a","states":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`
  test.each([
    ['too long', `{${' '.repeat(LIMITS.maxModelSource)}}`, 'The source is longer than 500,000 characters'],
    ['brackets without an end', '['.repeat(100_000), 'Brackets stand too deep in each other'],
    ['states deeper than anybody writes', deep(60), 'States stand at most 30 deep in each other'],
    ['a sum without an end', `createMachine({ a: ${'1+'.repeat(20_000)}1 })`, ''],
    ['a chain without an end', `createMachine(${'a.'.repeat(20_000)}a)`, ''],
    ['a constant that needs itself', 'const a = { states: a, initial: b }; const b = a.b; createMachine(a)', ''],
    [
      'more states than anybody draws',
      JSON.stringify({
        initial: 's0',
        states: Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`s${i}`, {}])),
      }),
      'A model has at most 500 states',
    ],
    [
      'more transitions than anybody draws',
      JSON.stringify({
        initial: 'a',
        states: { a: { on: Object.fromEntries(Array.from({ length: 2100 }, (_, i) => [`e${i}`, 'a'])) } },
      }),
      'A model has at most 2,000 transitions',
    ],
  ])('rejects %s with a message', (_, source, words) => {
    expect(refusalOf(source)).toContain(words)
  })

  test('names of objects that every object has are names like others', () => {
    const model = modelOf(
      '{ "initial": "__proto__", "states": { "__proto__": { "on": { "constructor": "toString" } }, "toString": {} } }',
    )
    expect(model.states.map(({ id }) => id)).toEqual(['#', '__proto__', 'toString'])
    expect(model.transitions[0]).toMatchObject({ event: 'constructor', targetIds: ['toString'] })
  })
})
