/** Texts of test cases for paths, and their coverage. */
import type { CaseModel, ModelState, ModelTransition, SuggestedCase } from '../../contract/models/models.ts'
import { LIMITS } from '../../contract/limits.ts'
import { cut } from './cut.ts'
import { ROOT } from './draft-model.ts'
import type { Found, ModelPath } from './search.ts'

/** 'data/loaded', 'signIn', 'sign_in', 'SIGN_IN' become words; plain words stay. */
export const spelledOut = (name: string): string => {
  if (/\s/.test(name)) return name
  const parted = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_/.:-]+/g, ' ')
    .trim()
  // A word in capitals is an abbreviation, unless all words are.
  const isShouted = parted === parted.toUpperCase()
  return parted
    .split(' ')
    .map((word) => (isShouted || !/[A-Z]{2}/.test(word) ? word.toLowerCase() : word))
    .join(' ')
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Describes a transition without its condition: 'sign in', 'after 500 ms', 'load fails'. */
export const happeningOf = ({ kind, event }: Pick<ModelTransition, 'kind' | 'event'>): string => {
  switch (kind) {
    case 'event':
      return event === '*' ? 'anything else' : spelledOut(event)
    case 'after':
      return `after ${/^\d+$/.test(event) ? `${event} ms` : spelledOut(event)}`
    case 'done':
      return `${spelledOut(event)} succeeds`
    case 'error':
      return `${spelledOut(event)} fails`
    case 'always':
      return 'at once'
    case 'completed':
      return 'once it has ended'
  }
}

const actionOf = (transition: ModelTransition): string => {
  const { kind, event, guard, description, note = '' } = transition
  const what =
    description ||
    (kind === 'after'
      ? `Wait ${/^\d+$/.test(event) ? `${event} ms` : `for ${spelledOut(event)}`}`
      : kind === 'always' || kind === 'completed'
        ? 'Go on: it follows by itself'
        : kind === 'event' && event === '*'
          ? 'Do anything else'
          : capital(happeningOf(transition)))
  return [what, guard === '' ? '' : `Given: ${spelledOut(guard)}`, note].filter(Boolean).join('\n\n')
}

/** Maximum length of a title. */
const MAX_TITLE = 120

class Writer {
  readonly #states: ReadonlyMap<string, ModelState>
  readonly #transitions: ReadonlyMap<string, ModelTransition>
  readonly #parallel: boolean

  constructor({ states, transitions }: CaseModel) {
    this.#states = new Map(states.map((state) => [state.id, state]))
    this.#transitions = new Map(transitions.map((transition) => [transition.id, transition]))
    this.#parallel = states.some(({ kind }) => kind === 'parallel')
  }

  /** 'Checkout › Paying': a state with its ancestors. */
  pathOf(id: string): string {
    const names: string[] = []
    for (let at = this.#states.get(id); at && at.id !== ROOT; at = this.#states.get(at.parentId ?? ''))
      names.unshift(capital(spelledOut(at.name)))
    return names.join(' › ')
  }

  caseOf({ key, steps }: ModelPath, start: readonly string[]): SuggestedCase {
    const written = steps.map(({ transitionIds, leaves }) => {
      const transitions = transitionIds.flatMap((id) => this.#transitions.get(id) ?? [])
      return {
        action: cut(transitions[0] ? actionOf(transitions[0]) : '', LIMITS.maxCaseText),
        expectedResult: cut(this.#expected(transitions, leaves), LIMITS.maxCaseText),
      }
    })
    return {
      pathKey: key,
      transitionIds: [...new Set(steps.flatMap(({ transitionIds }) => transitionIds))],
      content: {
        title: this.#title(steps),
        preConditions: cut(this.#described(start, 'It begins in'), LIMITS.maxCaseText),
        steps: written,
      },
    }
  }

  #title(steps: ModelPath['steps']): string {
    const happenings = steps.map(({ transitionIds }) => {
      const transition = this.#transitions.get(transitionIds[0] ?? '')
      return transition ? happeningOf(transition) : ''
    })
    const end = (steps.at(-1)?.leaves ?? []).map((id) => this.pathOf(id)).join(', ')
    const [first = ''] = happenings
    const last = happenings.at(-1) ?? ''
    const all = `${capital(happenings.join(', '))} → ${end}`
    if (all.length <= MAX_TITLE) return all
    const more = happenings.length - 2
    return cut(`${capital(first)}, ${more > 0 ? `${more} more, ` : ''}${last} → ${end}`, LIMITS.caseTitle)
  }

  #expected(transitions: readonly ModelTransition[], leaves: readonly string[]): string {
    const expectations = transitions.map(({ expected }) => expected).filter(Boolean)
    if (expectations.length > 0) return expectations.join('\n\n')
    const stays = transitions.every(({ targetIds }) => targetIds.length === 0)
    return this.#described(leaves, stays ? 'It stays in' : 'It is in')
  }

  #described(leaves: readonly string[], verb: string): string {
    return leaves
      .map((id) => {
        const { description = '', note = '' } = this.#states.get(id) ?? {}
        const name = `${verb} **${this.pathOf(id)}**`
        const words =
          description === '' ? name : this.#parallel || verb !== 'It is in' ? `${name}: ${description}` : description
        return [words, note].filter(Boolean).join('\n\n')
      })
      .join('\n\n')
  }
}

export const casesOf = (model: CaseModel, { paths, start }: Pick<Found, 'paths' | 'start'>): SuggestedCase[] => {
  const writer = new Writer(model)
  return paths.map((path) => writer.caseOf(path, start))
}

/** Returns states and transitions that paths cover, of all in the model. History states do not count. */
export interface Coverage {
  states: { covered: number; total: number }
  transitions: { covered: number; total: number }
  transitionIds: ReadonlySet<string>
  stateIds: ReadonlySet<string>
}

export const coverageOf = (
  { states, transitions }: CaseModel,
  start: readonly string[],
  paths: readonly Pick<ModelPath, 'steps'>[],
): Coverage => {
  const byId = new Map(states.map((state) => [state.id, state]))
  const entered = new Set<string>()
  const enter = (leaf: string) => {
    for (let at = byId.get(leaf); at && at.id !== ROOT; at = byId.get(at.parentId ?? '')) entered.add(at.id)
  }
  const taken = new Set<string>()
  if (paths.length > 0) start.forEach(enter)
  for (const { steps } of paths)
    for (const { transitionIds, leaves } of steps) {
      leaves.forEach(enter)
      transitionIds.forEach((id) => taken.add(id))
    }
  const real = states.filter(({ id, kind }) => id !== ROOT && kind !== 'history' && kind !== 'deep-history')
  return {
    states: { covered: real.filter(({ id }) => entered.has(id)).length, total: real.length },
    transitions: { covered: transitions.filter(({ id }) => taken.has(id)).length, total: transitions.length },
    transitionIds: taken,
    stateIds: entered,
  }
}
