import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ACCESS_TOKEN, signIn, startBenchServer } from './support/assay.ts'
import { atLeast, limit } from './support/figures.ts'
import { reportTests } from './support/load.ts'

const CONNECTIONS = 8
const TESTS = 8000
/** A peak of sign-ins, as on a Monday morning. */
const SIGN_INS_PER_SECOND = 5

/** Signs in at a steady rate, independent of the answers, until `isOver`. Returns the duration of each sign-in in ms. */
const signInSteadily = async (url: string, isOver: () => boolean): Promise<number[]> => {
  const took: Promise<number>[] = []
  while (!isOver()) {
    const begun = performance.now()
    took.push(
      signIn(url).then((token) => {
        expect(token).toBeTypeOf('string')
        return performance.now() - begun
      }),
    )
    await sleep(1000 / SIGN_INS_PER_SECOND)
  }
  return Promise.all(took)
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN

test('signing in while agents report as fast as the server takes, embedded database', async () => {
  const assay = await startBenchServer({ SIGN_IN_ATTEMPTS: '100000' })
  try {
    await reportTests(assay.url, ACCESS_TOKEN, CONNECTIONS, 500)
    const alone = await reportTests(assay.url, ACCESS_TOKEN, CONNECTIONS, TESTS)
    let isOver = false
    const agents = reportTests(assay.url, ACCESS_TOKEN, CONNECTIONS, TESTS).finally(() => {
      isOver = true
    })
    const took = await signInSteadily(assay.url, () => isOver)
    const beside = await agents
    limit(
      `sign-in, p95, beside ${Math.round(beside.perSecond)} agent calls/s`,
      percentile(took, 0.95),
      'ms',
      'at most',
      400,
    )
    atLeast('agent calls beside sign-ins, against alone', beside.perSecond, alone.perSecond, 0.7, 'per s')
  } finally {
    await assay.remove()
  }
})
