import {
  createActor,
  SimulatedClock,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate'
import { createTestModel } from '@xstate/test'
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph'

// The only importer of xstate/graph and @xstate/test. `createTestModel` refuses machines that invoke or wait, as all of the product's
// do: it takes models of what a person does and sees, and the paths of the product's own machines are walked with `pathsOf`.

/** A path of a model without effects, to be tried on the real thing: `test` plays its events and looks at each state's face. */
export type UserPath = {
  description: string
  test(params: {
    states: Record<string, () => void | Promise<void>>
    events: Record<string, () => void | Promise<void>>
  }): Promise<unknown>
}

/** Every way through a model of a person's view that visits no state twice. */
export const userPathsOf = (machine: AnyStateMachine): UserPath[] =>
  createTestModel(machine as never).getSimplePaths() as unknown as UserPath[]

export type Walk<Machine extends AnyStateMachine> = {
  input: InputFrom<Machine>
  /** Everything that may happen, the world's answers included, each with a value it may have. */
  events: readonly EventFromLogic<Machine>[]
  /** Where to stop: whatever grows has to be bounded. */
  stopWhen?: (snapshot: SnapshotFrom<Machine>) => boolean
}

export type Path<Machine extends AnyStateMachine> = {
  name: string
  steps: { event: EventFromLogic<Machine>; state: SnapshotFrom<Machine> }[]
}

/** The shortest way to every state, and from there once along every event. */
export function pathsOf<Machine extends AnyStateMachine>(machine: Machine, walk: Walk<Machine>): Path<Machine>[] {
  // An answer counts only where the machine waits for one: elsewhere an error nobody expects would end it.
  const events = (snapshot: AnyMachineSnapshot) =>
    (snapshot.status === 'active' ? walk.events : []).filter(
      ({ type }) => !type.startsWith('xstate.') || snapshot._nodes.some((n) => n.transitions.has(type)),
    )
  const options = { ...walk, limit: 5000, events } as never
  const ways = getShortestPaths(machine, options) as unknown as Path<Machine>[]
  const nodes = getAdjacencyMap(machine, options)
  const keyOf = (state: unknown) => JSON.stringify(state)
  const wayTo = new Map(ways.map(({ steps }) => [keyOf(steps.at(-1)?.state), steps]))
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
 * Few walks that between them take every step of a model of what a person does: each goes on from where it stands to the nearest
 * step that none has taken, and only where there is none to be reached a new one begins. In a browser that is many times as
 * quick as the paths of `pathsOf`, and it comes to each state by more ways.
 */
export function toursOf<Machine extends AnyStateMachine>(machine: Machine, walk: Walk<Machine>): Path<Machine>[] {
  const nodes = getAdjacencyMap(machine, { ...walk, limit: 5000 } as never)
  type Edge = { state: SnapshotFrom<Machine>; event: EventFromLogic<Machine> }
  const keyOf = (state: unknown) => JSON.stringify(state)
  const edges = new Map(
    Object.values(nodes).map(({ state, transitions }) => [
      keyOf(state),
      // What cannot be done is no step of a person.
      (Object.values(transitions) as Edge[]).filter(({ event }) => (state as AnyMachineSnapshot).can(event)),
    ]),
  )
  const taken = new Set<Edge>()
  const wayToFresh = (from: string): Edge[] | null => {
    const ways: { at: string; way: Edge[] }[] = [{ at: from, way: [] }]
    const seen = new Set([from])
    for (const { at, way } of ways)
      for (const edge of edges.get(at) ?? []) {
        if (!taken.has(edge)) return [...way, edge]
        const next = keyOf(edge.state)
        if (!seen.has(next)) ways.push({ at: next, way: [...way, edge] })
        seen.add(next)
      }
    return null
  }
  const tours: Path<Machine>[] = []
  const first = createActor(machine, { input: walk.input } as never).getSnapshot() as SnapshotFrom<Machine>
  for (let way = wayToFresh(keyOf(first)); way !== null; way = wayToFresh(keyOf(first))) {
    const steps: Edge[] = []
    for (let on: Edge[] | null = way; on !== null; on = wayToFresh(keyOf(steps.at(-1)?.state))) {
      steps.push(...on)
      for (const edge of on) taken.add(edge)
    }
    tours.push({ name: steps.map(({ event }) => event.type).join(' → '), steps })
  }
  return tours
}

/** Names of the paths on which something does not hold after one of their steps. */
export const breaches = <Machine extends AnyStateMachine>(
  paths: readonly Path<Machine>[],
  holds: (state: SnapshotFrom<Machine>, before: SnapshotFrom<Machine> | undefined) => boolean,
): string[] =>
  paths.filter(({ steps }) => !steps.every(({ state }, i) => holds(state, steps[i - 1]?.state))).map(({ name }) => name)

type Node = AnyStateMachine['root']

const nodesOf = (node: Node): Node[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

/** States that no path enters and transitions, `always` included, that no path takes: empty when the paths show the whole machine. */
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

/** Takes single steps and notes each transition on the way; of `always` only an inspector is told. */
function stepper(machine: AnyStateMachine, first: { type: string; input?: unknown }, note: (t: Transition) => void) {
  const actor = createActor(machine, {
    input: first.input,
    inspect: (told: { type: string; _transitions?: Transition[] }) => told._transitions?.forEach(note),
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

/** Never says anything, not even how it is: a parent that watches its children's snapshots hears of none. */
const silent = {
  transition: (snapshot: unknown) => snapshot,
  getInitialSnapshot: () => ({ status: 'silent', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot: unknown) => snapshot,
}

/**
 * Plays a path on a running machine: actors answer when the path says so, the clock moves only when the path waits, and
 * after each step the running machine must be where the path is. Returns what it emitted.
 */
export function play<Machine extends AnyStateMachine>(
  machine: Machine,
  { name, steps }: Path<Machine>,
  input: InputFrom<Machine>,
): { type: string }[] {
  const clock = new SimulatedClock()
  const actors = Object.fromEntries(Object.keys(machine.implementations.actors).map((name) => [name, silent]))
  const actor = createActor(machine.provide({ actors } as never), { input, clock } as never)
  const emitted: { type: string }[] = []
  actor.on('*', (event) => emitted.push(event as { type: string }))
  actor.start()
  for (const { event, state } of steps) {
    const now = actor.getSnapshot() as AnyMachineSnapshot
    if (event.type.startsWith('xstate.after.')) clock.increment(delayOf(machine, now, event))
    else if (event.type !== 'xstate.init') actor.send(event)
    const reached = actor.getSnapshot() as AnyMachineSnapshot
    const wanted = state as AnyMachineSnapshot
    if (JSON.stringify([reached.value, reached.context]) !== JSON.stringify([wanted.value, wanted.context]))
      throw new Error(`${name}, after ${event.type}: ${JSON.stringify(reached)} instead of ${JSON.stringify(wanted)}`)
  }
  actor.stop()
  return emitted
}

/** What the machine says it waits for before this event. */
function delayOf(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: { type: string }): number {
  const delays = snapshot._nodes.flatMap((node) => node.after.filter((t) => t.eventType === event.type))
  const name = delays[0]?.delay
  const delay = typeof name === 'string' ? machine.implementations.delays[name] : name
  const args = { context: snapshot.context, event } as never
  return typeof delay === 'function' ? (delay as unknown as (args: never) => number)(args) : Number(delay)
}
