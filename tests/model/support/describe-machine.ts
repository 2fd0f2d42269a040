import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate'
import { breaches, missedBy, pathsOf, type Path, type Walk } from './paths.ts'
import { expectTable, isEffective, type EventTable } from './table.ts'

export interface MachineSpecification<M extends AnyStateMachine> extends Walk<M> {
  /** Several graphs, each with its differences from the defaults: one graph with everything that grows would never end. */
  walks?: readonly Partial<Walk<M>>[]
  table: EventTable
  /**
   * Events of users that a state drops on purpose, with the reason: `{ saving: { events: 'form/close', because: 'the button is disabled' } }`. A
   * parent's name includes its states, `*` all of them.
   */
  ignored?: Readonly<Record<string, { events: string; because: string }>>
  /** Title, with the requirement's id → what holds after every step of every path. */
  invariants?: Readonly<Record<string, (state: SnapshotFrom<M>, before: SnapshotFrom<M> | undefined) => boolean>>
}

/**
 * Tests a machine along generated paths: each state handles the events of its table, every state and transition is reached, no event of a user
 * is dropped, and each invariant holds after every step. Returns the paths.
 */
export function describeMachine<M extends AnyStateMachine>(
  machine: M,
  { walks = [{}], table, ignored = {}, invariants = {}, ...walk }: MachineSpecification<M>,
): Path<M>[] {
  const paths = walks.flatMap((one) => pathsOf(machine, { ...walk, ...one }))
  describe(`machine ${machine.id}`, () => {
    test('handles the events of its table in each state', () => expectTable(machine, table))
    test('reaches every state and takes every transition', () => expect(missedBy(machine, paths)).toEqual([]))
    test('drops no event of a user', () => {
      const events = [walk, ...walks].flatMap((one) => one.events ?? []).map(({ type }) => type)
      const sent = new Set(events.filter((type) => !type.startsWith('xstate.')))
      expect(undeclared(paths, sent, ignored)).toEqual({ dropped: [], handled: [] })
    })
    for (const [title, holds] of Object.entries(invariants))
      test(`${title} after every step`, () => expect(breaches(paths, holds)).toEqual([]))
  })
  return paths
}

/** `dropped`: events that a reached state does not handle and `ignored` does not name. `handled`: events that `ignored` names without need. */
function undeclared(
  paths: readonly Path<AnyStateMachine>[],
  sent: ReadonlySet<string>,
  ignored: NonNullable<MachineSpecification<AnyStateMachine>['ignored']>,
) {
  const states = new Map<string, AnyMachineSnapshot>()
  for (const { steps } of paths)
    for (const { state } of steps) {
      const snapshot = state as AnyMachineSnapshot
      if (snapshot.status === 'active') states.set(JSON.stringify(snapshot.value), snapshot)
    }
  const declared = Object.entries(ignored).flatMap(([state, { events }]) =>
    events.split(/\s+/).map((type) => ({ state, type, isNeeded: false })),
  )
  const dropped: string[] = []
  for (const [value, snapshot] of states)
    for (const type of sent) {
      if (snapshot._nodes.some((node) => node.transitions.get(type)?.some(isEffective))) continue
      const reason = declared.find(
        (one) => one.type === type && (one.state === '*' || snapshot.matches(one.state as never)),
      )
      if (reason === undefined) dropped.push(`${value}: ${type}`)
      else reason.isNeeded = true
    }
  return {
    dropped,
    handled: declared.filter(({ isNeeded }) => !isNeeded).map(({ state, type }) => `${state}: ${type}`),
  }
}
