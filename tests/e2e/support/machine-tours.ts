import { test } from '@playwright/test'
import {
  getInitialSnapshot,
  getNextSnapshot,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate'
import { missedBy, toursOfPlay, type Path, type Tour } from '../../model/support/paths.ts'

type Machines = Record<string, AnyStateMachine>

/** The states of the product's machines by name, and of their surroundings. A machine that does not run is null. */
export interface Scene<Of extends Machines, Around> {
  at: { [Name in keyof Of]: SnapshotFrom<Of[Name]> | null }
  around: Around
}

/** The events of a step, in this order. */
export interface Outcome<Of extends Machines, Around> {
  /** Machines that are started by the tour, with their inputs. */
  begin?: { [Name in keyof Of]?: InputFrom<Of[Name]> }
  events?: { [Name in keyof Of]?: readonly EventFromLogic<Of[Name]>[] }
  /** Machines that stop. */
  end?: readonly (keyof Of)[]
  around?: Partial<Around>
}

interface Staged<Of extends Machines, Around, Step extends string> {
  machines: Of
  first: Around
  /** Null: not possible in this state. */
  steps: Record<Step, (scene: Scene<Of, Around>) => Outcome<Of, Around> | null>
  /** What users see in a scene. */
  faceOf: (scene: Scene<Of, Around>) => string
  /** Distinguishes scenes that look alike but continue differently; by default their faces do. */
  keyOf?: (scene: Scene<Of, Around>) => string
}

export interface MachineTours<Of extends Machines, Around, Step extends string> {
  tours: readonly Tour<Scene<Of, Around>, { type: Step }>[]
  faceOf: (scene: Scene<Of, Around>) => string
  /** States and transitions of each machine that no tour takes. */
  missed: Record<keyof Of, string[]>
}

/**
 * Few tours through the product's own machines that together take every step in each visible state where it is possible. No machine runs at
 * first.
 */
export function toursOfMachines<Of extends Machines, Around, Step extends string>(
  staged: Staged<Of, Around, Step>,
): MachineTours<Of, Around, Step> {
  type Of1 = Scene<Of, Around>
  const { machines, steps, faceOf, keyOf = faceOf } = staged
  const names = Object.keys(machines) as (keyof Of & string)[]
  const first: Of1 = { at: Object.fromEntries(names.map((name) => [name, null])) as Of1['at'], around: staged.first }
  const trailsOf = (scene: Of1, { begin = {}, events = {} }: Outcome<Of, Around>, name: keyof Of & string) => {
    const machine = machines[name] as AnyStateMachine
    const input = (begin as Record<string, unknown>)[name]
    const trail: { event: { type: string }; state: AnyMachineSnapshot }[] = []
    if (name in begin)
      trail.push({
        event: { type: 'xstate.init', input } as { type: string },
        state: getInitialSnapshot(machine, input as never) as AnyMachineSnapshot,
      })
    for (const event of (events as Record<string, readonly { type: string }[]>)[name] ?? []) {
      const before = trail.at(-1)?.state ?? scene.at[name]
      if (before === null) throw new Error(`${name} does not run, and takes no ${event.type}`)
      trail.push({ event, state: getNextSnapshot(machine, before as never, event as never) as AnyMachineSnapshot })
    }
    return trail
  }
  const next = (scene: Of1, { type }: { type: Step }): Of1 => {
    const outcome = steps[type](scene)
    if (outcome === null) throw new Error(`${type} is not possible in ${faceOf(scene)}`)
    const at = Object.fromEntries(
      names.map((name) => [
        name,
        outcome.end?.includes(name) === true ? null : (trailsOf(scene, outcome, name).at(-1)?.state ?? scene.at[name]),
      ]),
    ) as Of1['at']
    return { at, around: { ...scene.around, ...outcome.around } }
  }
  const tours = toursOfPlay<Of1, { type: Step }>({
    first,
    stepsOf: (scene) =>
      (Object.keys(steps) as Step[]).filter((type) => steps[type](scene) !== null).map((type) => ({ type })),
    next,
    keyOf,
    labelOf: (from, { type }, to) => `${faceOf(from)}: ${type} → ${faceOf(to)}`,
    faceOf,
  })
  const pathsOf = (name: keyof Of & string) =>
    tours.flatMap((tour) => {
      const paths: Path<AnyStateMachine>['steps'][] = []
      let scene = tour.first
      for (const { event, state } of tour.steps) {
        const outcome = steps[event.type](scene)
        for (const one of outcome === null ? [] : trailsOf(scene, outcome, name))
          if (one.event.type === 'xstate.init') paths.push([one as never])
          else paths.at(-1)?.push(one as never)
        scene = state
      }
      return paths.map((path) => ({ name: tour.name, steps: path }))
    })
  const missed = Object.fromEntries(
    names.map((name) => [name, missedBy(machines[name] as AnyStateMachine, pathsOf(name))]),
  ) as Record<keyof Of, string[]>
  return { tours, faceOf, missed }
}

interface Acting<Of extends Machines, Around, Step extends string> {
  /** Takes a step in the browser. */
  does: Record<Step, (before: Scene<Of, Around>, after: Scene<Of, Around>) => Promise<unknown>>
  /** Checks the page for each visible state. */
  sees: Record<string, (scene: Scene<Of, Around>) => Promise<unknown>>
  /** Before each tour. */
  begin?: () => Promise<unknown>
}

/** Performs the tours in a browser, and checks the page after each step. */
export async function goTours<Of extends Machines, Around, Step extends string>(
  { tours, faceOf }: MachineTours<Of, Around, Step>,
  { does, sees, begin }: Acting<Of, Around, Step>,
): Promise<void> {
  for (const tour of tours) {
    let before = tour.first
    await begin?.()
    const play = (type: Step) => (step: { state: Scene<Of, Around> }) =>
      test.step(`${faceOf(before)}: ${type} → ${faceOf(step.state)}`, async () => {
        await does[type](before, step.state)
        before = step.state
      })
    const events = Object.fromEntries((Object.keys(does) as Step[]).map((type) => [type, play(type)]))
    const states = Object.fromEntries(
      Object.entries(sees).map(([face, look]) => [face, async (scene: Scene<Of, Around>) => void (await look(scene))]),
    )
    await tour.test({ events, states })
  }
}

/** An actor's answer, as its machine gets it. */
export const answerOf = (actor: string, output?: unknown) => ({ type: `xstate.done.actor.${actor}`, output }) as never
export const failureOf = (actor: string) => ({ type: `xstate.error.actor.${actor}`, error: 'unreachable' }) as never
