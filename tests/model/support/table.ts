import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'

/**
 * The events of each state without children, its ancestors' included: `'held/retry leave/{ask,stay} done(load) after(retry) always'`.
 * `item/stop!` is ignored here although an ancestor handles it.
 */
export type EventTable = Readonly<Record<string, string>>

/** Fails with a diff when a state handles another set of events than the table says. */
export function expectTable(machine: AnyStateMachine, table: EventTable): void {
  const written = Object.entries(table).map(([state, events]) => [state, expanded(events).sort()])
  expect(eventsByState(machine)).toEqual(Object.fromEntries(written))
}

/** Every leaf state with what it and its ancestors handle; a machine without states is called `.`. */
const eventsByState = (machine: AnyStateMachine): Record<string, string[]> =>
  Object.fromEntries(leavesOf(machine.root).map((leaf) => [leaf.path.join('.') || '.', handledIn(leaf)]))

type Node = AnyStateMachine['root']

const leavesOf = (node: Node): Node[] => {
  const children = Object.values(node.states) as Node[]
  return children.length === 0 ? [node] : children.flatMap(leavesOf)
}

function handledIn(leaf: Node): string[] {
  const handled = new Map<string, boolean>()
  for (let node: Node | undefined = leaf; node !== undefined; node = node.parent as Node | undefined) {
    for (const [type, transitions] of node.transitions) {
      const name = nameOf(type)
      if (!handled.has(name)) handled.set(name, transitions.some(isEffective))
    }
    if ((node.always ?? []).length > 0) handled.set('always', true)
  }
  return [...handled].map(([name, isHandled]) => (isHandled ? name : `${name}!`)).sort()
}

/** A transition without target and actions only keeps the event from the ancestors. */
export const isEffective = ({
  target,
  actions,
  guard,
}: {
  target: unknown
  actions: readonly unknown[]
  guard?: unknown
}) => target !== undefined || actions.length > 0 || guard !== undefined

/** `xstate.done.actor.save` as `done(save)`, `xstate.after.retry.session.unreachable` as `after(retry)`. */
const nameOf = (type: string): string => {
  const [, kind = '', rest = ''] =
    /^xstate\.(done\.actor|error\.actor|done\.state|after|snapshot)\.(.*)$/.exec(type) ?? []
  if (kind === '') return type
  return `${kind.replace('.actor', '').replace('.state', 'State')}(${kind === 'after' ? (rest.split('.')[0] ?? '') : rest})`
}

/** `entry/{add,move} done(load)` as its three events. */
const expanded = (events: string): string[] =>
  events.split(/\s+/).flatMap((token) => {
    const [before = '', inner] = token.split('{')
    if (inner === undefined) return token === '' ? [] : [token]
    const [names = '', after = ''] = inner.split('}')
    return names.split(',').map((name) => before + name + after)
  })
