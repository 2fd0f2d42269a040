import type { CaseModel, ModelState, ModelTransition } from '../../contract/models/models.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Behaviour } from './conditions.ts'
import { beginningOf, cut } from './cut.ts'
import { Unreadable, type Place } from './problem.ts'

/** The root state, which contains all other states. */
export const ROOT = '#'

/** A model with the behaviour of its context, if it has one. The behaviour is parsed from the source on each read and never stored. */
export interface RunnableModel extends CaseModel {
  behaviour?: Behaviour
}

/** Collects a model while it is parsed, within its limits. */
export class DraftModel {
  readonly states: ModelState[] = []
  readonly transitions: ModelTransition[] = []
  readonly #ids = new Set<string>()
  readonly #transitionIds = new Set<string>()

  state(state: ModelState, at: Place | null): void {
    if (this.#ids.has(state.id)) throw new Unreadable(`There are two states ${state.name}`, at)
    if (state.id.length > LIMITS.maxModelId) throw new Unreadable('The name of a state is too long', at)
    this.#ids.add(state.id)
    if (this.states.push(shortened(state)) > LIMITS.maxModelStates)
      throw new Unreadable(`A model has at most ${LIMITS.maxModelStates} states`, at)
  }

  /** Returns the transition's id: named by the source, or derived from what stays the same when its target changes. */
  transition(transition: Omit<ModelTransition, 'id'>, at: Place | null, given?: string): string {
    const { sourceId, kind, event, guard } = transition
    const name =
      given ?? [sourceId, kind === 'event' ? event : `${kind} ${event}`.trim(), guard].filter(Boolean).join(' | ')
    const short = beginningOf(name, LIMITS.maxModelId - 5)
    let id = short
    for (let n = 2; this.#transitionIds.has(id); n += 1) id = `${short} ${n}`
    this.#transitionIds.add(id)
    if (this.transitions.push(shortened({ id, ...transition })) > LIMITS.maxModelTransitions)
      throw new Unreadable(`A model has at most ${LIMITS.maxModelTransitions.toLocaleString('en')} transitions`, at)
    return id
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  model(name: string): CaseModel {
    if (this.states.length < 2) throw new Unreadable('The model has no states')
    return { name: beginningOf(name, LIMITS.maxModelText), states: this.states, transitions: this.transitions }
  }
}

const LONG = ['name', 'event', 'guard', 'description', 'expected', 'note'] as const

const shortened = <T extends ModelState | ModelTransition>(one: T): T => {
  const short: Partial<Record<(typeof LONG)[number], string>> = {}
  for (const field of LONG) {
    const value = (one as Partial<Record<string, unknown>>)[field]
    if (typeof value === 'string') short[field] = cut(value, LIMITS.maxModelText)
  }
  return { ...one, ...short }
}
