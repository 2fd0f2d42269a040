import { assign, emit, fromCallback, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'

/** One look at a device's two clocks. */
export interface Tick {
  /** Epoch ms. Somebody may set it, and it goes on while the device sleeps. */
  wallMs: number
  /** Ms since some moment. Only ever goes forward; may stand still while the device sleeps, and begins anew with each page. */
  monoMs: number
}

/** A stretch of the clock, as it is kept so that it survives the page. */
export interface KeptRecording {
  stretchId: string
  elapsedMillis: number
  /** Elapsed time at the last observation. */
  markMillis: number
  /** Elapsed time that was sent or is queued: the server's total includes it. */
  toldMillis: number
  state: 'running' | 'paused' | 'finished'
  /** When it was last known to run. */
  wallMs: number
  /** Time that may have been spent elsewhere: to be counted only if the tester says so. */
  gapMillis: number
}

/** What the tester does; a tab that does not count passes it on to the one that does. */
export type RecordingAsk =
  | { type: 'recording/start'; stretchId: string; now: Tick }
  | { type: 'recording/pause'; now: Tick }
  | { type: 'recording/finish'; now: Tick }
  | { type: 'away/count'; now: Tick }
  | { type: 'away/leave'; now: Tick }
  /** What comes next is counted from here. */
  | { type: 'observation/written'; now: Tick }

export type RecordingEvent =
  | RecordingAsk
  /** This tab counts from now on; `kept` is what the last one left. */
  | { type: 'lead/gained'; kept: KeptRecording | null; now: Tick }
  /** State of the clock in the tab that runs it. */
  | { type: 'recording/seen'; kept: KeptRecording | null }
  | { type: 'clock/ticked'; now: Tick }
  /** The page is unloading: the elapsed time has to be stored synchronously. */
  | { type: 'page/hidden'; now: Tick }

type RecordingNews =
  | { type: 'recording/kept'; kept: KeptRecording }
  /** Something to tell the server. */
  | { type: 'recording/measured'; stretchId: string; elapsedMillis: number; isRunning: boolean }
  | { type: 'recording/passed-on'; ask: RecordingAsk }

/** A shorter absence is a reload, or a tab that the browser let wait; a longer one is asked about. */
export const AWAY_MS = 120_000
/** How far the two clocks may be apart without one of them having been stopped or set. */
const DRIFT_MS = 5_000
interface RecordingLimits {
  /** How much may be lost with a crash. */
  checkpointMs?: number
  /** How old what the server knows of a running clock may be. */
  tellMs?: number
}

interface Context {
  kept: KeptRecording | null
  last: Tick
  /** Since the tester is back, and has not said. */
  lateMillis: number
  checkpointMillis: number
}

/** What has passed between two looks: what counts for certain, and what is to be asked about. */
export function passed(last: Tick, now: Tick): { countMillis: number; gapMillis: number } {
  const mono = Math.max(0, Math.round(now.monoMs - last.monoMs))
  const ahead = Math.round(now.wallMs - last.wallMs) - mono
  // Behind, the clock was set back, and says nothing.
  const slept = ahead > DRIFT_MS ? ahead : 0
  if (mono >= AWAY_MS) return { countMillis: 0, gapMillis: mono + slept }
  return { countMillis: mono, gapMillis: slept >= AWAY_MS ? slept : 0 }
}

/** On another page the steady clock is another: all there is, is the time of day. */
const sinceKept = (kept: KeptRecording, now: Tick) => Math.max(0, Math.round(now.wallMs - kept.wallMs))

const nowOf = ({ event }: { event: { now: Tick } }) => event
const action = <Type extends string>(type: Type) => ({ type, params: nowOf })

type Ended = 'paused' | 'finished'
/** What ends a stretch, however much of the time before is counted. */
const stopping = (state: Ended) =>
  [{ type: 'stop', params: { state } }, { type: 'noteTold' }, { type: 'keep' }, { type: 'tell' }] as const
const stateAfter = { paused: 'paused', finished: 'idle' } as const

const leaving = {
  guard: action('isAway'),
  target: 'away',
  actions: [action('offer'), action('count'), { type: 'keep' }],
} as const
const ending = (state: Ended) =>
  ({ target: stateAfter[state], actions: [action('count'), ...stopping(state)] }) as const
/** Of the time after the absence; the absence itself is still asked about. */
const endingAway = (state: Ended) =>
  ({
    target: stateAfter[state],
    actions: [action('countLate'), { type: 'countReturn' }, ...stopping(state)],
  }) as const

const START: Tick = { wallMs: 0, monoMs: 0 }

/**
 * The clock of one exploratory session on one device. It counts by the clock that nobody can set, keeps what it has counted every
 * few seconds, and never counts time that the device slept or the page was not there unless the tester says so. Of several tabs one
 * counts, and the others show it.
 */
export const recording = ({ checkpointMs = 5_000, tellMs = 300_000 }: RecordingLimits = {}) =>
  setup({
    types: {
      context: {} as Context,
      events: {} as RecordingEvent,
      emitted: {} as RecordingNews,
    },
    actors: {
      /** Says `lead/gained` once no other tab counts; keeps the others from it until it is stopped. */
      lead: fromCallback<RecordingEvent>(() => undefined),
      /** Says `clock/ticked` every second or so, and as soon as the device is awake again. */
      clock: fromCallback<RecordingEvent>(() => undefined),
      /** Says `recording/seen` and what other tabs pass on. */
      otherTabs: fromCallback<RecordingEvent>(() => undefined),
    },
    guards: {
      isAway: ({ context }, { now }: { now: Tick }) => passed(context.last, now).gapMillis > 0,
      wasAway: (_, { kept, now }: { kept: KeptRecording | null; now: Tick }) =>
        kept?.state === 'running' && (kept.gapMillis > 0 || sinceKept(kept, now) >= AWAY_MS),
      wasRunning: (_, { kept }: { kept: KeptRecording | null }) => kept?.state === 'running',
      wasPaused: (_, { kept }: { kept: KeptRecording | null }) => kept?.state === 'paused',
      hasGap: ({ context: { kept } }) => (kept?.gapMillis ?? 0) > 0,
      isCheckpointDue: ({ context: { kept, checkpointMillis } }) =>
        (kept?.elapsedMillis ?? 0) - checkpointMillis >= checkpointMs,
      isTellingDue: ({ context: { kept } }) => (kept?.elapsedMillis ?? 0) - (kept?.toldMillis ?? 0) >= tellMs,
    },
    actions: {
      see: assign((_, { kept }: { kept: KeptRecording | null }) => ({ kept })),
      take: assign((_, { kept, now }: { kept: KeptRecording | null; now: Tick }) => ({
        kept,
        last: now,
        lateMillis: 0,
        checkpointMillis: kept?.elapsedMillis ?? 0,
      })),
      countReload: assign(({ context: { kept } }, { now }: { now: Tick }) => ({
        kept: kept && { ...kept, elapsedMillis: kept.elapsedMillis + sinceKept(kept, now), wallMs: now.wallMs },
      })),
      offerReload: assign(({ context: { kept } }, { now }: { now: Tick }) => ({
        kept: kept && { ...kept, gapMillis: kept.gapMillis + sinceKept(kept, now), wallMs: now.wallMs },
      })),
      begin: assign((_, { stretchId, now }: { stretchId: string; now: Tick }) => ({
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
      })),
      goOn: assign(({ context: { kept } }, { now }: { now: Tick }) => ({
        kept: kept && { ...kept, state: 'running' as const, wallMs: now.wallMs },
        last: now,
      })),
      count: assign(({ context: { kept, last } }, { now }: { now: Tick }) => ({
        kept: kept && {
          ...kept,
          elapsedMillis: kept.elapsedMillis + passed(last, now).countMillis,
          wallMs: now.wallMs,
        },
        last: now,
      })),
      offer: assign(({ context: { kept, last } }, { now }: { now: Tick }) => ({
        kept: kept && { ...kept, gapMillis: kept.gapMillis + passed(last, now).gapMillis },
      })),
      countLate: assign(({ context: { kept, last, lateMillis } }, { now }: { now: Tick }) => {
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
      /** What came after the time away counts; that itself is still asked about. */
      countReturn: assign(({ context: { kept, lateMillis } }) => ({
        kept: kept && { ...kept, elapsedMillis: kept.elapsedMillis + lateMillis },
        lateMillis: 0,
      })),
      stop: assign(({ context: { kept } }, { state }: { state: 'paused' | 'finished' }) => ({
        kept: kept && { ...kept, state },
      })),
      mark: assign(({ context: { kept } }) => ({ kept: kept && { ...kept, markMillis: kept.elapsedMillis } })),
      noteCheckpoint: assign(({ context: { kept } }) => ({ checkpointMillis: kept?.elapsedMillis ?? 0 })),
      noteTold: assign(({ context: { kept } }) => ({ kept: kept && { ...kept, toldMillis: kept.elapsedMillis } })),
      // What is kept was begun: only what counts, or has counted, keeps.
      keep: emit(({ context: { kept } }) => ({ type: 'recording/kept' as const, kept: kept as KeptRecording })),
      tell: emit(({ context: { kept } }) => ({
        type: 'recording/measured' as const,
        stretchId: kept?.stretchId ?? '',
        elapsedMillis: kept?.elapsedMillis ?? 0,
        isRunning: kept?.state === 'running',
      })),
      passOn: emit((_, { ask }: { ask: RecordingAsk }) => ({ type: 'recording/passed-on' as const, ask })),
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
      /** Another tab counts, or it is not known yet that none does. */
      following: {
        on: {
          'recording/seen': { actions: { type: 'see', params: ({ event }) => event } },
          'recording/start': { actions: { type: 'passOn', params: ({ event }) => ({ ask: event }) } },
          'recording/pause': { actions: { type: 'passOn', params: ({ event }) => ({ ask: event }) } },
          'recording/finish': { actions: { type: 'passOn', params: ({ event }) => ({ ask: event }) } },
          'away/count': { actions: { type: 'passOn', params: ({ event }) => ({ ask: event }) } },
          'away/leave': { actions: { type: 'passOn', params: ({ event }) => ({ ask: event }) } },
          'observation/written': { actions: { type: 'passOn', params: ({ event }) => ({ ask: event }) } },
          'lead/gained': [
            {
              guard: { type: 'wasAway', params: ({ event }) => event },
              target: 'away',
              actions: [
                { type: 'take', params: ({ event }) => event },
                { type: 'offerReload', params: ({ event }) => event },
                'keep',
              ],
            },
            {
              guard: { type: 'wasRunning', params: ({ event }) => event },
              target: 'running',
              actions: [
                { type: 'take', params: ({ event }) => event },
                { type: 'countReload', params: ({ event }) => event },
                'keep',
              ],
            },
            {
              guard: { type: 'wasPaused', params: ({ event }) => event },
              target: 'paused',
              actions: { type: 'take', params: ({ event }) => event },
            },
            { target: 'idle', actions: { type: 'take', params: ({ event }) => event } },
          ],
        },
      },
      /** Nothing was started here, or the last stretch is finished. */
      idle: {
        on: {
          'recording/start': {
            target: 'running',
            actions: [{ type: 'begin', params: ({ event }) => event }, 'keep', 'tell'],
          },
          'away/count': {
            guard: 'hasGap',
            actions: [{ type: 'settleAway', params: { isCounted: true } }, 'noteTold', 'keep', 'tell'],
          },
          'away/leave': {
            guard: 'hasGap',
            actions: [{ type: 'settleAway', params: { isCounted: false } }, 'keep'],
          },
        },
      },
      running: {
        invoke: { id: 'clock', src: 'clock' },
        on: {
          'clock/ticked': [
            leaving,
            {
              guard: 'isTellingDue',
              actions: [{ type: 'count', params: ({ event }) => event }, 'noteCheckpoint', 'noteTold', 'keep', 'tell'],
            },
            {
              guard: 'isCheckpointDue',
              actions: [{ type: 'count', params: ({ event }) => event }, 'noteCheckpoint', 'keep'],
            },
            { actions: { type: 'count', params: ({ event }) => event } },
          ],
          'recording/pause': [leaving, ending('paused')],
          'recording/finish': [leaving, ending('finished')],
          'observation/written': {
            actions: [{ type: 'count', params: ({ event }) => event }, 'mark', 'keep'],
          },
          'page/hidden': { actions: [{ type: 'count', params: ({ event }) => event }, 'noteCheckpoint', 'keep'] },
        },
      },
      /** The device slept, or nobody was here: whether that counts is the tester's to say. What comes after it counts. */
      away: {
        invoke: { id: 'clock', src: 'clock' },
        on: {
          'clock/ticked': { actions: { type: 'countLate', params: ({ event }) => event } },
          'away/count': {
            target: 'running',
            actions: [
              { type: 'countLate', params: ({ event }) => event },
              { type: 'settleAway', params: { isCounted: true } },
              { type: 'goOn', params: ({ event }) => event },
              'noteCheckpoint',
              'noteTold',
              'keep',
              'tell',
            ],
          },
          'away/leave': {
            target: 'running',
            actions: [
              { type: 'countLate', params: ({ event }) => event },
              { type: 'settleAway', params: { isCounted: false } },
              { type: 'goOn', params: ({ event }) => event },
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
              actions: [{ type: 'goOn', params: ({ event }) => event }, 'noteTold', 'keep', 'tell'],
            },
            {
              target: 'running',
              actions: [{ type: 'goOn', params: ({ event }) => event }, 'noteTold', 'keep', 'tell'],
            },
          ],
          'away/count': {
            guard: 'hasGap',
            actions: [{ type: 'settleAway', params: { isCounted: true } }, 'noteTold', 'keep', 'tell'],
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

/** What this device has counted of the stretch, in ms; 0 where none was begun. */
export const selectElapsed = ({ context: { kept } }: Snapshot): number => kept?.elapsedMillis ?? 0

/** Time away that nobody has decided about, in ms. It waits for an answer, also while the clock is paused or stopped. */
export const selectGap = ({ context: { kept } }: Snapshot): number => kept?.gapMillis ?? 0

/** How much of that the server was told, in ms: where the log no longer says what the server has of the stretch, it is this. */
export const selectTold = ({ context: { kept } }: Snapshot): number => kept?.toldMillis ?? 0

/** How long since the last observation, by the clock: what the next one is proposed to have taken, in ms. */
export const selectProposal = ({ context: { kept } }: Snapshot): number =>
  kept === null ? 0 : kept.elapsedMillis - kept.markMillis

export const selectState = ({ context: { kept } }: Snapshot): 'idle' | 'running' | 'paused' | 'away' => {
  if (kept === null || kept.state === 'finished') return 'idle'
  if (kept.state === 'running' && kept.gapMillis > 0) return 'away'
  return kept.state
}

/** A quiet word, and never more: `near` from four fifths of the time box on. */
export const timeBoxNotice = (totalMillis: number, timeBoxMinutes: number | null): 'near' | 'over' | null => {
  if (timeBoxMinutes === null) return null
  const part = totalMillis / (timeBoxMinutes * 60_000)
  return part >= 1 ? 'over' : part >= 0.8 ? 'near' : null
}
