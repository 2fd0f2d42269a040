import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { commands } from '../support/event-log-commands.ts'
import { anEmptyModel, RealLog } from '../support/event-log.ts'

// To play a failure again: MODEL_SEED, MODEL_PATH and MODEL_REPLAY as the report names them (seed, path, replayPath).
const { MODEL_SEED, MODEL_PATH, MODEL_REPLAY, MODEL_RUNS } = process.env
const runs = Number(MODEL_RUNS ?? 60)
// A busy machine does fewer runs in its time instead of failing. A run that hangs ends by itself.
const budgetMs = runs * 500
const hangsAfterMs = 60_000
const seed = MODEL_SEED === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(MODEL_SEED)

test(
  `whatever happens to the log, projections hold each event of the unbroken run once (seed ${seed})`,
  async () => {
    const steps = fc.commands(commands, { maxCommands: 40, size: 'max', replayPath: MODEL_REPLAY })
    const property = fc.asyncProperty(steps, async (run) => {
      const real = new RealLog()
      try {
        await fc.asyncModelRun(() => ({ model: anEmptyModel(), real }), run)
      } finally {
        real.end()
      }
    })
    const result = await fc.check(property, {
      seed,
      path: MODEL_PATH,
      numRuns: runs,
      endOnFailure: MODEL_PATH !== undefined,
      interruptAfterTimeLimit: budgetMs,
      timeout: hangsAfterMs, // a run that hangs is a failure to be shrunk like any other
    })
    expect(result.numRuns).toBeGreaterThan(0)
    expect((await fc.asyncDefaultReportMessage(result)) ?? 'held').toBe('held')
  },
  budgetMs + 2 * hangsAfterMs,
)
