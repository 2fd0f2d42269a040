import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Assay } from '../e2e/support/server.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { fillLaunches } from './support/big-launch.ts'
import { limit, median } from './support/figures.ts'

const TESTS = 10_000
const ROUNDS = 5

let assay: Assay
let launchId = 0
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  const [id = 0] = await fillLaunches(assay.dataDir, [TESTS])
  launchId = id
  await assay.restart()
}, 600_000)
afterAll(() => assay.remove())

test('a launch of 10,000 tests is exported to HTML', async () => {
  const headers = { authorization: `Bearer ${await signIn(assay.url)}` }
  const whole: number[] = []
  const first: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begun = performance.now()
    const answer = await fetch(`${assay.url}/api/projects/DEF/launches/${launchId}/html`, { headers })
    expect(answer.status).toBe(200)
    let html = ''
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (!html.includes('<li') && part.includes('<li') && round > 0) first.push(performance.now() - begun)
      html += part
    }
    if (round > 0) whole.push(performance.now() - begun)
    expect(html.split('<li').length - 1).toBe(TESTS)
  }
  limit('HTML export of 10,000 tests', median(whole), 'ms', 'at most', 5000)
  limit('HTML export of 10,000 tests: first test', median(first), 'ms', 'at most', 1000)
}, 600_000)
