/** Parses conditions, assignments and the initial context of a machine's source, as far as they can be interpreted. */
import { parseExpression } from '@babel/parser'
import type { Expression, Node } from '@babel/types'
import { isBinary, type Effect, type Expr, type Value } from './conditions.ts'
import { textOf, type MachineSource, type Tree } from './source-tree.ts'

/** Context paths that a function's parameter names refer to. `whole`: names of the argument itself, which contains the context. */
interface Scope {
  paths: ReadonlyMap<string, readonly string[]>
  whole: string | null
}
const CONTEXT_ALONE: Scope = { paths: new Map([['context', []]]), whole: null }

/** XState actions that do not change the context. */
const HARMLESS = new Set([
  'raise',
  'sendTo',
  'sendParent',
  'forwardTo',
  'emit',
  'log',
  'cancel',
  'stop',
  'stopChild',
  'spawnChild',
])

const plainOf = (tree: Tree): Value | undefined => {
  switch (tree.kind) {
    case 'text':
    case 'plain':
      return tree.value
    case 'list': {
      const items = tree.items.map(plainOf)
      return items.some((one) => one === undefined) ? undefined : (items as Value[])
    }
    case 'object': {
      const entries = [...tree.entries].map(([name, one]) => [name, plainOf(one)] as const)
      return entries.some(([, one]) => one === undefined)
        ? undefined
        : (Object.fromEntries(entries) as Record<string, Value>)
    }
    case 'code':
      return undefined
  }
}

export class Conditions {
  readonly #valueOf: MachineSource['valueOf']
  readonly #given: MachineSource['given']

  constructor({ valueOf, given }: Pick<MachineSource, 'valueOf' | 'given'>) {
    this.#valueOf = valueOf
    this.#given = given
  }

  /** Returns the initial context. Values that are not literals are missing. */
  context(tree: Tree | undefined): Record<string, Value> {
    const whole = tree?.kind === 'code' ? this.#returned(tree.node) : null
    const object = whole === null ? tree : this.#valueOf(whole.body)
    if (object?.kind !== 'object') return {}
    const known: Record<string, Value> = {}
    for (const [name, one] of object.entries) {
      const value = plainOf(one)
      if (value !== undefined) known[name] = value
    }
    return known
  }

  /** Null for a condition that cannot be interpreted. */
  guard(tree: Tree): Expr | null {
    return this.#guard(tree, new Set())
  }

  #guard(tree: Tree, open: ReadonlySet<string>): Expr | null {
    if (tree.kind === 'code') return this.#guardOf(tree.node, open)
    const name = tree.kind === 'object' ? textOf(tree.entries.get('type')) : textOf(tree)
    if (name === null || open.has(name)) return null
    const named = this.#implementation('guards', name)
    if (named !== undefined) return this.#guard(named, new Set([...open, name]))
    return /[<>=!]/.test(name) ? this.#written(name) : null
  }

  #guardOf(node: Node, open: ReadonlySet<string>): Expr | null {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      const parts = node.arguments.map((one) => this.#guard(this.#valueOf(one), open))
      if (node.callee.name === 'not' && parts.length === 1) return parts[0] ? { kind: 'not', of: parts[0] } : null
      const [list] = node.arguments
      const kind = node.callee.name
      if ((kind !== 'and' && kind !== 'or') || list?.type !== 'ArrayExpression') return null
      const all = list.elements.map((one) => (one === null ? null : this.#guard(this.#valueOf(one), open)))
      return all.reduce((left, right) => (left && right ? { kind, left, right } : null)) ?? null
    }
    const whole = this.#returned(node)
    return whole === null ? null : this.#expr(whole.body, whole.scope)
  }

  /** A comparison in JSON text, `context.count < 3`. */
  #written(text: string): Expr | null {
    try {
      return this.#expr(parseExpression(text), CONTEXT_ALONE)
    } catch {
      return null
    }
  }

  /** Returns the effects of actions on the context, without those that have none. */
  effects(tree: Tree | undefined): Effect[] {
    return tree === undefined ? [] : this.#effects(tree, new Set())
  }

  #effects(tree: Tree, open: ReadonlySet<string>): Effect[] {
    if (tree.kind === 'list') return tree.items.flatMap((one) => this.#effects(one, open))
    if (tree.kind === 'plain') return []
    if (tree.kind === 'code') return this.#effectsOf(tree.node)
    const name = tree.kind === 'object' ? textOf(tree.entries.get('type')) : tree.value
    const named = name === null || open.has(name) ? undefined : this.#implementation('actions', name)
    return named === undefined ? [{ kind: 'unknown' }] : this.#effects(named, new Set([...open, name ?? '']))
  }

  #effectsOf(node: Node): Effect[] {
    // Functions cannot change the context; only `assign` does.
    if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'ObjectMethod')
      return []
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return [{ kind: 'unknown' }]
    if (HARMLESS.has(node.callee.name)) return []
    const [assigner] = node.arguments
    if (node.callee.name !== 'assign' || assigner === undefined) return [{ kind: 'unknown' }]
    const whole = this.#returned(assigner)
    const body = whole?.body ?? assigner
    if (body.type !== 'ObjectExpression') return [{ kind: 'unknown' }]
    const values: Record<string, Expr | null> = {}
    for (const part of body.properties) {
      if (part.type === 'SpreadElement' || part.computed || part.key.type !== 'Identifier') return [{ kind: 'unknown' }]
      const value = part.type === 'ObjectMethod' ? part : part.value
      const own = whole === null ? this.#returned(value) : whole && { body: value, scope: whole.scope }
      values[part.key.name] = own === null ? this.#literal(value) : this.#expr(own.body, own.scope)
    }
    return [{ kind: 'assign', values }]
  }

  #implementation(kind: 'guards' | 'actions', name: string): Tree | undefined {
    for (const given of this.#given) {
      const all = given.kind === 'object' ? given.entries.get(kind) : undefined
      const found = all?.kind === 'object' ? all.entries.get(name) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Returns the expression of a function that only returns one, with its parameter names. */
  #returned(node: Node): { body: Node; scope: Scope } | null {
    if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression' && node.type !== 'ObjectMethod')
      return null
    if (node.async || node.generator) return null
    const [only] = node.body.type === 'BlockStatement' ? node.body.body : []
    const isOnly = node.body.type === 'BlockStatement' && node.body.body.length === 1
    const body =
      node.body.type !== 'BlockStatement'
        ? node.body
        : isOnly && only?.type === 'ReturnStatement'
          ? (only.argument ?? null)
          : null
    if (body === null) return null
    return { body: unwrapped(body), scope: scopeOf(node.params[0]) }
  }

  #literal(node: Node): Expr | null {
    const value = plainOf(this.#valueOf(node))
    return value === undefined ? null : { kind: 'value', value }
  }

  #expr(given: Node, scope: Scope): Expr | null {
    const node = unwrapped(given)
    const both = (left: Node, right: Node, to: (left: Expr, right: Expr) => Expr): Expr | null => {
      const [one, other] = [this.#expr(left, scope), this.#expr(right, scope)]
      return one && other ? to(one, other) : null
    }
    switch (node.type) {
      case 'Identifier': {
        const path = scope.paths.get(node.name)
        if (path !== undefined) return { kind: 'path', path }
        return node.name === 'undefined' || node.name === scope.whole ? null : this.#literal(node)
      }
      case 'MemberExpression':
      case 'OptionalMemberExpression': {
        const path = pathOf(node, scope)
        return path === null ? this.#literal(node) : { kind: 'path', path }
      }
      case 'UnaryExpression': {
        const of = this.#expr(node.argument, scope)
        const kind = ({ '!': 'not', '-': 'minus', '+': 'plus' } as const)[node.operator as '!' | '-' | '+']
        return of && (kind as unknown) !== undefined ? { kind, of } : null
      }
      case 'BinaryExpression': {
        const operator = node.operator === '==' ? '===' : node.operator === '!=' ? '!==' : node.operator
        return isBinary(operator)
          ? both(node.left, node.right, (left, right) => ({ kind: 'binary', operator, left, right }))
          : null
      }
      case 'LogicalExpression': {
        const kind = ({ '&&': 'and', '||': 'or', '??': 'else' } as const)[node.operator]
        return both(node.left, node.right, (left, right) => ({ kind, left, right }))
      }
      case 'ConditionalExpression': {
        const [test, yes, no] = [node.test, node.consequent, node.alternate].map((one) => this.#expr(one, scope))
        return test && yes && no ? { kind: 'choice', test, yes, no } : null
      }
      case 'ArrayExpression': {
        const items = node.elements.map((one) => {
          const isSpread = one?.type === 'SpreadElement'
          const of = one === null ? null : this.#expr(one.type === 'SpreadElement' ? one.argument : one, scope)
          return of === null ? null : { of, isSpread }
        })
        return items.some((one) => one === null) ? null : { kind: 'list', items: items.filter((one) => one !== null) }
      }
      default:
        return this.#literal(node)
    }
  }
}

const unwrapped = (node: Node): Node => {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
      return unwrapped(node.expression)
    default:
      return node
  }
}

const keyOf = (property: Expression | Node, isComputed: boolean): string | null => {
  if (!isComputed && property.type === 'Identifier') return property.name
  if (property.type === 'StringLiteral') return property.value
  return property.type === 'NumericLiteral' ? String(property.value) : null
}

/** Returns the path of `context.a.b`. */
const pathOf = (given: Node, scope: Scope): readonly string[] | null => {
  const node = unwrapped(given)
  if (node.type === 'Identifier') return scope.paths.get(node.name) ?? null
  if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return null
  const name = keyOf(node.property, node.computed)
  if (name === null) return null
  const owner = unwrapped(node.object)
  if (owner.type === 'Identifier' && owner.name === scope.whole) return name === 'context' ? [] : null
  const before = pathOf(owner, scope)
  return before === null ? null : [...before, name]
}

/** `({ context })`, `({ context: { count } })` or `(args)`. */
const scopeOf = (parameter: Node | undefined): Scope => {
  const paths = new Map<string, readonly string[]>()
  if (parameter?.type === 'Identifier') return { paths, whole: parameter.name }
  const take = (pattern: Node, path: readonly string[] | null): void => {
    if (pattern.type === 'Identifier' && path !== null) paths.set(pattern.name, path)
    if (pattern.type !== 'ObjectPattern') return
    for (const part of pattern.properties) {
      const name = part.type === 'ObjectProperty' ? keyOf(part.key, part.computed) : null
      if (part.type !== 'ObjectProperty' || name === null) continue
      if (path !== null) take(part.value, [...path, name])
      else if (name === 'context') take(part.value, [])
    }
  }
  if (parameter !== undefined) take(parameter, null)
  return { paths, whole: null }
}
