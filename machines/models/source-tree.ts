/**
 * Parses JSON, JavaScript or TypeScript into a tree of literals with positions. Nothing is executed: what is neither a literal nor a
 * reference to one in the same text stays code.
 */
import { parse, parseExpression } from '@babel/parser'
import type { Expression, File, Node, ObjectExpression, VariableDeclarator } from '@babel/types'
import { LIMITS } from '../../contract/limits.ts'
import { Unreadable, type Place } from './problem.ts'

export type Tree =
  | { kind: 'object'; entries: ReadonlyMap<string, Tree>; at: Place }
  | { kind: 'list'; items: readonly Tree[]; at: Place }
  | { kind: 'text'; value: string; at: Place }
  /** A number, true, false or null. */
  | { kind: 'plain'; value: number | boolean | null; at: Place }
  /** A function, a call or an external name, as text. */
  | { kind: 'code'; text: string; node: Node; at: Place }

/** A machine in its source. */
export interface MachineSource {
  config: Tree
  /** Guards and actions by name, given to `setup` or `createMachine`. */
  given: readonly Tree[]
  /** Returns the literal value of a node. */
  valueOf: (node: Node) => Tree
}

type Note = (message: string, at: Place) => void

const at = (node: Node): Place => ({ line: node.loc?.start.line ?? 1, column: (node.loc?.start.column ?? 0) + 1 })

/** Maximum depth: deeper than any model, and below the parser's stack limit. */
const DEEPEST = 200

/** Checks the size before parsing. */
const requireSize = (source: string): void => {
  if (source.trim() === '') throw new Unreadable('There is nothing to read yet')
  if (source.length > LIMITS.maxModelSource)
    throw new Unreadable(`The source is longer than ${LIMITS.maxModelSource.toLocaleString('en')} characters`)
  let [depth, line] = [0, 1]
  for (const sign of source) {
    if (sign === '\n') line += 1
    else if (sign === '{' || sign === '[' || sign === '(') depth += 1
    else if (sign === '}' || sign === ']' || sign === ')') depth -= 1
    if (depth > DEEPEST) throw new Unreadable('Brackets stand too deep in each other', { line, column: 1 })
  }
}

const refused = (error: unknown): never => {
  if (error instanceof Unreadable) throw error
  const { message = '', loc } = error as { message?: string; loc?: { line: number; column: number } }
  const place = loc ? { line: loc.line, column: loc.column + 1 } : null
  if (error instanceof RangeError) throw new Unreadable('The source is nested too deeply to be read')
  throw new Unreadable(message.replace(/ \(\d+:\d+\)$/, '') || 'The source cannot be read', place)
}

/** Reads JSON, with comments and trailing commas. Throws `Unreadable`. */
export const treeOfJson = (source: string): Tree => machineOfJson(source).config

/** Throws `Unreadable`. */
export const machineOfJson = (source: string): MachineSource => {
  requireSize(source)
  try {
    const node = parseExpression(source, { sourceType: 'script' })
    const literals = new Literals(source, new Map(), () => undefined)
    return { config: literals.of(node), given: [], valueOf: (part) => literals.of(part) }
  } catch (error) {
    return refused(error)
  }
}

/** Returns the arguments of `createMachine` calls in order. Throws `Unreadable`. */
export const machinesOf = (source: string, note: Note): MachineSource[] => {
  requireSize(source)
  try {
    const file = parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'], errorRecovery: true })
    const names = constantsOf(file)
    const literals = new Literals(source, names, note)
    // Implementations are not part of the model: skipped without a note.
    const quiet = new Literals(source, names, () => undefined)
    const found: MachineSource[] = []
    walk(file.program, (node) => {
      if (node.type !== 'CallExpression' || !isCreateMachine(node.callee)) return
      const [config, options] = node.arguments
      if (!config) return
      const given = [options, setupOf(node.callee, names)].filter((one) => one !== undefined)
      found.push({
        config: literals.of(config),
        given: given.map((one) => quiet.of(one)),
        valueOf: (part) => quiet.of(part),
      })
    })
    return found
  } catch (error) {
    return refused(error)
  }
}

const isCreateMachine = (callee: Node): boolean =>
  (callee.type === 'Identifier' && callee.name === 'createMachine') ||
  (callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'createMachine')

/** Returns the argument of the `setup` call that this `createMachine` belongs to. */
const setupOf = (callee: Node, names: ReadonlyMap<string, Expression>): Node | undefined => {
  if (callee.type !== 'MemberExpression') return undefined
  const owner = callee.object.type === 'Identifier' ? names.get(callee.object.name) : callee.object
  const isSetup =
    owner?.type === 'CallExpression' && owner.callee.type === 'Identifier' && owner.callee.name === 'setup'
  return isSetup ? owner.arguments[0] : undefined
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'loc' in value

const walk = (root: Node, visit: (node: Node) => void): void => {
  const left: Node[] = [root]
  while (left.length > 0) {
    const node = left.pop() as Node
    visit(node)
    const below = Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    left.push(...below.filter(isNode).reverse())
  }
}

/** Values of names that are assigned once. */
const constantsOf = (file: File): Map<string, Expression> => {
  const names = new Map<string, Expression>()
  walk(file.program, (node) => {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') return
    for (const { id, init } of node.declarations as VariableDeclarator[])
      if (id.type === 'Identifier' && init && !names.has(id.name)) names.set(id.name, init)
  })
  return names
}

class Literals {
  readonly #source: string
  readonly #names: ReadonlyMap<string, Expression>
  readonly #note: Note
  /** Names being resolved: a circular one stays code. */
  readonly #open = new Set<string>()

  constructor(source: string, names: ReadonlyMap<string, Expression>, note: Note) {
    this.#source = source
    this.#names = names
    this.#note = note
  }

  of(node: Node): Tree {
    switch (node.type) {
      case 'StringLiteral':
        return { kind: 'text', value: node.value, at: at(node) }
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return { kind: 'plain', value: node.value, at: at(node) }
      case 'UnaryExpression':
        return node.operator === '-' && node.argument.type === 'NumericLiteral'
          ? { kind: 'plain', value: -node.argument.value, at: at(node) }
          : this.#code(node)
      case 'NullLiteral':
        return { kind: 'plain', value: null, at: at(node) }
      case 'TemplateLiteral':
        return node.expressions.length === 0
          ? { kind: 'text', value: node.quasis[0]?.value.cooked ?? '', at: at(node) }
          : this.#code(node)
      case 'ArrayExpression':
        return {
          kind: 'list',
          items: node.elements.flatMap((one) =>
            one === null ? [] : one.type === 'SpreadElement' ? this.#spreadItems(one.argument) : [this.of(one)],
          ),
          at: at(node),
        }
      case 'ObjectExpression':
        return { kind: 'object', entries: this.#entries(node), at: at(node) }
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'ParenthesizedExpression':
        return this.of(node.expression)
      case 'Identifier':
        return node.name === 'undefined'
          ? { kind: 'plain', value: null, at: at(node) }
          : (this.#named(node.name, (value) => this.of(value)) ?? this.#code(node))
      case 'MemberExpression': {
        const owner = this.of(node.object)
        const name = node.computed ? this.of(node.property) : null
        const key =
          name === null ? (node.property.type === 'Identifier' ? node.property.name : '') : (textOf(name) ?? '')
        return (owner.kind === 'object' ? owner.entries.get(key) : undefined) ?? this.#code(node)
      }
      default:
        return this.#code(node)
    }
  }

  #code(node: Node): Tree {
    const text = this.#source.slice(node.start ?? 0, node.end ?? 0).replace(/\s+/g, ' ')
    return { kind: 'code', text, node, at: at(node) }
  }

  #named<T>(name: string, read: (value: Expression) => T): T | null {
    const value = this.#names.get(name)
    if (!value || this.#open.has(name)) return null
    this.#open.add(name)
    try {
      return read(value)
    } finally {
      this.#open.delete(name)
    }
  }

  #spreadItems(argument: Node): readonly Tree[] {
    const tree = this.of(argument)
    if (tree.kind === 'list') return tree.items
    this.#note('What is spread here stands elsewhere, and was skipped', at(argument))
    return []
  }

  #entries(node: ObjectExpression): Map<string, Tree> {
    const entries = new Map<string, Tree>()
    for (const part of node.properties) {
      if (part.type === 'SpreadElement') {
        const tree = this.of(part.argument)
        if (tree.kind === 'object') for (const [key, value] of tree.entries) entries.set(key, value)
        else this.#note('What is spread here stands elsewhere, and was skipped', at(part))
        continue
      }
      const key = this.#key(part.key, part.computed)
      if (key === null) this.#note('This name is only known when the code runs: what it holds was skipped', at(part))
      else entries.set(key, part.type === 'ObjectMethod' ? this.#code(part) : this.of(part.value))
    }
    return entries
  }

  #key(key: Node, isComputed: boolean): string | null {
    if (!isComputed && key.type === 'Identifier') return key.name
    const tree = this.of(key)
    return textOf(tree)
  }
}

/** Returns a string, or a number as string; null for anything else. */
export const textOf = (tree: Tree | undefined): string | null =>
  tree?.kind === 'text'
    ? tree.value
    : tree?.kind === 'plain' && typeof tree.value === 'number'
      ? String(tree.value)
      : null
