import { JsonScanner } from '../../../reading/json.ts'
import { Unreadable } from '../../../reading/source-file.ts'
import { FOREIGN, FORMATS } from './formats.ts'
import type { Format, ReportInput } from './format.ts'

/** Format of a file; or why it is not read, null for a file that belongs to a folder of results and needs no line. */
export type Identified = { format: Format } | { reason: string | null; isLoss: boolean }

const HEAD = 64 * 1024
/** Limit of the fields of a JSON document that are looked at. */
const FIELDS = 500
const FIELDS_DEEP = 4

/** Recognizes a report by its content, and a few by their names. */
export const identify = async ({ name, text }: Pick<ReportInput, 'name' | 'text'>): Promise<Identified> => {
  const named = FORMATS.find(({ fileName }) => fileName?.test(name))
  if (named !== undefined) return { format: named }
  const foreign = FOREIGN.find(({ fileName }) => fileName?.test(name))
  if (foreign !== undefined) return { reason: reasonOf(foreign.what), isLoss: false }
  const head = await headOf(text)
  const start = head.trimStart()
  if (start === '') return { reason: 'The file is empty', isLoss: false }
  if (start.startsWith('<') || /^[^<{[]{0,2000}<\?xml\s/.test(start)) return byRoot(rootOf(start))
  if (/^[[{]/.test(start)) return byFields(await outlineOf(text))
  const begun = FORMATS.find(({ begin }) => begin?.test(start))
  if (begun !== undefined) return { format: begun }
  return {
    reason: 'The file is no report: neither XML nor JSON, nor an archive of them',
    isLoss: false,
  }
}

const reasonOf = (what: string | null): string | null => (what === null ? null : `This is ${what}`)
const foreignTo = (what: string | null): Identified => ({ reason: reasonOf(what), isLoss: false })

const headOf = async (text: () => AsyncIterable<string>): Promise<string> => {
  let head = ''
  for await (const part of text()) {
    head += part
    if (head.trimStart().length >= HEAD) break
  }
  return head.replace(/^\ufeff/, '')
}

const byRoot = (root: string | null): Identified => {
  const format = FORMATS.find(({ roots }) => roots?.includes(root ?? ''))
  if (format !== undefined) return { format }
  const foreign = FOREIGN.find(({ roots }) => roots?.includes(root ?? ''))
  if (foreign !== undefined) return foreignTo(foreign.what)
  const isLoss = root === null
  return { reason: isLoss ? 'The XML has no element' : `XML with <${root}> is no report of test results`, isLoss }
}

/** Returns the name of the root element, without its prefix. Comments, instructions and the document type come before it. */
const rootOf = (head: string): string | null => {
  let rest = head.slice(Math.max(0, head.indexOf('<')))
  for (;;) {
    const [, end] =
      [
        ['<?', '?>'],
        ['<!--', '-->'],
        ['<!', '>'],
      ].find(([begin = '']) => rest.startsWith(begin)) ?? []
    if (end === undefined) break
    // The internal subset of a document type has ends of its own.
    const isDoctype = end === '>'
    const subset = isDoctype ? /^<![^[>]{0,2000}\[[\s\S]{0,60000}?\]\s{0,100}>/.exec(rest) : null
    const after = subset === null ? rest.indexOf(end) + end.length : subset[0].length
    if (subset === null && rest.indexOf(end) < 0) return null
    rest = rest.slice(after)
    const next = rest.indexOf('<')
    if (next < 0) return null
    rest = rest.slice(next)
  }
  return /^<(?:[\w.-]{1,50}:)?([\w.-]{1,50})/.exec(rest)?.[1] ?? null
}

interface Outline {
  fields: ReadonlySet<string>
  /** Set when the document breaks before it is recognized. */
  broken: string | null
}

const byFields = ({ fields, broken }: Outline): Identified => {
  const known = knownBy(fields)
  if (known !== null) return known
  if (fields.has('[]') && fields.size === 1)
    return { reason: 'The file is an empty list: it holds no tests', isLoss: false }
  if (broken !== null) return { reason: broken, isLoss: true }
  const names = [...fields].filter((field) => /^[\w$ -]{1,40}$/.test(field)).slice(0, 5)
  const hint = names.length === 0 ? '' : `: it has the fields ${names.join(', ')}`
  return { reason: `The JSON is no report of test results${hint}`, isLoss: false }
}

const knownBy = (fields: ReadonlySet<string>): Identified | null => {
  const has = (all: readonly string[]): boolean => all.every((field) => fields.has(field))
  const foreign = FOREIGN.find((row) => row.fields?.some(has))
  if (foreign !== undefined) return foreignTo(foreign.what)
  const format = FORMATS.find((row) => row.fields?.some(has))
  return format === undefined ? null : { format }
}

/** Reads the fields of a JSON document until it is recognized. */
const outlineOf = async (text: () => AsyncIterable<string>): Promise<Outline> => {
  const fields = new Set<string>()
  const path: string[] = []
  const open: ('{' | '[')[] = []
  const add = (): void => {
    if (open.length > FIELDS_DEEP || fields.size >= FIELDS) return
    fields.add(path.slice(0, open.length).join('').replace(/^\./, ''))
  }
  const scanner = new JsonScanner({
    open: (kind) => {
      open.push(kind)
      path[open.length - 1] = kind === '[' ? '[]' : ''
      if (kind === '[' && open.length === 1) add()
    },
    key: (name) => {
      path[open.length - 1] = `.${name.slice(0, 60)}`
      add()
    },
    value: () => {},
    close: () => {
      open.pop()
    },
  })
  try {
    for await (const part of text()) {
      // Small pieces: a field at the beginning decides early.
      for (let at = 0; at < part.length; at += HEAD) {
        scanner.write(part.slice(at, at + HEAD))
        if (knownBy(fields) !== null) return { fields, broken: null }
      }
    }
    scanner.close()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { fields, broken: error.message }
  }
  return { fields, broken: null }
}
