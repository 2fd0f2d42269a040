import * as fc from 'fast-check'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { steps } from './support/exploratory/commands.ts'
import { Device } from './support/exploratory/device.ts'
import { ModelServer } from './support/exploratory/server.ts'
import { noFigures, World } from './support/exploratory/world.ts'

// To play a failure again: MODEL_SEED, MODEL_PATH and MODEL_REPLAY as the report names them (seed, path, replayPath).
const { MODEL_SEED, MODEL_PATH, MODEL_REPLAY, MODEL_RUNS } = process.env
const runs = Number(MODEL_RUNS ?? 60)
const seed = MODEL_SEED === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(MODEL_SEED)
const figures = noFigures()

// Only the date: it may jump, and everything else goes on.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 6, 1) }))
afterEach(() => void vi.useRealTimers())

afterAll(() => {
  const { injected, ...counts } = figures
  const faults = [...injected].sort(([a], [b]) => a.localeCompare(b)).map(([what, count]) => `${what} ${count}`)
  console.info(`exploratory outbox, seed ${seed}: ${JSON.stringify(counts)}\n  faults: ${faults.join(', ')}`)
})

test(
  `whatever happens, what a tester was told is kept is on the server once, or here with a reason (seed ${seed})`,
  async () => {
    const run = fc.commands(steps, { maxCommands: 60, size: 'max', replayPath: MODEL_REPLAY })
    const property = fc.asyncProperty(run, fc.boolean(), async (commands, hasLocks) => {
      figures.cases += 1
      const server = new ModelServer()
      const device = new Device(server, hasLocks)
      const world = new World(server, device, figures)
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        await world.calms()
      } finally {
        device.end()
      }
    })
    const result = await fc.check(property, {
      seed,
      path: MODEL_PATH,
      numRuns: runs,
      endOnFailure: MODEL_PATH !== undefined,
      timeout: 30_000, // a run that hangs is a failure to be shrunk like any other
    })
    const report = await fc.asyncDefaultReportMessage(result)
    expect(report === undefined ? 'held' : `${report}\n${String(result.errorInstance)}`).toBe('held')
  },
  runs * 3000,
)
