import * as fc from 'fast-check'
import { closeExploratorySession, createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { sequences } from '../../model/support/exploratory/steps.ts'
import { doesInBrowser, isForBrowsers } from '../support/exploratory-does.ts'
import { reckon } from '../support/exploratory-reckoning.ts'
import { BrowserWorld, noPathFigures } from '../support/exploratory-world.ts'
import { unattended } from '../support/founding.ts'
import { startAssayProcess, type AssayProcess } from '../support/server-process.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test as base } from '../support/test.ts'

/** `server`: a separate process, because the paths kill it. */
const test = base.extend<object, { server: AssayProcess }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const server = await startAssayProcess(unattended)
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url)
  },
})

// SEED and PATHS select more or other paths. The sequences are the same as in the model test of the outbox.
const { SEED = '20261122', PATHS = '3' } = process.env
const MAX_STEPS = 20
const figures = noPathFigures()

const paths = fc
  .sample(sequences(doesInBrowser), { seed: Number(SEED), numRuns: Number(PATHS) * 3 })
  .map((steps) => [...steps].filter(isForBrowsers).slice(0, MAX_STEPS))
  // Short paths find little, and each path costs a browser.
  .filter((steps) => steps.length >= MAX_STEPS / 2)
  .slice(0, Number(PATHS))

test.afterAll(() => {
  const { faults, ...counts } = figures
  const received = [...faults].sort(([a], [b]) => a.localeCompare(b)).map(([what, count]) => `${what} ${count}`)
  console.info(`exploratory paths, seed ${SEED}: ${JSON.stringify(counts)}\n  faults: ${received.join(', ')}`)
})

for (const [place, steps] of paths.entries())
  test(
    `under any faults of browser, network and server, every note is on the server once or here with a reason (seed ${SEED}, path ${place})`,
    { tag: '@full' },
    async ({ context, page, playwright, server }) => {
      const requests = await playwright.request.newContext({ baseURL: server.url })
      await signInDirectly(page)
      await page.close()
      const world = new BrowserWorld({ context, requests, assay: server, sessionId: crypto.randomUUID(), figures })
      await world.call(createExploratorySession, {}, { id: world.sessionId, title: world.title })
      await world.begin()
      figures.paths += 1
      for (const step of steps) {
        figures.steps += 1
        await test.step(String(step), () => step.run({}, world))
      }
      if (world.closes) await world.call(closeExploratorySession, { exploratorySessionId: world.sessionId }, {})
      const wrong = await reckon(world)
      if (wrong.length > 0) {
        const received = {
          steps: steps.map(String),
          notes: world.notes,
          stored: await world.onServer(),
          ...(await world.waiting()),
        }
        console.info(JSON.stringify(received, null, 1))
      }
      expect(wrong).toEqual([])
      await requests.dispose()
    },
  )
