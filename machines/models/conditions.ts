/**
 * Conditions and assignments on a machine's context, as interpreted data: a model's source is never executed. An unknown value is
 * undefined, and so is every result that depends on it.
 */
export type Value = number | string | boolean | null | readonly Value[] | { readonly [name: string]: Value }

const BINARY = ['<', '<=', '>', '>=', '===', '!==', '+', '-', '*', '/', '%'] as const
type Binary = (typeof BINARY)[number]
export const isBinary = (operator: string): operator is Binary => BINARY.some((one) => one === operator)

export type Expr =
  | { kind: 'value'; value: Value }
  /** A path into the context; the empty path is the whole context. */
  | { kind: 'path'; path: readonly string[] }
  | { kind: 'not' | 'minus' | 'plus'; of: Expr }
  | { kind: 'binary'; operator: Binary; left: Expr; right: Expr }
  | { kind: 'and' | 'or' | 'else'; left: Expr; right: Expr }
  | { kind: 'choice'; test: Expr; yes: Expr; no: Expr }
  | { kind: 'list'; items: readonly { of: Expr; isSpread: boolean }[] }

/** Known values of a context. Missing names have unknown values. */
export type Context = Readonly<Record<string, Value>>

/** Effect of an action on the context. `unknown`: the action's effect cannot be evaluated. Null assigns an unknown value. */
export type Effect = { kind: 'assign'; values: Readonly<Record<string, Expr | null>> } | { kind: 'unknown' }

/** Initial context of a model, its changes, and the conditions that can be evaluated. */
export interface Behaviour {
  context: Context
  /** By state. */
  entry: Readonly<Record<string, readonly Effect[]>>
  exit: Readonly<Record<string, readonly Effect[]>>
  /** By transition. */
  guards: Readonly<Record<string, Expr>>
  effects: Readonly<Record<string, readonly Effect[]>>
  /** Distinct conditions that cannot be evaluated. */
  notEvaluated: readonly string[]
}

/** Limit of tracked values: a list that grows with each step would make every position a new one. */
const MAX_VALUE = 1000

const evaluate = (expr: Expr, context: Context): Value | undefined => {
  switch (expr.kind) {
    case 'value':
      return expr.value
    case 'path':
      return at(context, expr.path)
    case 'not': {
      const truth = truthOf(expr.of, context)
      return truth === undefined ? undefined : !truth
    }
    case 'minus':
    case 'plus': {
      const value = evaluate(expr.of, context)
      return typeof value === 'number' ? (expr.kind === 'minus' ? -value : value) : undefined
    }
    case 'binary':
      return computed(expr.operator, evaluate(expr.left, context), evaluate(expr.right, context))
    case 'and':
    case 'or': {
      const left = evaluate(expr.left, context)
      if (left !== undefined) return Boolean(left) === (expr.kind === 'and') ? evaluate(expr.right, context) : left
      // A known right side can decide alone: unknown and false is false, unknown or true is true.
      const right = truthOf(expr.right, context)
      return right === (expr.kind === 'or') ? right : undefined
    }
    case 'else': {
      const left = evaluate(expr.left, context)
      return left === null ? evaluate(expr.right, context) : left
    }
    case 'choice': {
      const test = truthOf(expr.test, context)
      return test === undefined ? undefined : evaluate(test ? expr.yes : expr.no, context)
    }
    case 'list': {
      const items: Value[] = []
      for (const { of, isSpread } of expr.items) {
        const value = evaluate(of, context)
        if (value === undefined || (isSpread && !Array.isArray(value))) return undefined
        if (isSpread) items.push(...(value as readonly Value[]))
        else items.push(value)
        if (items.length > MAX_VALUE) return undefined
      }
      return items
    }
  }
}

/** Evaluates a condition; undefined when unknown. */
export const truthOf = (expr: Expr, context: Context): boolean | undefined => {
  const value = evaluate(expr, context)
  return value === undefined ? undefined : Boolean(value)
}

const at = (context: Context, path: readonly string[]): Value | undefined => {
  let value: Value | undefined = context
  for (const name of path) {
    if ((typeof value === 'string' || Array.isArray(value)) && name === 'length') value = value.length
    else if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    else value = (value as Record<string, Value>)[name]
  }
  return value
}

const computed = (operator: Binary, left: Value | undefined, right: Value | undefined): Value | undefined => {
  if (left === undefined || right === undefined) return undefined
  if (operator === '===' || operator === '!==') {
    const isPlain = [left, right].every((one) => typeof one !== 'object' || one === null)
    return isPlain ? (left === right) === (operator === '===') : undefined
  }
  if (typeof left === 'string' && typeof right === 'string') {
    if (operator === '+') return left + right
    return ordered(operator, left < right, left === right)
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  const order = ordered(operator, left < right, left === right)
  if (order !== undefined) return order
  const result = { '+': left + right, '-': left - right, '*': left * right, '/': left / right, '%': left % right }
  const number = result[operator as keyof typeof result]
  return Number.isFinite(number) ? number : undefined
}

const ordered = (operator: Binary, isLess: boolean, isSame: boolean): boolean | undefined => {
  switch (operator) {
    case '<':
      return isLess
    case '<=':
      return isLess || isSame
    case '>':
      return !isLess && !isSame
    case '>=':
      return !isLess
    default:
      return undefined
  }
}

export const changed = (context: Context, effects: readonly Effect[]): Context => {
  let now = context
  for (const effect of effects) {
    if (effect.kind === 'unknown') now = {}
    else {
      const before = now
      const next: Record<string, Value> = { ...before }
      for (const [name, expr] of Object.entries(effect.values)) {
        const value = expr === null ? undefined : evaluate(expr, before)
        if (value === undefined || JSON.stringify(value).length > MAX_VALUE) delete next[name]
        else next[name] = value
      }
      now = next
    }
  }
  return now
}

const namesIn = (expr: Expr): string[] => {
  switch (expr.kind) {
    case 'value':
      return []
    case 'path':
      return expr.path.slice(0, 1)
    case 'not':
    case 'minus':
    case 'plus':
      return namesIn(expr.of)
    case 'binary':
    case 'and':
    case 'or':
    case 'else':
      return [...namesIn(expr.left), ...namesIn(expr.right)]
    case 'choice':
      return [expr.test, expr.yes, expr.no].flatMap(namesIn)
    case 'list':
      return expr.items.flatMap(({ of }) => namesIn(of))
  }
}

/** Keeps only values that conditions depend on, directly or through assignments: other values would distinguish equal positions. */
export const onlyRelevant = (behaviour: Behaviour): Behaviour => {
  const { guards, entry, exit, effects, context } = behaviour
  const all = [entry, exit, effects].flatMap((of) => Object.values(of).flat())
  const relevant = new Set(Object.values(guards).flatMap(namesIn))
  for (let size = -1; size !== relevant.size;) {
    size = relevant.size
    for (const effect of all)
      if (effect.kind === 'assign')
        for (const [name, expr] of Object.entries(effect.values))
          if (relevant.has(name) && expr !== null) for (const other of namesIn(expr)) relevant.add(other)
  }
  const only = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => relevant.has(name)))
  const saved = (of: Behaviour['entry']): Behaviour['entry'] =>
    Object.fromEntries(
      Object.entries(of).map(([id, list]) => [
        id,
        list.map((effect) => (effect.kind === 'assign' ? { ...effect, values: only(effect.values) } : effect)),
      ]),
    )
  return { ...behaviour, context: only(context), entry: saved(entry), exit: saved(exit), effects: saved(effects) }
}
