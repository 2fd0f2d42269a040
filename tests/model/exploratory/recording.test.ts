import { createActor, fromCallback } from 'xstate'
import { describe, expect, test } from 'vitest'
import { AWAY_MS, passed } from '../../../machines/exploratory/recording-clock.ts'
import {
  recording,
  selectElapsed,
  selectGap,
  selectProposal,
  selectState,
  selectReported,
  timeBoxNotice,
  type KeptRecording,
  type RecordingEvent,
} from '../../../machines/exploratory/recording.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

const minutes = (count: number) => count * 60_000
const now = (ms: number) => ({ wallMs: 1_000_000 + ms, monoMs: ms })
const saved = (over: Partial<KeptRecording> = {}): KeptRecording => ({
  stretchId: 's',
  elapsedMillis: 1000,
  markMillis: 0,
  toldMillis: 0,
  state: 'running',
  wallMs: 1_000_000,
  gapMillis: 0,
  ...over,
})
const machine = recording({ checkpointMs: 1, reportMs: 5000 })
const asleep = (forMinutes: number, monoMs: number) => ({
  type: 'clock/ticked' as const,
  now: { wallMs: 1_000_000 + minutes(forMinutes), monoMs },
})
const selectElapsedOf = (saved: KeptRecording | null) => saved?.elapsedMillis ?? 0
const events: RecordingEvent[] = [
  { type: 'lead/gained', kept: null, now: now(0) },
  { type: 'lead/gained', kept: saved(), now: now(0) },
  { type: 'lead/gained', kept: saved(), now: now(AWAY_MS) },
  { type: 'lead/gained', kept: saved({ state: 'paused' }), now: now(0) },
  { type: 'recording/seen', kept: saved() },
  { type: 'recording/start', stretchId: 's', now: now(0) },
  { type: 'recording/pause', now: now(6000) },
  { type: 'recording/finish', now: now(6000) },
  { type: 'clock/ticked', now: now(6000) },
  asleep(42, 6000),
  { type: 'away/count', now: now(6000) },
  { type: 'away/leave', now: now(6000) },
  { type: 'observation/written', now: now(3000) },
  { type: 'page/hidden', now: now(6000) },
]
const sleeping = (type: 'recording/pause' | 'recording/finish'): RecordingEvent => ({ ...asleep(42, 6000), type })
const paths = describeMachine(machine, {
  input: undefined,
  events: [...events, sleeping('recording/pause'), sleeping('recording/finish')],
  stopWhen: ({ context: { kept, lateMillis } }) =>
    selectElapsedOf(kept) >= 7000 || (kept?.gapMillis ?? 0) > minutes(43) || lateMillis > 7000,
  table: {
    following: 'away/{count,leave} lead/gained observation/written recording/{finish,pause,seen,start}',
    idle: 'away/{count,leave} observation/written recording/start',
    running: 'clock/ticked observation/written page/hidden recording/{finish,pause}',
    away: 'away/{count,leave} clock/ticked observation/written recording/{finish,pause}',
    paused: 'away/{count,leave} observation/written recording/{finish,start}',
  },
  ignored: {
    following: { events: 'clock/ticked page/hidden', because: 'this tab does not count: it has no clock to stop' },
    idle: {
      events: 'lead/gained recording/seen recording/pause recording/finish clock/ticked page/hidden',
      because: 'nothing is recorded: the bar offers only to start',
    },
    running: {
      events: 'lead/gained recording/seen recording/start away/count away/leave',
      because: 'the bar offers to pause and to stop; this tab has the lock and no absence is undecided',
    },
    away: {
      events: 'lead/gained recording/seen recording/start page/hidden',
      because:
        'the bar offers to pause, to stop and to decide about the absence; only a tab without the lock follows another',
    },
    paused: {
      events: 'lead/gained recording/seen recording/pause clock/ticked page/hidden',
      because: 'the clock stands still, and only a tab without the lock follows another',
    },
  },
  invariants: {
    'never loses counted time, and counts an absence only when the tester confirms it': (state, before) => {
      const [was, is] = [before?.context.kept, state.context.kept]
      if (!was || !is || was.stretchId !== is.stretchId || before?.matches('following') || before?.matches('idle'))
        return true
      return is.elapsedMillis >= was.elapsedMillis && is.elapsedMillis - was.elapsedMillis < minutes(43)
    },
    'shows a recording as running exactly while it counts': (state) =>
      state.matches('following') || (selectState(state) === 'running') === state.matches('running'),
  },
})

const samples = samplesOf(paths)

test('stores what it shows', () => {
  for (const path of samples) {
    const news = play(machine, path, undefined) as { type: string; kept?: KeptRecording }[]
    const last = news.findLast(({ type }) => type === 'recording/kept')?.kept
    const shown = path.steps.at(-1)?.state.context.kept
    expect(last === undefined || shown === null || last.stretchId === shown?.stretchId).toBe(true)
  }
})

describe('with faulty clocks', () => {
  /** A device with controlled clocks; collects the machine's emitted events. */
  const device = (keptBefore: KeptRecording | null = null, atMs = 0) => {
    const clock = { wallMs: 1_000_000 + atMs, monoMs: 500 }
    const silent = fromCallback<RecordingEvent>(() => undefined)
    const actor = createActor(recording().provide({ actors: { lead: silent, clock: silent, otherTabs: silent } }))
    const emitted: { elapsedMillis: number; isRunning: boolean }[] = []
    let last: KeptRecording | null = keptBefore
    actor.on('recording/measured', ({ elapsedMillis, isRunning }) => emitted.push({ elapsedMillis, isRunning }))
    actor.on('recording/kept', ({ kept }) => (last = kept))
    actor.start()
    actor.send({ type: 'lead/gained', kept: keptBefore, now: { ...clock } })
    const pass = (wallMs: number, monoMs = wallMs) => {
      clock.wallMs += wallMs
      clock.monoMs += monoMs
    }
    return {
      actor,
      emitted,
      kept: () => last,
      /** Seconds without a fault. */
      works: (seconds: number) => {
        for (let i = 0; i < seconds; i += 1) {
          pass(1000)
          actor.send({ type: 'clock/ticked', now: { ...clock } })
        }
      },
      jumps: (wallMs: number, monoMs: number) => {
        pass(wallMs, monoMs)
        actor.send({ type: 'clock/ticked', now: { ...clock } })
      },
      does: (type: 'recording/pause' | 'recording/finish' | 'away/count' | 'away/leave' | 'observation/written') =>
        actor.send({ type, now: { ...clock } }),
      starts: () => actor.send({ type: 'recording/start', stretchId: 's', now: { ...clock } }),
      elapsed: () => selectElapsed(actor.getSnapshot()),
      state: () => selectState(actor.getSnapshot()),
      wallMs: () => clock.wallMs,
    }
  }

  test('seconds add up, paused ones do not', () => {
    const it = device()
    it.starts()
    it.works(60)
    it.does('recording/pause')
    it.jumps(minutes(10), minutes(10))
    it.starts()
    it.works(30)
    it.does('recording/finish')
    expect(it.elapsed()).toBe(90_000)
    expect(it.emitted).toEqual([
      { elapsedMillis: 0, isRunning: true },
      { elapsedMillis: 60_000, isRunning: false },
      { elapsedMillis: 60_000, isRunning: true },
      { elapsedMillis: 90_000, isRunning: false },
    ])
    expect(it.state()).toBe('idle')
  })

  test('asks about the absence after the device slept', () => {
    for (const answer of ['away/count', 'away/leave'] as const) {
      const it = device()
      it.starts()
      it.works(10)
      it.jumps(minutes(42), 1000)
      expect(it.state()).toBe('away')
      expect(it.kept()?.gapMillis).toBe(minutes(42) - 1000)
      it.works(5)
      it.does(answer)
      expect(it.state()).toBe('running')
      expect(it.elapsed()).toBe(16_000 + (answer === 'away/count' ? minutes(42) - 1000 : 0))
    }
  })

  test.each([
    ['recording/pause', 'paused'],
    ['recording/finish', 'idle'],
  ] as const)('applies %s while the question about the absence is open, and keeps the question', (stops, state) => {
    for (const answer of ['away/count', 'away/leave'] as const) {
      const it = device()
      it.starts()
      it.works(10)
      it.jumps(minutes(42), 1000)
      it.works(5)
      it.does(stops)
      expect([it.state(), it.elapsed(), selectGap(it.actor.getSnapshot())]).toEqual([state, 16_000, minutes(42) - 1000])
      expect(it.emitted.at(-1)).toEqual({ elapsedMillis: 16_000, isRunning: false })
      it.jumps(minutes(5), minutes(5))
      it.does(answer)
      expect([it.state(), selectGap(it.actor.getSnapshot())]).toEqual([state, 0])
      expect(it.elapsed()).toBe(16_000 + (answer === 'away/count' ? minutes(42) - 1000 : 0))
      expect(it.emitted.at(-1)).toEqual({ elapsedMillis: it.elapsed(), isRunning: false })
    }
  })

  test('asks once about two absences before an answer', () => {
    const it = device()
    it.starts()
    it.jumps(minutes(10), 0)
    it.works(5)
    it.jumps(minutes(20), 0)
    expect(it.kept()?.gapMillis).toBe(minutes(10))
    it.does('away/count')
    expect(it.elapsed()).toBe(minutes(30) + 5000)
  })

  test('asks about a page that was suspended for long, also when the monotonic clock runs during sleep', () => {
    const it = device()
    it.starts()
    it.jumps(minutes(7), minutes(7))
    expect(it.state()).toBe('away')
    expect(it.elapsed()).toBe(0)
  })

  test('ignores a clock that is set back or slightly forward', () => {
    const it = device()
    it.starts()
    it.works(10)
    it.jumps(-minutes(60 * 24 * 365), 1000)
    it.works(10)
    it.jumps(minutes(1), 1000)
    expect(it.elapsed()).toBe(22_000)
    expect(it.state()).toBe('running')
  })

  test('asks about a clock that is set far forward, without counting the time', () => {
    const it = device()
    it.starts()
    it.jumps(minutes(60 * 24 * 365), 1000)
    expect(it.state()).toBe('away')
    it.does('away/leave')
    expect(it.elapsed()).toBe(1000)
  })

  test('a reload continues the recording, and a longer absence leads to a question', () => {
    const it = device()
    it.starts()
    it.works(60)
    const keptAt = it.kept() as KeptRecording
    expect(keptAt.elapsedMillis).toBeGreaterThanOrEqual(55_000)
    const soon = device(keptAt, keptAt.wallMs - 1_000_000 + 90_000)
    expect([soon.state(), soon.elapsed()]).toEqual(['running', keptAt.elapsedMillis + 90_000])
    const late = device(keptAt, keptAt.wallMs - 1_000_000 + minutes(42))
    expect([late.state(), late.elapsed()]).toEqual(['away', keptAt.elapsedMillis])
    late.does('away/count')
    expect(late.elapsed()).toBe(keptAt.elapsedMillis + minutes(42))
    // The question survives another reload.
    const again = device(
      device(keptAt, keptAt.wallMs - 1_000_000 + minutes(42)).kept(),
      keptAt.wallMs + minutes(42) - 1_000_000,
    )
    expect(again.state()).toBe('away')
    // A clock that was set back meanwhile.
    expect(device(keptAt, -minutes(60)).elapsed()).toBe(keptAt.elapsedMillis)
  })

  test('a paused clock stays paused, and continues in the same stretch after a reload', () => {
    const it = device(saved({ state: 'paused' }), minutes(600))
    expect([it.state(), it.elapsed()]).toEqual(['paused', 1000])
    it.starts()
    it.works(4)
    expect([it.elapsed(), it.kept()?.stretchId]).toEqual([5000, 's'])
  })

  test('a running clock is sent to the server every five minutes', () => {
    const it = device()
    it.starts()
    it.works(11 * 60)
    expect(it.emitted.map(({ elapsedMillis }) => Math.round(elapsedMillis / 60_000))).toEqual([0, 5, 10])
  })

  test('the last measurement sent is stored, so that the machine has it without the log', () => {
    const it = device()
    it.starts()
    it.works(5 * 60 + 20)
    expect(Math.round(selectReported(it.actor.getSnapshot()) / 60_000)).toBe(5)
    expect(it.kept()?.toldMillis).toBe(selectReported(it.actor.getSnapshot()))
    it.does('recording/pause')
    expect([it.kept()?.toldMillis, it.emitted.at(-1)?.elapsedMillis]).toEqual([it.elapsed(), it.elapsed()])
  })

  test('proposes the time since the previous observation', () => {
    const it = device()
    it.starts()
    it.works(30)
    it.does('observation/written')
    it.works(12)
    expect(selectProposal(it.actor.getSnapshot())).toBe(12_000)
  })

  test('proposes the time since the last observation after the clock stops, once', () => {
    const it = device()
    it.starts()
    it.works(71)
    it.does('recording/finish')
    expect(selectProposal(it.actor.getSnapshot())).toBe(71_000)
    it.does('observation/written')
    expect([selectProposal(it.actor.getSnapshot()), it.kept()?.markMillis]).toEqual([0, 71_000])
  })
})

test('counts the monotonic clock, and reports the time it missed separately', () => {
  expect(passed(now(0), now(1000))).toEqual({ countMillis: 1000, gapMillis: 0 })
  expect(passed(now(0), { wallMs: 1_000_000 + minutes(5), monoMs: 1000 })).toEqual({
    countMillis: 1000,
    gapMillis: minutes(5) - 1000,
  })
  expect(passed(now(1000), now(0))).toEqual({ countMillis: 0, gapMillis: 0 })
})

test('a time box is mentioned from four fifths on', () => {
  expect(timeBoxNotice(minutes(47), 60)).toBeNull()
  expect(timeBoxNotice(minutes(48), 60)).toBe('near')
  expect(timeBoxNotice(minutes(60), 60)).toBe('over')
  expect(timeBoxNotice(minutes(600), null)).toBeNull()
})
