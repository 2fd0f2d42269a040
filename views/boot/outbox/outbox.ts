import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  map,
  merge,
  type Observable,
  Subscription,
  switchMap,
} from 'rxjs'
import { createActor, fromCallback, fromPromise, type ActorRefFrom } from 'xstate'
import {
  outboxLane,
  troubleOf,
  type Attempt,
  type Denial,
  type OutboxLane,
  type OutboxLaneEvent,
  type OutboxTrouble,
} from '../../../machines/outbox/outbox-lane.machine.ts'
import type { OutboxService } from '../../../services/outbox/outbox.ts'
import type { Log } from '../../../store/log/log.ts'
import { projectOfScope } from '../../../store/outbox/definition.ts'
import { outboxCounts$, type OutboxCounts } from '../../../store/outbox/outbox-shown.ts'
import { leadUnder, type Locks } from './lead.ts'
import './capabilities.ts'
import { sendBytes, sendCommands } from './outbox-actors.ts'

/** The outbox's dependencies. */
export interface OutboxWorld {
  log: Log
  server: OutboxService
  /** Prefix of the lock names. Of all tabs of a person, the one with the lock sends. */
  personId: number
  /** Undefined where the browser has no locks: then each tab sends, and the server applies each command once. */
  locks: Locks
  isOnline$: Observable<boolean>
  /** Emits whenever a call has reached the server. */
  reached$: Observable<unknown>
  /** Emits whenever a session has been opened or renewed. */
  opened$: Observable<unknown>
  /** Emits when what the user may do in a project may have changed. */
  accessChanges$: (projectKey: string) => Observable<unknown>
  clock?: NonNullable<Parameters<typeof createActor>[1]>['clock']
  jitter?: () => number
}

export interface OutboxState extends OutboxCounts {
  /** Why sending is paused; null while it is not. */
  trouble: OutboxTrouble | null
  /** The server's message, where it failed. */
  message: string | null
  /** Scopes of which the server accepts nothing from this user. */
  denied: Readonly<Record<string, Denial>>
}

export interface Outbox {
  state$: Observable<OutboxState>
  /** Retries immediately instead of after the pause. */
  ask(): void
  /** Whether nothing is being sent. */
  isAtRest(): boolean
  stop(): void
}

const NOTHING: OutboxCounts = { unsent: 0, refused: 0, files: 0, refusedFiles: 0 }

/** Starts to send: commands in one lane, bytes of files in another. */
export function startOutbox(world: OutboxWorld): Outbox {
  const { log, server } = world
  const commands = startLane(world, `assay-outbox-${world.personId}`, sendCommands(log, server))
  const files = startLane(world, `assay-outbox-files-${world.personId}`, sendBytes(log, server))
  const lanes = [commands, files]
  const broadcast = (event: OutboxLaneEvent) => lanes.forEach((lane) => lane.send(event))
  const counts$ = new BehaviorSubject(NOTHING)
  const subscription = new Subscription()
  const onTrouble = (cause: unknown) => log.trouble$.next({ kind: 'failed', cause })
  subscription.add(
    outboxCounts$(log).subscribe({
      next: (counts) => {
        counts$.next(counts)
        if (counts.unsent > counts.refused) commands.send({ type: 'outbox/filled' })
        if (counts.files > 0) files.send({ type: 'outbox/filled' })
      },
      error: onTrouble,
    }),
  )
  subscription.add(
    world.isOnline$
      .pipe(distinctUntilChanged())
      .subscribe((isOnline) => broadcast({ type: isOnline ? 'link/up' : 'link/down' })),
  )
  subscription.add(world.reached$.subscribe(() => broadcast({ type: 'outbox/asked' })))
  subscription.add(world.opened$.subscribe(() => broadcast({ type: 'session/opened' })))
  const lanes$ = combineLatest([troubles(commands), troubles(files)]).pipe(
    map(([ofCommands, ofFiles]) => ({
      trouble: ofCommands.trouble ?? ofFiles.trouble,
      message: ofCommands.message ?? ofFiles.message,
      denied: { ...ofFiles.denied, ...ofCommands.denied },
    })),
  )
  const deniedProjects$ = lanes$.pipe(
    map(({ denied }) => [...new Set(Object.keys(denied).map(projectOfScope))].sort()),
    distinctUntilChanged((a, b) => a.join() === b.join()),
  )
  subscription.add(
    deniedProjects$
      .pipe(switchMap((projectKeys) => merge(...projectKeys.map(world.accessChanges$))))
      .subscribe(() => broadcast({ type: 'access/changed' })),
  )
  return {
    state$: combineLatest([counts$, lanes$]).pipe(map(([counts, ofLanes]) => ({ ...counts, ...ofLanes }))),
    ask: () => broadcast({ type: 'outbox/asked' }),
    isAtRest: () => lanes.every((lane) => !lane.getSnapshot().matches({ leading: 'sending' })),
    stop: () => {
      subscription.unsubscribe()
      for (const lane of lanes) lane.stop()
    },
  }
}

const startLane = (
  { locks, clock, jitter, log }: OutboxWorld,
  lock: string,
  send: (attempt: Attempt) => ReturnType<ReturnType<typeof sendCommands>>,
): ActorRefFrom<OutboxLane> => {
  const lane = createActor(
    outboxLane(jitter ? { jitter } : {}).provide({
      actors: {
        lead: fromCallback<OutboxLaneEvent>(({ sendBack }) =>
          leadUnder(locks, lock, () => sendBack({ type: 'lead/gained' })),
        ),
        sendNext: fromPromise(async ({ input }: { input: Attempt }) => {
          try {
            return await send(input)
          } catch (cause) {
            log.trouble$.next({ kind: 'failed', cause })
            throw cause
          }
        }),
      },
    }),
    { input: { isOnline: true }, ...(clock ? { clock } : {}) },
  )
  return lane.start()
}

const troubles = (lane: ActorRefFrom<OutboxLane>): Observable<Pick<OutboxState, 'trouble' | 'message' | 'denied'>> => {
  const of = (snapshot: ReturnType<typeof lane.getSnapshot>) => ({
    trouble: troubleOf(snapshot),
    message: snapshot.context.failure,
    denied: snapshot.context.denied,
  })
  const trouble$ = new BehaviorSubject(of(lane.getSnapshot()))
  lane.subscribe({ next: (snapshot) => trouble$.next(of(snapshot)), complete: () => trouble$.complete() })
  return trouble$
}
