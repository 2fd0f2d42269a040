import { assign, emit, fromCallback, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { AWAY_MS, passed, type Tick } from './recording-clock.ts'

/** A recording as stored, so that it survives the page. */
export interface KeptRecording {
  stretchId: string
  elapsedMillis: number
  /** Elapsed time at the last observation. */
  markMillis: number
  /** Elapsed time that was sent or enqueued: the server's total includes it. */
  toldMillis: number
  state: 'running' | 'paused' | 'finished'
  /** When it was last known to be running. */
  wallMs: number
  /** Time away, counted only if the tester confirms. */
  gapMillis: number
}

/** Actions of the tester; tabs that do not count forward them to the one that does. */
export type RecordingAsk =
  | { type: 'recording/start'; stretchId: string; now: Tick }
  | { type: 'recording/pause'; now: Tick }
  | { type: 'recording/finish'; now: Tick }
  | { type: 'away/count'; now: Tick }
  | { type: 'away/leave'; now: Tick }
  /** Starting point of the count. */
  | { type: 'observation/written'; now: Tick }

export type RecordingEvent =
  | RecordingAsk
  /** This tab counts from now on; `kept`: the previous tab's state. */
  | { type: 'lead/gained'; kept: KeptRecording | null; now: Tick }
  /** State of the clock in the tab that runs it. */
  | { type: 'recording/seen'; kept: KeptRecording | null }
  | { type: 'clock/ticked'; now: Tick }
  /** The page unloads: store the elapsed time synchronously. */
  | { type: 'page/hidden'; now: Tick }

type RecordingNews =
  | { type: 'recording/kept'; kept: KeptRecording }
  /** A change to report to the server. */
  | { type: 'recording/measured'; stretchId: string; elapsedMillis: number; isRunning: boolean }
  | { type: 'recording/passed-on'; ask: RecordingAsk }

interface RecordingLimits {
  /** Interval of storing, in ms: at most this is lost in a crash. */
  checkpointMs?: number
  /** Interval of reports to the server while running, in ms. */
  reportMs?: number
}

interface Context {
  kept: KeptRecording | null
  last: Tick
  /** Time since the tester is back without having answered. */
  lateMillis: number
  checkpointMillis: number
}

/** Monotonic clocks of different pages are not comparable: only wall clocks are. */
const sinceKept = (saved: KeptRecording, now: Tick) => Math.max(0, Math.round(now.wallMs - saved.wallMs))

/** An action or guard that needs the time of its event. */
const timed = <Type extends string>(type: Type) => ({
  type,
  params: ({ event }: { event: { now: Tick } }) => event.now,
})

type Ended = 'paused' | 'finished'
/** Commands that end a recording, regardless of how much time counts. */
const stopping = (state: Ended) =>
  [{ type: 'stop', params: { state } }, { type: 'noteSent' }, { type: 'keep' }, { type: 'emitMeasured' }] as const
const stateAfter = { paused: 'paused', finished: 'idle' } as const

const leaving = {
  guard: timed('isAway'),
  target: 'away',
  actions: [timed('offer'), timed('count'), { type: 'keep' }],
} as const
const ending = (state: Ended) => ({ target: stateAfter[state], actions: [timed('count'), ...stopping(state)] }) as const
/** Adds time after an absence; the absence itself stays open. */
const endingAway = (state: Ended) =>
  ({
    target: stateAfter[state],
    actions: [timed('countLate'), { type: 'countReturn' }, ...stopping(state)],
  }) as const

const START: Tick = { wallMs: 0, monoMs: 0 }

const take = ({ kept, now }: { kept: KeptRecording | null; now: Tick }) => ({
  kept,
  last: now,
  lateMillis: 0,
  checkpointMillis: kept?.elapsedMillis ?? 0,
})

const begin = ({ stretchId, now }: { stretchId: string; now: Tick }) => ({
  kept: {
    stretchId,
    elapsedMillis: 0,
    markMillis: 0,
    toldMillis: 0,
    state: 'running' as const,
    wallMs: now.wallMs,
    gapMillis: 0,
  },
  last: now,
  lateMillis: 0,
  checkpointMillis: 0,
})

/**
 * Clock of one exploratory session on one device. Uses the monotonic clock, stores the count every few seconds, and counts time asleep or
 * away only if the tester confirms. One of several tabs counts, the others mirror it.
 */
export const recording = ({ checkpointMs = 5_000, reportMs = 300_000 }: RecordingLimits = {}) =>
  setup({
    types: {
      context: {} as Context,
      events: {} as RecordingEvent,
      emitted: {} as RecordingNews,
    },
    actors: {
      /** Sends `lead/gained` once no other tab counts, and holds the lock until stopped. */
      lead: fromCallback<RecordingEvent>(() => undefined),
      /** Sends `clock/ticked` about every second, and on wake-up. */
      clock: fromCallback<RecordingEvent>(() => undefined),
      /** Sends `recording/seen`, and commands that other tabs forward. */
      otherTabs: fromCallback<RecordingEvent>(() => undefined),
    },
    guards: {
      isAway: ({ context }, now: Tick) => passed(context.last, now).gapMillis > 0,
      hasRecording: ({ context: { kept } }) => kept !== null,
      hasGap: ({ context: { kept } }) => (kept?.gapMillis ?? 0) > 0,
      isCheckpointDue: ({ context: { kept, checkpointMillis } }) =>
        (kept?.elapsedMillis ?? 0) - checkpointMillis >= checkpointMs,
      isReportDue: ({ context: { kept } }) => (kept?.elapsedMillis ?? 0) - (kept?.toldMillis ?? 0) >= reportMs,
    },
    actions: {
      countReload: assign(({ context: { kept } }, now: Tick) => ({
        kept: kept && { ...kept, elapsedMillis: kept.elapsedMillis + sinceKept(kept, now), wallMs: now.wallMs },
      })),
      offerReload: assign(({ context: { kept } }, now: Tick) => ({
        kept: kept && { ...kept, gapMillis: kept.gapMillis + sinceKept(kept, now), wallMs: now.wallMs },
      })),
      goOn: assign(({ context: { kept } }, now: Tick) => ({
        kept: kept && { ...kept, state: 'running' as const, wallMs: now.wallMs },
        last: now,
      })),
      count: assign(({ context: { kept, last } }, now: Tick) => ({
        kept: kept && {
          ...kept,
          elapsedMillis: kept.elapsedMillis + passed(last, now).countMillis,
          wallMs: now.wallMs,
        },
        last: now,
      })),
      offer: assign(({ context: { kept, last } }, now: Tick) => ({
        kept: kept && { ...kept, gapMillis: kept.gapMillis + passed(last, now).gapMillis },
      })),
      countLate: assign(({ context: { kept, last, lateMillis } }, now: Tick) => {
        const { countMillis, gapMillis } = passed(last, now)
        const late = lateMillis + countMillis
        if (gapMillis === 0) return { last: now, lateMillis: late }
        return {
          last: now,
          lateMillis: 0,
          kept: kept && { ...kept, gapMillis: kept.gapMillis + late + gapMillis, wallMs: now.wallMs },
        }
      }),
      settleAway: assign(({ context: { kept, lateMillis } }, { isCounted }: { isCounted: boolean }) => ({
        kept: kept && {
          ...kept,
          elapsedMillis: kept.elapsedMillis + lateMillis + (isCounted ? kept.gapMillis : 0),
          gapMillis: 0,
        },
        lateMillis: 0,
      })),
      /** Time after the absence counts; the absence itself stays open. */
      countReturn: assign(({ context: { kept, lateMillis } }) => ({
        kept: kept && { ...kept, elapsedMillis: kept.elapsedMillis + lateMillis },
        lateMillis: 0,
      })),
      stop: assign(({ context: { kept } }, { state }: { state: 'paused' | 'finished' }) => ({
        kept: kept && { ...kept, state },
      })),
      mark: assign(({ context: { kept } }) => ({ kept: kept && { ...kept, markMillis: kept.elapsedMillis } })),
      noteCheckpoint: assign(({ context: { kept } }) => ({ checkpointMillis: kept?.elapsedMillis ?? 0 })),
      noteSent: assign(({ context: { kept } }) => ({ kept: kept && { ...kept, toldMillis: kept.elapsedMillis } })),
      // A tab stores only if it counts or has counted.
      keep: emit(({ context: { kept } }) => ({ type: 'recording/kept' as const, kept: kept as KeptRecording })),
      emitMeasured: emit(({ context: { kept } }) => ({
        type: 'recording/measured' as const,
        stretchId: kept?.stretchId ?? '',
        elapsedMillis: kept?.elapsedMillis ?? 0,
        isRunning: kept?.state === 'running',
      })),
    },
  }).createMachine({
    id: 'recording',
    context: { kept: null, last: START, lateMillis: 0, checkpointMillis: 0 },
    invoke: [
      { id: 'lead', src: 'lead' },
      { id: 'otherTabs', src: 'otherTabs' },
    ],
    initial: 'following',
    states: {
      /** Another tab counts, or it is unknown whether one does. */
      following: {
        on: {
          'recording/seen': { actions: assign(({ event }) => ({ kept: event.kept })) },
          'recording/start': { actions: emit(({ event }) => ({ type: 'recording/passed-on', ask: event })) },
          'recording/pause': { actions: emit(({ event }) => ({ type: 'recording/passed-on', ask: event })) },
          'recording/finish': { actions: emit(({ event }) => ({ type: 'recording/passed-on', ask: event })) },
          'away/count': { actions: emit(({ event }) => ({ type: 'recording/passed-on', ask: event })) },
          'away/leave': { actions: emit(({ event }) => ({ type: 'recording/passed-on', ask: event })) },
          'observation/written': { actions: emit(({ event }) => ({ type: 'recording/passed-on', ask: event })) },
          'lead/gained': [
            {
              guard: ({ event: { kept, now } }) =>
                kept?.state === 'running' && (kept.gapMillis > 0 || sinceKept(kept, now) >= AWAY_MS),
              target: 'away',
              actions: [assign(({ event }) => take(event)), timed('offerReload'), 'keep'],
            },
            {
              guard: ({ event }) => event.kept?.state === 'running',
              target: 'running',
              actions: [assign(({ event }) => take(event)), timed('countReload'), 'keep'],
            },
            {
              guard: ({ event }) => event.kept?.state === 'paused',
              target: 'paused',
              actions: assign(({ event }) => take(event)),
            },
            { target: 'idle', actions: assign(({ event }) => take(event)) },
          ],
        },
      },
      /** Nothing was started here, or the last recording has ended. */
      idle: {
        on: {
          'recording/start': {
            target: 'running',
            actions: [assign(({ event }) => begin(event)), 'keep', 'emitMeasured'],
          },
          'away/count': {
            guard: 'hasGap',
            actions: [{ type: 'settleAway', params: { isCounted: true } }, 'noteSent', 'keep', 'emitMeasured'],
          },
          'away/leave': {
            guard: 'hasGap',
            actions: [{ type: 'settleAway', params: { isCounted: false } }, 'keep'],
          },
          'observation/written': { guard: 'hasRecording', actions: ['mark', 'keep'] },
        },
      },
      running: {
        invoke: { id: 'clock', src: 'clock' },
        on: {
          'clock/ticked': [
            leaving,
            {
              guard: 'isReportDue',
              actions: [timed('count'), 'noteCheckpoint', 'noteSent', 'keep', 'emitMeasured'],
            },
            {
              guard: 'isCheckpointDue',
              actions: [timed('count'), 'noteCheckpoint', 'keep'],
            },
            { actions: timed('count') },
          ],
          'recording/pause': [leaving, ending('paused')],
          'recording/finish': [leaving, ending('finished')],
          'observation/written': {
            actions: [timed('count'), 'mark', 'keep'],
          },
          'page/hidden': { actions: [timed('count'), 'noteCheckpoint', 'keep'] },
        },
      },
      /** The device slept or nobody was here: the tester decides whether it counts. Later time counts. */
      away: {
        invoke: { id: 'clock', src: 'clock' },
        on: {
          'clock/ticked': { actions: timed('countLate') },
          'away/count': {
            target: 'running',
            actions: [
              timed('countLate'),
              { type: 'settleAway', params: { isCounted: true } },
              timed('goOn'),
              'noteCheckpoint',
              'noteSent',
              'keep',
              'emitMeasured',
            ],
          },
          'away/leave': {
            target: 'running',
            actions: [
              timed('countLate'),
              { type: 'settleAway', params: { isCounted: false } },
              timed('goOn'),
              'noteCheckpoint',
              'keep',
            ],
          },
          'recording/pause': endingAway('paused'),
          'recording/finish': endingAway('finished'),
          'observation/written': { actions: 'mark' },
        },
      },
      paused: {
        on: {
          'recording/start': [
            {
              guard: 'hasGap',
              target: 'away',
              actions: [timed('goOn'), 'noteSent', 'keep', 'emitMeasured'],
            },
            {
              target: 'running',
              actions: [timed('goOn'), 'noteSent', 'keep', 'emitMeasured'],
            },
          ],
          'away/count': {
            guard: 'hasGap',
            actions: [{ type: 'settleAway', params: { isCounted: true } }, 'noteSent', 'keep', 'emitMeasured'],
          },
          'away/leave': {
            guard: 'hasGap',
            actions: [{ type: 'settleAway', params: { isCounted: false } }, 'keep'],
          },
          'recording/finish': { target: 'idle', actions: stopping('finished') },
          'observation/written': { actions: ['mark', 'keep'] },
        },
      },
    },
  })

export type RecordingRef = ActorRefFrom<ReturnType<typeof recording>>
type Snapshot = SnapshotFrom<ReturnType<typeof recording>>

/** Recorded time on this device in ms; 0 without a recording. */
export const selectElapsed = ({ context: { kept } }: Snapshot): number => kept?.elapsedMillis ?? 0

/** Undecided time away in ms; also waits while the clock is paused or stopped. */
export const selectGap = ({ context: { kept } }: Snapshot): number => kept?.gapMillis ?? 0

/** Reported part of the recorded time in ms: used when the log no longer holds the server's state. */
export const selectReported = ({ context: { kept } }: Snapshot): number => kept?.toldMillis ?? 0

/** Time on the clock since the last observation in ms: proposed duration of the next one. */
export const selectProposal = ({ context: { kept } }: Snapshot): number =>
  kept === null ? 0 : kept.elapsedMillis - kept.markMillis

export const selectState = ({ context: { kept } }: Snapshot): 'idle' | 'running' | 'paused' | 'away' => {
  if (kept === null || kept.state === 'finished') return 'idle'
  if (kept.state === 'running' && kept.gapMillis > 0) return 'away'
  return kept.state
}

/** Time box indicator: `near` from four fifths on. */
export const timeBoxNotice = (totalMillis: number, timeBoxMinutes: number | null): 'near' | 'over' | null => {
  if (timeBoxMinutes === null) return null
  const part = totalMillis / (timeBoxMinutes * 60_000)
  return part >= 1 ? 'over' : part >= 0.8 ? 'near' : null
}
