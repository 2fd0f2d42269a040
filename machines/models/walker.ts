/**
 * Statechart semantics: hierarchical and parallel states, inner transitions first, history. Conditions that can be evaluated are; other
 * guards may pass or not.
 */
import type { ModelState, ModelTransition } from '../../contract/models/models.ts'
import { changed, truthOf, type Behaviour, type Context } from './conditions.ts'
import { ROOT, type RunnableModel } from './draft-model.ts'

/** A position: innermost active states in model order, remembered history, and known context. */
export interface Position {
  key: string
  /** Key of the active states, regardless of the context. */
  place: string
  context: Context
  leaves: readonly string[]
  memory: Readonly<Record<string, readonly string[]>>
}

/** A step: the transitions that handle one event, several in parallel states. */
export interface Move {
  transitions: readonly ModelTransition[]
  to: Position
}

/** Transitions that may handle an event. Certain: one of them does, whatever conditions say. */
interface Answers {
  choices: ModelTransition[][]
  isCertain: boolean
}
const NONE: Answers = { choices: [], isCertain: false }

const topicOf = ({ kind, event }: ModelTransition): string => `${kind} ${event}`
const isForced = ({ kind }: ModelTransition): boolean => kind === 'always' || kind === 'completed'

export class Walker {
  readonly #states: ReadonlyMap<string, ModelState>
  readonly #places: ReadonlyMap<string, number>
  readonly #children = new Map<string, ModelState[]>()
  /** By source, then by event. */
  readonly #answers = new Map<string, Map<string, ModelTransition[]>>()
  readonly #histories: readonly ModelState[]
  readonly #behaviour: Behaviour | null

  constructor({ states, transitions, behaviour }: RunnableModel) {
    this.#behaviour = behaviour ?? null
    this.#states = new Map(states.map((state) => [state.id, state]))
    this.#places = new Map(states.map(({ id }, i) => [id, i]))
    this.#histories = states.filter(({ kind }) => kind === 'history' || kind === 'deep-history')
    for (const state of states) {
      if (state.parentId === null) continue
      const siblings = this.#children.get(state.parentId)
      if (siblings) siblings.push(state)
      else this.#children.set(state.parentId, [state])
    }
    for (const transition of transitions) {
      const bySource = this.#answers.get(transition.sourceId) ?? new Map<string, ModelTransition[]>()
      this.#answers.set(transition.sourceId, bySource)
      const topic = topicOf(transition)
      bySource.set(topic, [...(bySource.get(topic) ?? []), transition])
    }
  }

  start(): Position {
    const context = this.#behaviour?.context ?? {}
    const first = this.#position(this.#enter(ROOT, {}), {}, context)
    return this.#behaviour === null
      ? first
      : this.#position(first.leaves, {}, this.#entered([ROOT, ...this.activeIn(first)], context))
  }

  /** Returns all active states without the root. */
  activeIn({ leaves }: Position): Set<string> {
    const active = new Set<string>()
    for (const leaf of leaves)
      for (let id: string | null = leaf; id !== null && id !== ROOT; id = this.#states.get(id)?.parentId ?? null)
        active.add(id)
    return active
  }

  /** Returns all possible next steps; empty once the machine has ended. */
  movesFrom(position: Position): Move[] {
    const active = this.activeIn(position).add(ROOT)
    const hasEnded = this.#isCompleted(ROOT, active)
    if (hasEnded) return []
    const topics = new Map<string, ModelTransition>()
    for (const id of active)
      for (const [topic, [first]] of this.#answers.get(id) ?? []) if (first) topics.set(topic, first)
    const answered = [...topics].map(([topic, first]) => ({
      isForced: isForced(first),
      answers: this.#answersTo(topic, ROOT, active, position.context),
    }))
    // Transitions without an event come first.
    const forced = answered.filter((one) => one.isForced && one.answers.isCertain)
    const inForce = forced.length > 0 ? answered.filter((one) => one.isForced) : answered
    const seen = new Set<string>()
    return inForce.flatMap(({ answers }) =>
      answers.choices.flatMap((choice) => {
        const transitions = this.#agreeing(choice, active, position.memory)
        const key = transitions.map(({ id }) => id).join(' ')
        if (seen.has(key)) return []
        seen.add(key)
        return [{ transitions, to: transitions.reduce((from, one) => this.#take(from, one), position) }]
      }),
    )
  }

  /** In parallel states, a transition that exits what an earlier one exits is dropped. */
  #agreeing(
    transitions: readonly ModelTransition[],
    active: ReadonlySet<string>,
    memory: Position['memory'],
  ): ModelTransition[] {
    if (transitions.length < 2) return [...transitions]
    const left = new Set<string>()
    return transitions.filter((transition) => {
      if (transition.targetIds.length === 0) return true
      const domain = this.#domainOf(transition, memory)
      const leaving = [...active].filter((id) => id !== domain && this.#isWithin(id, domain))
      if (leaving.some((id) => left.has(id))) return false
      for (const id of leaving) left.add(id)
      return true
    })
  }

  #answersTo(topic: string, id: string, active: ReadonlySet<string>, context: Context): Answers {
    const state = this.#states.get(id)
    if (state === undefined) return NONE
    const children = (this.#children.get(id) ?? []).filter((child) => active.has(child.id))
    const below =
      state.kind === 'parallel'
        ? together(children.map((child) => this.#answersTo(topic, child.id, active, context)))
        : children[0]
          ? this.#answersTo(topic, children[0].id, active, context)
          : NONE
    if (below.isCertain) return below
    const own = this.#ownAnswers(topic, id, active, context)
    return { choices: [...below.choices, ...own.choices], isCertain: own.isCertain }
  }

  #ownAnswers(topic: string, id: string, active: ReadonlySet<string>, context: Context): Answers {
    const choices: ModelTransition[][] = []
    for (const transition of this.#answers.get(id)?.get(topic) ?? []) {
      if (transition.kind === 'completed' && !this.#isCompleted(id, active)) continue
      const guard = this.#behaviour?.guards[transition.id]
      const holds = transition.guard === '' || (guard && truthOf(guard, context))
      if (holds === false) continue
      choices.push([transition])
      if (holds === true) return { choices, isCertain: true }
    }
    return { choices, isCertain: false }
  }

  #isCompleted(id: string, active: ReadonlySet<string>): boolean {
    const children = (this.#children.get(id) ?? []).filter((child) => active.has(child.id))
    const isParallel = this.#states.get(id)?.kind === 'parallel'
    const isEnded = (child: ModelState) => child.kind === 'final' || (isParallel && this.#isCompleted(child.id, active))
    return children.length > 0 && children.every(isEnded)
  }

  #take(from: Position, transition: ModelTransition): Position {
    const { sourceId, targetIds } = transition
    if (targetIds.length === 0) return this.#position(from.leaves, from.memory, this.#after(transition, from.context))
    // A transition taken earlier has exited the source.
    if (sourceId !== ROOT && !this.activeIn(from).has(sourceId)) return from
    const domain = this.#domainOf(transition, from.memory)
    const stays = from.leaves.filter((leaf) => !this.#isWithin(leaf, domain))
    const memory = this.#histories.length === 0 ? from.memory : this.#remember(from, domain)
    const targets = targetIds.flatMap((id) => this.#resolved(id, memory))
    const leaves = [...stays, ...this.#fill(domain, targets, memory)]
    const to = this.#position(leaves, memory, from.context)
    if (this.#behaviour === null) return to
    const within = (position: Position) =>
      [...this.activeIn(position)].filter((id) => id !== domain && this.#isWithin(id, domain))
    const left = this.#exited(within(from), from.context)
    return this.#position(leaves, memory, this.#entered(within(to), this.#after(transition, left)))
  }

  #after({ id }: ModelTransition, context: Context): Context {
    return changed(context, this.#behaviour?.effects[id] ?? [])
  }

  /** Outer states are entered before inner ones, and exited after them. */
  #entered(ids: readonly string[], context: Context): Context {
    const ordered = ids.toSorted((a, b) => (this.#places.get(a) ?? 0) - (this.#places.get(b) ?? 0))
    return ordered.reduce((now, id) => changed(now, this.#behaviour?.entry[id] ?? []), context)
  }

  #exited(ids: readonly string[], context: Context): Context {
    const ordered = ids.toSorted((a, b) => (this.#places.get(b) ?? 0) - (this.#places.get(a) ?? 0))
    return ordered.reduce((now, id) => changed(now, this.#behaviour?.exit[id] ?? []), context)
  }

  /** Returns the innermost state that is not exited. */
  #domainOf({ sourceId, targetIds: given, isReentering }: ModelTransition, memory: Position['memory']): string {
    const source = this.#states.get(sourceId)
    const targetIds = given.flatMap((id) => this.#resolved(id, memory))
    if (!isReentering && targetIds.every((id) => this.#isWithin(id, sourceId))) return sourceId
    let domain = source?.parentId ?? ROOT
    while (domain !== ROOT && !targetIds.every((id) => id !== domain && this.#isWithin(id, domain)))
      domain = this.#states.get(domain)?.parentId ?? ROOT
    return domain
  }

  #isWithin(id: string, ancestor: string): boolean {
    for (let at: string | null = id; at !== null; at = this.#states.get(at)?.parentId ?? null)
      if (at === ancestor) return true
    return false
  }

  #remember(from: Position, domain: string): Position['memory'] {
    const memory = { ...from.memory }
    for (const { id, parentId, kind } of this.#histories) {
      if (parentId === null || parentId === domain || !this.#isWithin(parentId, domain)) continue
      const within = from.leaves.filter((leaf) => leaf !== parentId && this.#isWithin(leaf, parentId))
      if (within.length === 0) continue
      memory[id] =
        kind === 'deep-history'
          ? within
          : (this.#children.get(parentId) ?? []).flatMap((child) =>
              within.some((leaf) => this.#isWithin(leaf, child.id)) ? [child.id] : [],
            )
    }
    return memory
  }

  /** Resolves a history state: to the remembered states, else its default target, else the initial state. */
  #resolved(id: string, memory: Position['memory']): string[] {
    const state = this.#states.get(id)
    if (state?.kind !== 'history' && state?.kind !== 'deep-history') return [id]
    const remembered = memory[id]
    if (remembered) return [...remembered]
    if (state.initialId !== null && state.initialId !== id) return this.#resolved(state.initialId, memory)
    const parent = this.#states.get(state.parentId ?? ROOT)
    return [parent?.initialId ?? parent?.id ?? ROOT]
  }

  #fill(id: string, targets: readonly string[], memory: Position['memory']): string[] {
    const within = targets.filter((target) => target !== id && this.#isWithin(target, id))
    if (within.length === 0) return this.#enter(id, memory)
    const children = (this.#children.get(id) ?? []).filter(isReal)
    if (this.#states.get(id)?.kind === 'parallel')
      return children.flatMap((child) => this.#fill(child.id, within, memory))
    const child = children.find((one) => within.some((target) => this.#isWithin(target, one.id)))
    return child ? this.#fill(child.id, within, memory) : this.#enter(id, memory)
  }

  #enter(id: string, memory: Position['memory']): string[] {
    const state = this.#states.get(id)
    if (state?.kind === 'parallel')
      return (this.#children.get(id) ?? []).filter(isReal).flatMap((child) => this.#enter(child.id, memory))
    if (state?.kind !== 'compound' || state.initialId === null) return [id]
    return this.#fill(id, this.#resolved(state.initialId, memory), memory)
  }

  #position(leaves: readonly string[], memory: Position['memory'], context: Context): Position {
    const ordered = [...new Set(leaves)].sort((a, b) => (this.#places.get(a) ?? 0) - (this.#places.get(b) ?? 0))
    const remembered = Object.keys(memory).length === 0 ? '' : JSON.stringify(memory)
    const place = JSON.stringify(ordered) + remembered
    // Contexts with equal values are equal, in any order of assignment.
    const known = Object.keys(context)
      .sort()
      .map((name) => [name, context[name]])
    return {
      key: known.length === 0 ? place : `${place} ${JSON.stringify(known)}`,
      place,
      leaves: ordered,
      memory,
      context,
    }
  }
}

const isReal = ({ kind }: ModelState): boolean => kind !== 'history' && kind !== 'deep-history'

/** Parallel states handle an event independently: if several must handle it, all do. */
const together = (regions: readonly Answers[]): Answers => {
  const choices = regions.flatMap((region, i) =>
    region.choices.map((choice) =>
      regions.flatMap((other, j) => {
        if (j === i) return choice
        return other.isCertain && other.choices.length === 1 ? (other.choices[0] ?? []) : []
      }),
    ),
  )
  const different = new Map(choices.map((choice) => [choice.map(({ id }) => id).join(' '), choice]))
  return { choices: [...different.values()], isCertain: regions.some(({ isCertain }) => isCertain) }
}
