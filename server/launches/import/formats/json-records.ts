import { JsonScanner, type JsonScalar } from '../../../reading/json.ts'
import { Unreadable } from '../../../reading/source-file.ts'

export type JsonPath = readonly (string | number)[]

/** Value at a wanted path, and the texts, numbers and flags of the objects around it that came before it, the outermost first. */
export interface JsonRecord {
  value: unknown
  path: JsonPath
  around: readonly Readonly<Record<string, JsonScalar>>[]
}

interface Input {
  text: () => AsyncIterable<string>
  problem: (problem: { message: string; group?: string; line?: number | null }) => void
}

/** Limits of one record; what exceeds them is left out and reported. */
const RECORD = { depth: 60, values: 200_000, characters: 16 * 1024 * 1024 }
const SCALARS_AROUND = 200
const RECORDS_LIMIT = 500_000

interface Container {
  kind: '{' | '['
  /** Next index of an array. */
  index: number
  /** Replaced, not changed: records share it. */
  scalars: Readonly<Record<string, JsonScalar>>
  count: number
}

const scalarsOf = ({ scalars }: Container): Container['scalars'] => scalars
const NO_SCALARS: Container['scalars'] = {}

/**
 * Yields the values at wanted paths in document order, those of one part of the text at a time. The rest of the document is not kept in
 * memory.
 */
export async function* recordsOf(
  { text, problem }: Input,
  isWanted: (path: JsonPath) => boolean,
): AsyncGenerator<JsonRecord[]> {
  let found: JsonRecord[] = []
  let count = 0
  const path: (string | number)[] = []
  const open: Container[] = []
  const builder = createBuilder(() =>
    problem({
      message: 'A value is too large or too deeply nested and was left out',
      group: 'too large',
      line: scanner.line,
    }),
  )
  const enter = (): void => {
    const container = open.at(-1)
    if (container?.kind === '[') path[open.length - 1] = container.index++
  }
  const record = (value: unknown): void => {
    count += 1
    if (count > RECORDS_LIMIT)
      throw new Unreadable(`The report has more than ${RECORDS_LIMIT.toLocaleString('en-US')} entries`)
    found.push({ value, path: [...path], around: open.map(scalarsOf) })
  }
  const scanner = new JsonScanner({
    open: (kind) => {
      if (builder.isOpen) return builder.open(kind)
      enter()
      if (isWanted(path)) return builder.open(kind)
      open.push({ kind, index: 0, scalars: NO_SCALARS, count: 0 })
      path.push('')
    },
    key: (name) => {
      if (builder.isOpen) return builder.key(name)
      path[open.length - 1] = name
    },
    value: (value) => {
      if (builder.isOpen) return builder.value(value)
      enter()
      const container = open.at(-1)
      if (isWanted(path)) record(value)
      if (container?.kind === '{' && (container.count += 1) <= SCALARS_AROUND)
        container.scalars = { ...container.scalars, [String(path.at(-1))]: value }
    },
    close: () => {
      if (!builder.isOpen) {
        open.pop()
        path.pop()
        return
      }
      const whole = builder.close()
      if (whole !== undefined) record(whole.value)
    },
    odd: (message, line) => problem({ message, group: 'json', line }),
  })
  for await (const part of text()) yield* foundBy(() => scanner.write(part))
  yield* foundBy(() => scanner.close())

  /** What comes before a break is yielded before the error is thrown. */
  function* foundBy(act: () => void): Generator<JsonRecord[]> {
    try {
      act()
    } finally {
      const records = found
      found = []
      if (records.length > 0) yield records
    }
  }
}

/** Builds one value from the events of the scanner, within the limits of a record. */
const createBuilder = (onTooLarge: () => void) => {
  let stack: { value: Record<string, unknown> | unknown[]; key: string }[] = []
  /** Open containers that are left out. */
  let skipped = 0
  let values = 0
  let characters = 0
  const add = (value: unknown): void => {
    const parent = stack.at(-1)
    if (parent === undefined) return
    if (Array.isArray(parent.value)) parent.value.push(value)
    // As a property it would replace the prototype.
    else if (parent.key !== '__proto__') parent.value[parent.key] = value
  }
  const isRoom = (more: number): boolean => {
    values += 1
    characters += more
    if (values <= RECORD.values && characters <= RECORD.characters) return true
    onTooLarge()
    return false
  }
  return {
    get isOpen() {
      return stack.length > 0
    },
    open: (kind: '{' | '['): void => {
      if (stack.length === 0) {
        values = 0
        characters = 0
      }
      if (skipped > 0 || stack.length >= RECORD.depth || !isRoom(0)) {
        if (skipped === 0 && stack.length >= RECORD.depth) onTooLarge()
        skipped += 1
        return
      }
      const value = kind === '{' ? {} : []
      add(value)
      stack.push({ value, key: '' })
    },
    key: (name: string): void => {
      const parent = stack.at(-1)
      if (skipped === 0 && parent !== undefined) parent.key = name
    },
    value: (value: JsonScalar): void => {
      if (skipped === 0 && isRoom(typeof value === 'string' ? value.length : 0)) add(value)
    },
    /** Returns the whole value once its outermost container closes. */
    close: (): { value: unknown } | undefined => {
      if (skipped > 0) {
        skipped -= 1
        return undefined
      }
      const closed = stack.pop()
      return stack.length === 0 ? { value: closed?.value } : undefined
    },
  }
}

/** Fields of a value, or none when it is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** Returns a text, also of a number or flag; null for anything else. */
export const stringOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
      ? String(value)
      : null
