import { afterAll, beforeAll, test } from 'vitest'
import type { Assay } from '../e2e/support/server.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { limit, median } from './support/figures.ts'
import { fillManyLaunches } from './support/many-launches.ts'

const LAUNCHES = 100_000
const ROUNDS = 7

let assay: Assay
let token: string
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  await fillManyLaunches(assay.dataDir, LAUNCHES)
  await assay.restart()
  token = await signIn(assay.url)
}, 600_000)
afterAll(() => assay.remove())

/** The median of what a call takes; the first round only warms up. */
const timeOf = async (path: string): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begun = performance.now()
    const response = await fetch(`${assay.url}/api/projects/DEF${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    if (round > 0) times.push(performance.now() - begun)
  }
  return median(times)
}

test('filters and choices of a list of 100,000 launches', async () => {
  for (const [what, query] of [
    ['none', ''],
    ['status', 'status=FAILED'],
    ['environment', 'environment=PROD'],
    ['environment is not', 'environmentNot=PROD'],
    ['one build', 'build=2.41.77777'],
    ['user', 'user=owner'],
    ['milestone', 'milestone=R7'],
    ['label value', 'label=team:team%203'],
    ['label value is not', 'labelNot=team:team%203'],
    ['label key', 'labelKey=team'],
    ['reviewed', 'reviewed=true'],
    ['words of many', 'q=regression'],
    ['words of few', 'q=2.41.7777'],
    ['a word of two letters', 'q=e4'],
    ['words that nothing has', 'q=nowhere'],
    [
      'seven predicates',
      'status=FAILED&environmentNot=DEV&browser=chrome&browser=edge&platform=linux&locale=de_DE&label=team:team%203&q=smoke',
    ],
  ] as const)
    limit(`launches: filter by ${what}`, await timeOf(`/launches?${query}`), 'ms', 'at most', 150)
  for (const [what, path] of [
    ['environments', '/launch-choices/environment'],
    ['users', '/launch-choices/user'],
    ['builds, each in one launch', '/launch-choices/build'],
    ['label keys', '/launch-label-keys'],
    ['labels of a key', '/launch-labels?key=branch'],
  ] as const)
    limit(`launches: choices of ${what}`, await timeOf(path), 'ms', 'at most', 150)
}, 600_000)
