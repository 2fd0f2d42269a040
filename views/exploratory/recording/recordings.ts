/** Clocks of exploratory sessions on this device. A clock continues when its page is left, because testing happens elsewhere. */
import { createActor, fromCallback } from 'xstate'
import type { Tick } from '../../../machines/exploratory/recording-clock.ts'
import {
  recording,
  type KeptRecording,
  type RecordingAsk,
  type RecordingEvent,
  type RecordingRef,
} from '../../../machines/exploratory/recording.machine.ts'
import { selectSession } from '../../../machines/session/session.machine.ts'
import { carryOut } from '../../../store/outbox/exploratory/sessions.ts'
import type { Application } from '../../application/application.ts'
import { leadUnder, type Locks } from '../../application/outbox/lead.ts'
import { logOf } from '../../application/log/log.ts'
import { recall, remember } from '../../ui/browser/remember.ts'

export const tick = (): Tick => ({ wallMs: Date.now(), monoMs: performance.now() })

export interface RecordingOf {
  projectKey: string
  sessionId: string
  userId: number
}

const running = new WeakMap<Application, Map<string, RecordingRef>>()

/** The clock of a session, one instance per page load and user. */
export function recordingOf(application: Application, of: RecordingOf): RecordingRef {
  const known = running.get(application) ?? new Map<string, RecordingRef>()
  running.set(application, known)
  const name = nameOf(of)
  const held = known.get(name)
  if (held !== undefined) return held
  const actor = start(application, of)
  known.set(name, actor)
  const session = application.session.subscribe((snapshot) => {
    if (selectSession(snapshot)?.user.id === of.userId) return
    session.unsubscribe()
    known.delete(name)
    actor.stop()
  })
  return actor
}

const nameOf = ({ userId, sessionId }: RecordingOf) => `recording.${userId}.${sessionId}`

function start(application: Application, of: RecordingOf): RecordingRef {
  const name = nameOf(of)
  const channel = new BroadcastChannel(`assay-${name}`)
  const actor = createActor(
    recording().provide({
      actors: {
        lead: fromCallback<RecordingEvent>(({ sendBack }) =>
          leadUnder(navigator.locks as Locks, `assay-${name}`, () =>
            sendBack({ type: 'lead/gained', kept: readKept(name), now: tick() }),
          ),
        ),
        clock: fromCallback<RecordingEvent>(({ sendBack }) =>
          ticking(() => sendBack({ type: 'clock/ticked', now: tick() })),
        ),
        otherTabs: fromCallback<RecordingEvent>(({ sendBack }) => {
          const seen = () => sendBack({ type: 'recording/seen', kept: readKept(name) })
          const onMessage = ({ data }: MessageEvent<RecordingAsk | null>) => {
            // Monotonic clocks differ between pages: changes by another tab count as happening now.
            if (data === null) seen()
            else sendBack({ ...data, now: tick() })
          }
          seen()
          const hide = () => sendBack({ type: 'page/hidden', now: tick() })
          channel.addEventListener('message', onMessage)
          window.addEventListener('pagehide', hide)
          return () => {
            window.removeEventListener('pagehide', hide)
            channel.close()
          }
        }),
      },
    }),
  )
  actor.on('recording/kept', ({ kept }) => {
    remember(name, JSON.stringify(kept))
    channel.postMessage(null)
  })
  actor.on('recording/passed-on', ({ ask }) => channel.postMessage(ask))
  actor.on('recording/measured', ({ stretchId, elapsedMillis, isRunning }) => {
    const command = { type: 'clock/measured' as const, sessionId: of.sessionId, stretchId, elapsedMillis, isRunning }
    // With a full disk the clock continues: the next report includes the time.
    carryOut(logOf(application, of.userId), [{ projectKey: of.projectKey, command }])
      .then(() => application.unsent.start())
      .catch((cause: unknown) => console.warn('the clock could not be kept', cause))
  })
  return actor.start()
}

/** Ticks every second and on becoming visible, so that waking from sleep is noticed before any press. */
function ticking(onTick: () => void): () => void {
  const timer = setInterval(onTick, 1000)
  const wakes = [
    [document, 'visibilitychange'],
    [window, 'focus'],
    [window, 'pageshow'],
  ] as const
  for (const [target, type] of wakes) target.addEventListener(type, onTick)
  return () => {
    clearInterval(timer)
    for (const [target, type] of wakes) target.removeEventListener(type, onTick)
  }
}

function readKept(name: string): KeptRecording | null {
  try {
    const kept: unknown = JSON.parse(recall(name) ?? 'null')
    // Records of earlier versions lack the reported time: assume everything was reported, so that nothing counts twice.
    return isKept(kept) ? { ...kept, toldMillis: kept.toldMillis ?? kept.elapsedMillis } : null
  } catch {
    return null
  }
}

const isKept = (value: unknown): value is Omit<KeptRecording, 'toldMillis'> & { toldMillis?: number } => {
  if (typeof value !== 'object' || value === null) return false
  const { stretchId, elapsedMillis, markMillis, toldMillis, state, wallMs, gapMillis } = value as Partial<KeptRecording>
  return (
    typeof stretchId === 'string' &&
    [elapsedMillis, markMillis, toldMillis ?? 0, wallMs, gapMillis].every(Number.isFinite) &&
    (state === 'running' || state === 'paused' || state === 'finished')
  )
}
