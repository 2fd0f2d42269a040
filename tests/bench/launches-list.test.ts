import { afterAll, beforeAll, test } from 'vitest'
import { limit } from './support/figures.ts'
import { startWithManyLaunches } from './support/many-launches-server.ts'

const ROUNDS = 7

let server: Awaited<ReturnType<typeof startWithManyLaunches>>
beforeAll(async () => {
  server = await startWithManyLaunches()
}, 600_000)
afterAll(() => server.remove())
const timeOf = (path: string) => server.timeOf(path, ROUNDS)

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
