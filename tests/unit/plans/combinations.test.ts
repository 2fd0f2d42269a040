import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlanRule } from '../../../contract/plans/plans.ts'
import type { ConfigurationGroup } from '../../../contract/settings/configurations.ts'
import { combinationsOf, type Combination } from '../../../machines/plans/combinations.ts'
import { coveringMissing, pairsOf } from '../../../machines/plans/pairs.ts'

const groupsOf = (sizes: readonly number[]): ConfigurationGroup[] =>
  sizes.map((size, at) => ({
    id: at + 1,
    name: `Group ${at + 1}`,
    options: Array.from({ length: size }, (_, option) => ({ id: (at + 1) * 100 + option, name: `Option ${option}` })),
  }))

/** Groups and rules that name some of their options; up to 288 combinations. */
const plans = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 })
  .filter((sizes) => sizes.reduce((a, b) => a * b, 1) <= 288)
  .chain((sizes) => {
    const groups = groupsOf(sizes)
    const part = fc.constantFrom(...groups).chain(({ id, options }) =>
      fc
        .subarray(
          options.map((option) => option.id),
          { minLength: 1 },
        )
        .map((optionIds) => ({ groupId: id, optionIds })),
    )
    const rule = fc
      .uniqueArray(part, { minLength: 2, maxLength: 3, selector: ({ groupId }) => groupId })
      .map((never): PlanRule => ({ never }))
    const rules = groups.length < 2 ? fc.constant<PlanRule[]>([]) : fc.array(rule, { maxLength: 4 })
    return rules.map((rules) => ({ groups, rules }))
  })

const product = (groups: readonly ConfigurationGroup[]): Combination[] =>
  groups.reduce<Combination[]>(
    (rows, { options }) => rows.flatMap((row) => options.map(({ id }) => [...row, id])),
    [[]],
  )

const breaks = (combination: Combination, rules: readonly PlanRule[]): boolean =>
  rules.some(({ never }) => never.every(({ optionIds }) => optionIds.some((id) => combination.includes(id))))

const tuplesOf = (combination: Combination, size: number): string[] => {
  const tuples = (rest: Combination, count: number): number[][] =>
    count === 0 ? [[]] : rest.flatMap((id, at) => tuples(rest.slice(at + 1), count - 1).map((more) => [id, ...more]))
  return tuples(combination, size).map((tuple) => tuple.join(' '))
}

test('[PLANED-04] all combinations are those that no rule forbids', () => {
  fc.assert(
    fc.property(plans, ({ groups, rules }) => {
      const allowed = product(groups).filter((combination) => !breaks(combination, rules))
      expect(combinationsOf({ groups, rules, strategy: 'all' })).toEqual(allowed)
    }),
  )
})

// Minima from the tables of covering arrays (Colbourn; Sloane).
test.each([
  ['2^3', [2, 2, 2], 4],
  ['2^4', [2, 2, 2, 2], 5],
  ['2^10', [2, 2, 2, 2, 2, 2, 2, 2, 2, 2], 6],
  ['3^3', [3, 3, 3], 9],
  ['3^4', [3, 3, 3, 3], 9],
  ['3^5', [3, 3, 3, 3, 3], 11],
  ['3^6', [3, 3, 3, 3, 3, 3], 12],
  ['4^5', [4, 4, 4, 4, 4], 16],
  ['5^6', [5, 5, 5, 5, 5, 5], 25],
  ['6^3', [6, 6, 6], 36],
  ['5×4×3', [3, 5, 4], 20],
  ['3^2×2^3', [2, 3, 2, 3, 2], 9],
  ['4^2×3^2', [3, 4, 3, 4], 16],
])('pairwise makes the least known number of runs for %s', (_, sizes, minimum) => {
  const groups = groupsOf(sizes)
  const found = combinationsOf({ groups, rules: [], strategy: 'pairwise' }) ?? []
  expect(found).toHaveLength(minimum)
  const pairs = (rows: readonly Combination[]) => new Set(rows.flatMap((one) => tuplesOf(one, 2)))
  expect(pairs(found).size).toBe(
    sizes.flatMap((size, at) => sizes.slice(at + 1).map((other) => size * other)).reduce((a, b) => a + b),
  )
})

test.each([
  ['pairwise', 2],
  ['3-wise', 3],
] as const)(
  '%s covers each tuple of options that the rules allow, with no more runs than all',
  (strategy, strength) => {
    fc.assert(
      fc.property(plans, ({ groups, rules }) => {
        const allowed = product(groups).filter((combination) => !breaks(combination, rules))
        const found = combinationsOf({ groups, rules, strategy }) ?? []
        const size = Math.min(strength, groups.length)
        expect(new Set(found.flatMap((one) => tuplesOf(one, size)))).toEqual(
          new Set(allowed.flatMap((one) => tuplesOf(one, size))),
        )
        expect(found.filter((one) => breaks(one, rules))).toEqual([])
        expect(found.length).toBeLessThanOrEqual(allowed.length)
        expect(new Set(found.map(String)).size).toBe(found.length)
        expect(combinationsOf({ groups, rules, strategy })).toEqual(found)
      }),
    )
  },
)

test('pairwise keeps the initial combinations, and adds the missing pairs', () => {
  fc.assert(
    fc.property(plans, fc.infiniteStream(fc.boolean()), ({ groups, rules }, chosen) => {
      const allowed = product(groups).filter((combination) => !breaks(combination, rules))
      const seeds = allowed.filter(() => chosen.next().value)
      const found = combinationsOf({ groups, rules, strategy: 'pairwise', seeds }) ?? []
      expect(found.slice(0, seeds.length)).toEqual(seeds)
      expect(pairsOf(groups, rules, found).missing).toEqual([])
    }),
  )
})

test('combinations to begin with that a rule forbids, or that are of other groups, are left out', () => {
  const groups = groupsOf([2, 2])
  const rules: PlanRule[] = [
    {
      never: [
        { groupId: 1, optionIds: [101] },
        { groupId: 2, optionIds: [201] },
      ],
    },
  ]
  const seeds = [[101, 201], [100], [100, 200, 300], [100, 999], [100, 201]]
  const found = combinationsOf({ groups, rules, strategy: 'pairwise', seeds })
  expect(found?.[0]).toEqual([100, 201])
  expect(found).toHaveLength(3)
})

test('combinations that cover every pair already need no others', () => {
  const groups = groupsOf([4, 3, 3, 2])
  const seeds = combinationsOf({ groups, rules: [], strategy: 'pairwise' }) ?? []
  expect(combinationsOf({ groups, rules: [], strategy: 'pairwise', seeds })).toEqual(seeds)
})

test('pairwise of three groups of three options is close to the nine runs that are possible', () => {
  const found = combinationsOf({ groups: groupsOf([3, 3, 3]), rules: [], strategy: 'pairwise' })
  expect(found?.length).toBeLessThanOrEqual(10)
})

test('[PLANED-15] rejects more than 300 combinations', () => {
  const of = (sizes: number[], strategy: 'all' | 'pairwise') =>
    combinationsOf({ groups: groupsOf(sizes), rules: [], strategy })?.length
  expect(of([30, 10], 'all')).toBe(300)
  expect(of([43, 7], 'all')).toBeUndefined()
  expect(of([43, 7, 2], 'pairwise')).toBeUndefined()
  expect(of([4, 4, 4, 4, 4, 4], 'all')).toBeUndefined()
  expect(of([4, 4, 4, 4, 4, 4], 'pairwise')).toBeLessThan(40)
})

test('combines nothing while a group has no chosen option', () => {
  expect(combinationsOf({ groups: [], rules: [], strategy: 'pairwise' })).toEqual([])
  expect(combinationsOf({ groups: groupsOf([2, 0]), rules: [], strategy: 'all' })).toEqual([])
})

test('pairwise of 20 groups is found without a look at all of their combinations', () => {
  const groups = groupsOf(Array.from({ length: 20 }, () => 4))
  const rules: PlanRule[] = [
    {
      never: [
        { groupId: 1, optionIds: [100, 101] },
        { groupId: 2, optionIds: [200] },
      ],
    },
    {
      never: [
        { groupId: 3, optionIds: [300] },
        { groupId: 20, optionIds: [2000, 2001, 2002] },
      ],
    },
  ]
  const found = combinationsOf({ groups, rules, strategy: 'pairwise' }) ?? []
  expect(pairsOf(groups, rules, found).missing).toEqual([])
})

test('names the pairs that the checked runs leave out, and the runs that would cover them', () => {
  const groups = groupsOf([2, 2, 2])
  const rules: PlanRule[] = [
    {
      never: [
        { groupId: 1, optionIds: [101] },
        { groupId: 2, optionIds: [200] },
      ],
    },
  ]
  const all = combinationsOf({ groups, rules, strategy: 'all' }) ?? []
  const { tables, total, missing } = pairsOf(groups, rules, all.slice(0, 4))
  expect(tables.map(({ cells }) => cells.map((line) => line.map(({ count }) => count)))).toEqual([
    [
      [2, 2],
      [0, 0],
    ],
    [
      [2, 2],
      [0, 0],
    ],
    [
      [1, 1],
      [1, 1],
    ],
  ])
  expect(tables[0]?.cells[1]?.[0]).toEqual({ count: 0, isAllowed: false })
  expect(total).toBe(11)
  expect(missing.map(([one, other]) => [one.id, other.id])).toEqual([
    [101, 201],
    [101, 300],
    [101, 301],
  ])
  const added = coveringMissing(missing, all.slice(4))
  expect(pairsOf(groups, rules, [...all.slice(0, 4), ...added]).missing).toEqual([])
})

test('a rule whose options are not chosen forbids nothing', () => {
  const groups = groupsOf([2, 2])
  const all = product(groups)
  const combinations = (...never: PlanRule['never']) => combinationsOf({ groups, rules: [{ never }], strategy: 'all' })
  expect(combinations({ groupId: 1, optionIds: [100] }, { groupId: 2, optionIds: [999] })).toEqual(all)
  expect(combinations({ groupId: 1, optionIds: [100] }, { groupId: 9, optionIds: [900] })).toEqual(all)
})
