import * as fc from 'fast-check'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unsentExploratory, exploratoryNow, move } from '../../../store/outbox/exploratory/sessions.ts'
import { aNote, aSession, act } from '../support/exploratory/actions.ts'
import { does } from '../support/exploratory/commands.ts'
import { Device } from '../support/exploratory/device.ts'
import { ModelServer } from '../support/exploratory/server.ts'
import { sequences } from '../support/exploratory/steps.ts'
import { noFigures, World } from '../support/exploratory/world.ts'

// To repeat a failure: MODEL_SEED, MODEL_PATH and MODEL_REPLAY as the report names them (seed, path, replayPath).
const { MODEL_SEED, MODEL_PATH, MODEL_REPLAY, MODEL_RUNS } = process.env
const runs = Number(MODEL_RUNS ?? 60)
const seed = MODEL_SEED === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(MODEL_SEED)
const figures = noFigures()

// Only the date is faked: it may jump, and other timers continue.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 6, 1) }))
afterEach(() => void vi.useRealTimers())

afterAll(() => {
  const { injected, ...counts } = figures
  const faults = [...injected].sort(([a], [b]) => a.localeCompare(b)).map(([what, count]) => `${what} ${count}`)
  console.info(`exploratory outbox, seed ${seed}: ${JSON.stringify(counts)}\n  faults: ${faults.join(', ')}`)
})

test(
  `for any faults, every acknowledged entry of a tester is on the server once, or here with a reason (seed ${seed})`,
  async () => {
    const run = sequences(does, { after: (world) => world.holds(), replayPath: MODEL_REPLAY })
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
      timeout: 60_000, // a run that hangs is a failure to be shrunk like any other
    })
    const report = await fc.asyncDefaultReportMessage(result)
    expect(report === undefined ? 'held' : `${report}\n${String(result.errorInstance)}`).toBe('held')
  },
  runs * 3000,
)

test('a note with the id of another one stays on the device with a reason, and can be sent under a new id', async () => {
  const server = new ModelServer()
  const device = new Device(server, true)
  const world = new World(server, device, noFigures())
  try {
    const session = aSession(world)
    const first = aNote(world, session.sessionId, 'first')
    const second = { ...aNote(world, session.sessionId, 'second'), observationId: first.observationId }
    await act(world, 0, session)
    await act(world, 0, first)
    await device.rest()
    await act(world, 1, second)
    // A command counts as unsent until its outcome is known.
    const { observations } = await exploratoryNow(world.log(1), session.sessionId)
    expect(observations.map(({ sending }) => sending)).toEqual(['waiting'])
    // The sending tab may not have noticed the other tab's note yet.
    for (const { outbox } of device.tabs) outbox.ask()
    await device.rest()
    const [refused] = await unsentExploratory(world.log(0))
    expect(refused).toMatchObject({
      command: second,
      refusal: 'invalid',
      message: expect.stringMatching(/./) as string,
    })
    expect([...server.observations.values()].map(({ description }) => description)).toEqual(['first'])
    await world.holds()

    const command = { ...second, observationId: crypto.randomUUID() }
    await move(world.log(0), [refused?.key ?? ''], [{ projectKey: 'SHOP', command }])
    for (const { outbox } of device.tabs) outbox.ask()
    await device.rest()
    expect(await unsentExploratory(world.log(0))).toEqual([])
    expect([...server.observations.values()].map(({ description }) => description)).toEqual(['first', 'second'])
  } finally {
    device.end()
  }
})
