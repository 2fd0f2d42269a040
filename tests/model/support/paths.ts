import {
  createActor,
  fromTransition,
  SimulatedClock,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate'
import { TestModel } from '@xstate/test'
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph'

// The only importer of xstate/graph and @xstate/test.

/** Actions of users and the world on one of the product's machines, as steps; a step may be several events of the machine. */
export type Play<State, Step extends { type: string }> = {
  first: State
  /** Steps that are possible in a state. */
  stepsOf: (state: State) => readonly Step[]
  next: (state: State, step: Step) => State
  /** States with the same key are equal in the search for a path. */
  keyOf: (state: State) => string
  /** Steps with the same label count as one. */
  labelOf: (from: State, step: Step, to: State) => string
  /** What users see in a state. */
  faceOf: (state: State) => string
}

/** `test` performs the tour's steps, and checks what users see in each state. */
export type Tour<State, Step extends { type: string }> = {
  name: string
  first: State
  steps: { event: Step; state: State }[]
  test(params: {
    states: Record<string, (state: State) => void | Promise<void>>
    events: Record<string, (step: { event: Step; state: State }) => void | Promise<void>>
  }): Promise<unknown>
}

/** Returns a small set of tours that together take every step of the play from every state with a label of its own. */
export function toursOfPlay<State, Step extends { type: string }>(play: Play<State, Step>): Tour<State, Step>[] {
  const ways = walkAll(play.first, {
    ...play,
    edgesOf: (state) => play.stepsOf(state).map((event) => ({ event, state: play.next(state, event) })),
    labelOf: (from, { event, state }) => play.labelOf(from, event, state),
  })
  const model = new TestModel(
    fromTransition(play.next as never, play.first as never) as never,
    {
      stateMatcher: (state: unknown, face: string) => play.faceOf(state as State) === face,
      serializeState: (state: unknown) => play.faceOf(state as State),
      serializeEvent: ({ type }: { type: string }) => type,
    } as never,
  )
  return ways.map((way) => {
    const steps = [{ event: { type: 'xstate.init' }, state: play.first }, ...way]
    const [path] = model.getPaths((() => [{ state: way.at(-1)?.state, steps, weight: way.length }]) as never)
    const name = way.map(({ event }) => event.type).join(' → ')
    return { ...(path as unknown as Pick<Tour<State, Step>, 'test'>), name, first: play.first, steps: way }
  })
}

type Edge<State, Step> = { event: Step; state: State }

/** Each tour continues to the nearest unused edge; without one, a new tour begins. */
function walkAll<State, Step>(
  first: State,
  {
    edgesOf,
    keyOf,
    labelOf,
  }: {
    edgesOf: (state: State) => Edge<State, Step>[]
    keyOf: (state: State) => string
    labelOf: (from: State, edge: Edge<State, Step>) => string
  },
): Edge<State, Step>[][] {
  const taken = new Set<string>()
  const wayToFresh = (from: State): Edge<State, Step>[] | null => {
    const ways: { at: State; way: Edge<State, Step>[] }[] = [{ at: from, way: [] }]
    const seen = new Set([keyOf(from)])
    for (const { at, way } of ways)
      for (const edge of edgesOf(at)) {
        if (!taken.has(labelOf(at, edge))) return [...way, edge]
        const next = keyOf(edge.state)
        if (!seen.has(next)) ways.push({ at: edge.state, way: [...way, edge] })
        seen.add(next)
      }
    return null
  }
  const walks: Edge<State, Step>[][] = []
  for (let way = wayToFresh(first); way !== null; way = wayToFresh(first)) {
    const walk: Edge<State, Step>[] = []
    for (let on: Edge<State, Step>[] | null = way; on !== null; on = wayToFresh(walk.at(-1)?.state ?? first))
      for (const edge of on) {
        taken.add(labelOf(walk.at(-1)?.state ?? first, edge))
        walk.push(edge)
      }
    walks.push(walk)
  }
  return walks
}

export type Walk<Machine extends AnyStateMachine> = {
  input: InputFrom<Machine>
  /** Every possible event, the world's answers included, each with a possible value. */
  events: readonly EventFromLogic<Machine>[]
  /** Omits events that cannot happen in a state, although the machine would accept them. */
  isPossible?: (snapshot: SnapshotFrom<Machine>, event: EventFromLogic<Machine>) => boolean
  /** Where to stop: everything that grows must be bounded. */
  stopWhen?: (snapshot: SnapshotFrom<Machine>) => boolean
}

export type Path<Machine extends AnyStateMachine> = {
  name: string
  steps: { event: EventFromLogic<Machine>; state: SnapshotFrom<Machine> }[]
}

/** Returns the input that a path begins with: its first event is the machine's start. */
export const inputOf = <Machine extends AnyStateMachine>({ steps }: Path<Machine>): InputFrom<Machine> =>
  (steps[0]?.event as { input?: InputFrom<Machine> } | undefined)?.input as InputFrom<Machine>

/** The shortest path to every state, and from there once along every event. */
export function pathsOf<Machine extends AnyStateMachine>(machine: Machine, walk: Walk<Machine>): Path<Machine>[] {
  // An answer counts only where the machine waits for one: elsewhere an unexpected error would end it.
  const events = (snapshot: AnyMachineSnapshot) =>
    (snapshot.status === 'active' ? walk.events : []).filter(
      (event) =>
        (!event.type.startsWith('xstate.') || snapshot._nodes.some((n) => n.transitions.has(event.type))) &&
        (walk.isPossible?.(snapshot as SnapshotFrom<Machine>, event) ?? true),
    )
  const options = { ...walk, limit: 5000, events } as never
  const ways = getShortestPaths(machine, options) as unknown as Path<Machine>[]
  const nodes = getAdjacencyMap(machine, options)
  const keyOf = (state: unknown) => JSON.stringify(state)
  // The first step contains the initial state, which all paths share: eventless transitions may be taken immediately.
  const begin = { type: 'xstate.init', input: walk.input } as unknown as EventFromLogic<Machine>
  let first: Path<Machine>['steps'][number] | undefined
  const begun = ([one, ...steps]: Path<Machine>['steps']) => {
    if (one !== undefined) first ??= { ...one, event: begin }
    return [...(first === undefined ? [] : [first]), ...steps]
  }
  const wayTo = new Map(ways.map(({ steps }) => [keyOf(steps.at(-1)?.state), begun(steps)]))
  return Object.values(nodes).flatMap(({ state, transitions }) => {
    const before = wayTo.get(keyOf(state))
    if (before === undefined) return []
    return Object.values(transitions).map((edge) => {
      const steps = [...before, edge as Path<Machine>['steps'][number]]
      return {
        name: steps
          .map(({ event }) => event.type)
          .slice(1)
          .join(' → '),
        steps,
      }
    })
  })
}

/**
 * Few long walks that together take the last step of every path: a running machine performs them many times as fast as the paths, each of
 * which starts again.
 */
export function toursThrough<Machine extends AnyStateMachine>(paths: readonly Path<Machine>[]): Path<Machine>[] {
  type Step = Path<Machine>['steps'][number]
  const keys = new Map<unknown, string>()
  const keyOf = (state: Step['state']) => {
    const key = keys.get(state) ?? JSON.stringify(state)
    keys.set(state, key)
    return key
  }
  const edges = new Map<string, Step[]>()
  const labels = new Map<Step, string>()
  for (const { steps } of paths) {
    const [from, edge] = [steps.at(-2), steps.at(-1)]
    if (from === undefined || edge === undefined) continue
    const key = keyOf(from.state)
    const list = edges.get(key) ?? []
    edges.set(key, list)
    list.push(edge)
    labels.set(edge, String(labels.size))
  }
  const [first] = paths.flatMap(({ steps }) => steps.slice(0, 1))
  if (first === undefined) return []
  return walkAll<Step['state'], Step['event']>(first.state, {
    edgesOf: (state) => edges.get(keyOf(state)) ?? [],
    keyOf,
    labelOf: (_, edge) => labels.get(edge) ?? '',
  }).map((steps) => ({ name: steps.map(({ event }) => event.type).join(' → '), steps: [first, ...steps] }))
}

const valueOf = (step: { state: unknown } | undefined) => (step?.state as AnyMachineSnapshot | undefined)?.value

/** Returns one path for each event that leads from one state to another: what a running machine needs to show, without every context. */
export const samplesOf = <Machine extends AnyStateMachine>(paths: readonly Path<Machine>[]): Path<Machine>[] => {
  const samples = new Map<string, Path<Machine>>()
  for (const path of paths) {
    const [before, last] = path.steps.slice(-2)
    samples.set(JSON.stringify([valueOf(before), last?.event, valueOf(last)]), path)
  }
  return [...samples.values()]
}

/** Names of the paths with a step after which something does not hold. */
export const breaches = <Machine extends AnyStateMachine>(
  paths: readonly Path<Machine>[],
  holds: (state: SnapshotFrom<Machine>, before: SnapshotFrom<Machine> | undefined) => boolean,
): string[] =>
  paths.filter(({ steps }) => !steps.every(({ state }, i) => holds(state, steps[i - 1]?.state))).map(({ name }) => name)

type Node = AnyStateMachine['root']

const nodesOf = (node: Node): Node[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

/** States that no path enters and transitions, `always` included, that no path takes; empty when the paths cover the machine. */
export function missedBy<Machine extends AnyStateMachine>(machine: Machine, paths: readonly Path<Machine>[]): string[] {
  const entered = new Set<string>()
  const taken = new Set<unknown>()
  // Paths share their first steps.
  const seen = new Set<unknown>()
  let step: ReturnType<typeof stepper> | null = null
  for (const { steps } of paths)
    for (const [i, one] of steps.entries()) {
      if (seen.has(one)) continue
      seen.add(one)
      for (const node of (one.state as AnyMachineSnapshot)._nodes) entered.add(node.id)
      const note = (t: Transition) => {
        taken.add(t)
        entered.add(t.source.id)
      }
      const before = steps[i - 1]?.state as AnyMachineSnapshot | undefined
      if (before === undefined) step = stepper(machine, one.event, note)
      else if (before.status === 'active') step?.(before, one.event)
    }
  const missed = (t: Transition, name: string) => (taken.has(t) ? [] : [name])
  return nodesOf(machine.root).flatMap((node) => [
    ...(entered.has(node.id) ? [] : [`state ${node.id}`]),
    ...[...node.transitions].flatMap(([type, list]) =>
      list.flatMap((t, i) => missed(t, `${node.id} on ${type} [${i}]`)),
    ),
    ...(node.always ?? []).flatMap((t, i) => missed(t, `${node.id} always [${i}]`)),
  ])
}

type Transition = NonNullable<Node['always']>[number]

/** Takes single steps and records each transition; only an inspector is notified of `always`. */
function stepper(machine: AnyStateMachine, first: { type: string; input?: unknown }, note: (t: Transition) => void) {
  const actor = createActor(machine, {
    input: first.input,
    inspect: (reported: { type: string; _transitions?: Transition[] }) => reported._transitions?.forEach(note),
  } as never)
  const nothing = () => undefined
  const scope = {
    self: actor,
    system: actor.system,
    id: actor.id,
    sessionId: actor.sessionId,
    logger: nothing,
    defer: nothing,
    stopChild: nothing,
    emit: nothing,
    actionExecutor: nothing,
  }
  return (before: AnyMachineSnapshot, event: unknown) => void machine.transition(before, event as never, scope as never)
}

/** An actor that emits no snapshots, for parents that watch their children. */
const silent = {
  transition: (snapshot: unknown) => snapshot,
  getInitialSnapshot: () => ({ status: 'silent', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot: unknown) => snapshot,
}

/** Providing actors builds the machine again, and a state is compared on every path through it. */
const machinesWithoutActors = new WeakMap<AnyStateMachine, AnyStateMachine>()
const textsOfStates = new WeakMap<object, string>()

function withoutActors<Machine extends AnyStateMachine>(machine: Machine): Machine {
  const known = machinesWithoutActors.get(machine)
  if (known !== undefined) return known as Machine
  const actors = Object.fromEntries(Object.keys(machine.implementations.actors).map((name) => [name, silent]))
  const provided = machine.provide({ actors } as never)
  machinesWithoutActors.set(machine, provided)
  return provided as Machine
}

const textOf = ({ value, context }: AnyMachineSnapshot): string => JSON.stringify([value, context])

function textOfStep(state: AnyMachineSnapshot): string {
  const text = textsOfStates.get(state) ?? textOf(state)
  textsOfStates.set(state, text)
  return text
}

/**
 * Plays a path on a running machine: actors answer when the path requires it, the clock advances only when the path waits, and after each
 * step the machine must be in the path's state. Returns the emitted events.
 */
export function play<Machine extends AnyStateMachine>(
  machine: Machine,
  { name, steps }: Path<Machine>,
  input: InputFrom<Machine>,
): { type: string }[] {
  const clock = new SimulatedClock()
  const actor = createActor(withoutActors(machine), { input, clock } as never)
  const emitted: { type: string }[] = []
  actor.on('*', (event) => emitted.push(event as { type: string }))
  actor.start()
  for (const { event, state } of steps) {
    const now = actor.getSnapshot() as AnyMachineSnapshot
    if (event.type.startsWith('xstate.after.')) clock.increment(delayOf(machine, now, event))
    else if (event.type !== 'xstate.init') actor.send(event)
    const reached = actor.getSnapshot() as AnyMachineSnapshot
    const requested = state as AnyMachineSnapshot
    if (textOf(reached) !== textOfStep(requested))
      throw new Error(
        `${name}, after ${event.type}: ${JSON.stringify(reached)} instead of ${JSON.stringify(requested)}`,
      )
  }
  actor.stop()
  return emitted
}

/** What the machine waits for before this event. */
function delayOf(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: { type: string }): number {
  const delays = snapshot._nodes.flatMap((node) => node.after.filter((t) => t.eventType === event.type))
  const name = delays[0]?.delay
  const delay = typeof name === 'string' ? machine.implementations.delays[name] : name
  const args = { context: snapshot.context, event } as never
  return typeof delay === 'function' ? (delay as unknown as (args: never) => number)(args) : Number(delay)
}
