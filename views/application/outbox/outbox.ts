import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  filter,
  map,
  merge,
  share,
  startWith,
  Subscription,
  switchMap,
  type Observable,
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

/** What a lane is doing. */
type LaneState = Pick<OutboxState, 'trouble' | 'message' | 'denied'>

type LaneName = 'commands' | 'files'

/** Between the tabs of one user: the tab that sends answers for all of them. */
export type OutboxTabMessage =
  | { type: 'outbox/asked' }
  | { type: 'lanes/requested' }
  | { type: 'lane/changed'; lane: LaneName; state: LaneState }

/** The outbox's dependencies. */
export interface OutboxWorld {
  log: Log
  server: OutboxService
  /** Prefix of the lock names. Of all tabs of a user, the one with the lock sends. */
  userId: number
  /** Undefined where the browser has no locks: then each tab sends, and the server applies each command once. */
  locks: Locks
  isOnline$: Observable<boolean>
  /** Emits whenever a call has reached the server. */
  reached$: Observable<unknown>
  /** Emits whenever a session has been opened or renewed. */
  opened$: Observable<unknown>
  /** Emits when what the user may do in a project may have changed. */
  accessChanges$: (projectKey: string) => Observable<unknown>
  /** Ends with the last subscription. */
  otherTabs: { message$: Observable<OutboxTabMessage>; post: (message: OutboxTabMessage) => void }
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

const QUIET: LaneState = { trouble: null, message: null, denied: {} }
const NOTHING: OutboxCounts = { unsent: 0, refused: 0, files: 0, refusedFiles: 0 }

/** Starts to send: commands in one lane, bytes of files in another. */
export function startOutbox(world: OutboxWorld): Outbox {
  const { log, server } = world
  const commands = startLane(world, `assay-outbox-${world.userId}`, sendCommands(log, server))
  const files = startLane(world, `assay-outbox-files-${world.userId}`, sendBytes(log, server))
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
  const tabs = { ...world.otherTabs, message$: world.otherTabs.message$.pipe(share()) }
  const [ofCommands$, ofFiles$] = [stateOf(commands), stateOf(files)]
  subscription.add(answerOtherTabs('commands', ofCommands$, tabs))
  subscription.add(answerOtherTabs('files', ofFiles$, tabs))
  subscription.add(
    tabs.message$
      .pipe(filter(({ type }) => type === 'outbox/asked'))
      .subscribe(() => broadcast({ type: 'outbox/asked' })),
  )
  const shown$ = new BehaviorSubject<LaneState>(QUIET)
  subscription.add(
    combineLatest([inAllTabs('commands', ofCommands$, tabs), inAllTabs('files', ofFiles$, tabs)])
      .pipe(
        map(([ofCommands, ofFiles]) => ({
          trouble: ofCommands.trouble ?? ofFiles.trouble,
          message: ofCommands.message ?? ofFiles.message,
          denied: { ...ofFiles.denied, ...ofCommands.denied },
        })),
      )
      .subscribe(shown$),
  )
  world.otherTabs.post({ type: 'lanes/requested' })
  const deniedProjects$ = combineLatest([ofCommands$, ofFiles$]).pipe(
    map((lanes) => [...new Set(lanes.flatMap(({ denied }) => Object.keys(denied).map(projectOfScope)))].sort()),
    distinctUntilChanged((a, b) => a.join() === b.join()),
  )
  subscription.add(
    deniedProjects$
      .pipe(switchMap((projectKeys) => merge(...projectKeys.map(world.accessChanges$))))
      .subscribe(() => broadcast({ type: 'access/changed' })),
  )
  return {
    state$: combineLatest([counts$, shown$]).pipe(map(([counts, ofLanes]) => ({ ...counts, ...ofLanes }))),
    ask: () => {
      broadcast({ type: 'outbox/asked' })
      world.otherTabs.post({ type: 'outbox/asked' })
    },
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

type TabLane = LaneState & { isLeading: boolean }

const stateOf = (lane: ActorRefFrom<OutboxLane>): Observable<TabLane> => {
  const of = (snapshot: ReturnType<typeof lane.getSnapshot>) => ({
    isLeading: snapshot.matches('leading'),
    trouble: troubleOf(snapshot),
    message: snapshot.context.failure,
    denied: snapshot.context.denied,
  })
  const state$ = new BehaviorSubject<TabLane>(of(lane.getSnapshot()))
  lane.subscribe({ next: (snapshot) => state$.next(of(snapshot)), complete: () => state$.complete() })
  return state$.pipe(
    distinctUntilChanged(
      (a, b) =>
        a.isLeading === b.isLeading && a.trouble === b.trouble && a.message === b.message && a.denied === b.denied,
    ),
  )
}

/** The leading tab posts its changes, and its state to each new tab. */
const answerOtherTabs = (
  lane: LaneName,
  own$: Observable<TabLane>,
  { message$, post }: OutboxWorld['otherTabs'],
): Subscription =>
  combineLatest([
    own$,
    message$.pipe(
      filter(({ type }) => type === 'lanes/requested'),
      startWith(null),
    ),
  ]).subscribe(([{ isLeading, ...state }]) => {
    if (isLeading) post({ type: 'lane/changed', lane, state })
  })

/** Emits the state of a lane in the tab that leads. */
const inAllTabs = (
  lane: LaneName,
  own$: Observable<TabLane>,
  { message$ }: OutboxWorld['otherTabs'],
): Observable<LaneState> => {
  const leaders$ = message$.pipe(
    map((message) => (message.type === 'lane/changed' && message.lane === lane ? message.state : null)),
    filter((state) => state !== null),
    startWith(null),
  )
  return combineLatest([own$, leaders$]).pipe(map(([own, leaders]) => (own.isLeading ? own : (leaders ?? own))))
}
