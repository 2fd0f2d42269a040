import type { ModelState, ModelTransition } from '../../contract/models/models.ts'
import { LIMITS } from '../../contract/limits.ts'
import { DraftModel, ROOT, type RunnableModel } from './draft-model.ts'
import { Unreadable, type Place } from './problem.ts'
import { onlyRelevant, type Effect, type Expr } from './conditions.ts'
import { Conditions } from './read-conditions.ts'
import { textOf, type MachineSource, type Tree } from './source-tree.ts'

type Note = (message: string, at: Place) => void
type ObjectTree = Extract<Tree, { kind: 'object' }>

/** A state of the source, with its position in the model. */
interface Placed {
  id: string
  parent: Placed | null
  children: Map<string, Placed>
  tree: ObjectTree
}

/** Returns states and transitions of a machine's configuration. Throws `Unreadable`; `note` receives omitted parts. */
export const readXstate = (source: MachineSource, note: Note): RunnableModel => {
  const { config } = source
  if (config.kind !== 'object') throw new Unreadable('A machine is an object with states', config.at)
  const root = place(config, ROOT, null, 0)
  if (root.children.size === 0) throw new Unreadable('The machine has no states', config.at)
  const draft = new DraftModel()
  const byId = new Map<string, Placed>()
  each(root, (state) => {
    const own = textOf(state.tree.entries.get('id'))
    if (own !== null) byId.set(own, state)
  })
  each(root, (state) => draft.state(stateOf(state, byId), state.tree.at))
  const conditions = new Conditions(source)
  const entry: Record<string, Effect[]> = {}
  const exit: Record<string, Effect[]> = {}
  const guards: Record<string, Expr> = {}
  const effects: Record<string, Effect[]> = {}
  const notEvaluated = new Set<string>()
  each(root, (state) => {
    entry[state.id] = conditions.effects(state.tree.entries.get('entry'))
    exit[state.id] = conditions.effects(state.tree.entries.get('exit'))
    for (const found of transitionsOf(state, note)) {
      const { targets, at, guardTree, actions, ...rest } = found
      const targetIds = targets.map((target) => resolve(state, target, byId, at).id)
      const id = draft.transition({ sourceId: state.id, targetIds, ...rest }, at)
      effects[id] = conditions.effects(actions)
      const guard = guardTree === undefined || rest.guard === '' ? null : conditions.guard(guardTree)
      if (guard !== null) guards[id] = guard
      else if (rest.guard !== '') notEvaluated.add(rest.guard)
    }
  })
  const context = conditions.context(config.entries.get('context'))
  const behaviour = onlyRelevant({ context, entry, exit, guards, effects, notEvaluated: [...notEvaluated] })
  return { ...draft.model(textOf(config.entries.get('id')) ?? 'Machine'), behaviour }
}

const place = (tree: ObjectTree, id: string, parent: Placed | null, depth: number): Placed => {
  if (depth > LIMITS.maxModelDepth)
    throw new Unreadable(`States stand at most ${LIMITS.maxModelDepth} deep in each other`, tree.at)
  const placed: Placed = { id, parent, children: new Map(), tree }
  const states = tree.entries.get('states')
  if (states === undefined) return placed
  if (states.kind !== 'object') throw new Unreadable('States are an object: one entry for each', states.at)
  for (const [name, child] of states.entries) {
    // An empty state may be written as null.
    const own: Tree = child.kind === 'plain' ? { kind: 'object', entries: new Map(), at: child.at } : child
    if (own.kind !== 'object') throw new Unreadable(`The state ${name} is not written out here`, own.at)
    placed.children.set(name, place(own, id === ROOT ? name : `${id}.${name}`, placed, depth + 1))
  }
  return placed
}

const each = (state: Placed, visit: (state: Placed) => void): void => {
  visit(state)
  for (const child of state.children.values()) each(child, visit)
}

const nameOf = ({ id, tree }: Placed): string =>
  id === ROOT ? (textOf(tree.entries.get('id')) ?? 'Machine') : (id.split('.').at(-1) ?? id)

const kindOf = ({ tree, children }: Placed): ModelState['kind'] => {
  const type = textOf(tree.entries.get('type'))
  if (type === 'history') {
    const how = tree.entries.get('history')
    return textOf(how) === 'deep' ? 'deep-history' : 'history'
  }
  if (type === 'final') return 'final'
  if (children.size === 0) return 'atomic'
  return type === 'parallel' ? 'parallel' : 'compound'
}

const stateOf = (state: Placed, byId: ReadonlyMap<string, Placed>): ModelState => {
  const { entries, at } = state.tree
  const kind = kindOf(state)
  return {
    id: state.id,
    name: nameOf(state),
    parentId: state.parent?.id ?? null,
    kind,
    initialId: initialOf(state, kind, byId, at),
    description: descriptionOf(entries),
  }
}

const descriptionOf = (entries: ObjectTree['entries']): string => {
  const meta = entries.get('meta')
  const inMeta = meta?.kind === 'object' ? textOf(meta.entries.get('description')) : null
  return (textOf(entries.get('description')) ?? inMeta ?? '').trim()
}

const initialOf = (
  state: Placed,
  kind: ModelState['kind'],
  byId: ReadonlyMap<string, Placed>,
  at: Place,
): string | null => {
  const { entries } = state.tree
  if (kind === 'history' || kind === 'deep-history') {
    const target = textOf(entries.get('target'))
    if (target === null) return null
    const found = resolve(state, target, byId, at)
    if (kindOf(found).endsWith('history')) throw new Unreadable('A history leads to another history', at)
    return found.id
  }
  if (kind !== 'compound') return null
  const initial = entries.get('initial')
  const target = textOf(initial?.kind === 'object' ? initial.entries.get('target') : initial)
  if (target === null) throw new Unreadable(`${nameOf(state)} does not say in which state it begins`, at)
  const child = state.children.get(target.replace(/^\./, ''))
  if (child) return child.id
  throw new Unreadable(`${nameOf(state)} begins in ${target}, which is not one of its states`, initial?.at ?? at)
}

type Found = Pick<ModelTransition, 'kind' | 'event' | 'guard' | 'description' | 'expected' | 'isReentering'> & {
  targets: string[]
  guardTree?: Tree | undefined
  actions?: Tree | undefined
  at: Place
}

const transitionsOf = ({ tree: { entries } }: Placed, note: Note): Found[] => {
  const found: Found[] = []
  const add = (kind: ModelTransition['kind'], event: string, tree: Tree | undefined) => {
    if (tree !== undefined) found.push(...read(kind, event, tree, note))
  }
  const many = (kind: ModelTransition['kind'], tree: Tree | undefined) => {
    if (tree?.kind === 'object') for (const [event, one] of tree.entries) add(kind, event, one)
    else if (tree !== undefined) note('What stands here is only known when the code runs, and was skipped', tree.at)
  }
  add('always', '', entries.get('always'))
  many('event', entries.get('on') ?? undefined)
  many('after', entries.get('after') ?? undefined)
  const invoked = entries.get('invoke')
  const actors = invoked === undefined ? [] : invoked.kind === 'list' ? invoked.items : [invoked]
  for (const actor of actors) {
    if (actor.kind !== 'object') continue
    const source = actor.entries.get('src')
    const name = textOf(actor.entries.get('id')) ?? textOf(source) ?? (source?.kind === 'code' ? source.text : 'actor')
    add('done', name, actor.entries.get('onDone'))
    add('error', name, actor.entries.get('onError'))
    add('event', `${name} tells its state`, actor.entries.get('onSnapshot'))
  }
  add('completed', '', entries.get('onDone'))
  return found
}

const read = (kind: ModelTransition['kind'], event: string, tree: Tree, note: Note): Found[] => {
  const blank = { kind, event, guard: '', description: '', expected: '', isReentering: false, at: tree.at }
  switch (tree.kind) {
    case 'list':
      return tree.items.flatMap((one) => read(kind, event, one, note))
    case 'text':
      return [{ ...blank, targets: [tree.value] }]
    case 'plain':
      // `undefined` and `null` forbid the event: no transition.
      return []
    case 'code':
      note(`The transition on ${event || kind} is only known when the code runs, and was skipped`, tree.at)
      return []
    case 'object': {
      const { entries } = tree
      const target = entries.get('target')
      const items = target?.kind === 'list' ? target.items : target === undefined ? [] : [target]
      const isNone = target?.kind === 'plain'
      const targets = isNone ? [] : items.map((one) => textOf(one))
      if (targets.includes(null)) {
        note(`Where ${event || kind} leads is only known when the code runs: it was skipped`, tree.at)
        return []
      }
      const reenter = entries.get('reenter')
      return [
        {
          ...blank,
          targets: targets.filter((one) => one !== null),
          guard: guardOf(entries.get('guard') ?? entries.get('cond')),
          guardTree: entries.get('guard') ?? entries.get('cond'),
          actions: entries.get('actions'),
          description: descriptionOf(entries),
          isReentering: reenter?.kind === 'plain' && reenter.value === true,
        },
      ]
    }
  }
}

const guardOf = (tree: Tree | undefined): string => {
  if (tree === undefined || tree.kind === 'plain') return ''
  if (tree.kind === 'object') return textOf(tree.entries.get('type')) ?? 'a condition'
  if (tree.kind === 'code') return tree.text.length > 80 ? `${tree.text.slice(0, 79)}…` : tree.text
  return textOf(tree) ?? 'a condition'
}

/** `#id.below` from anywhere, `.below` within the source, `beside.below` among its siblings. */
const resolve = (source: Placed, target: string, byId: ReadonlyMap<string, Placed>, at: Place): Placed => {
  const fail = (): never => {
    throw new Unreadable(`The target ${target} does not exist`, at)
  }
  const below = (from: Placed | undefined, way: string): Placed => {
    let found = from
    for (const part of way.split('.').filter(Boolean)) found = found?.children.get(part)
    return found ?? fail()
  }
  if (target.startsWith('#')) {
    // Ids may contain dots: the longest existing id wins.
    const parts = target.slice(1).split('.')
    for (let n = parts.length; n > 0; n -= 1) {
      const state = byId.get(parts.slice(0, n).join('.'))
      if (state) return below(state, parts.slice(n).join('.'))
    }
    let root = source
    while (root.parent) root = root.parent
    return parts[0] === nameOf(root) || parts[0] === '(machine)' ? below(root, parts.slice(1).join('.')) : fail()
  }
  if (target.startsWith('.')) return below(source, target.slice(1))
  return below(source.parent ?? source, target)
}
