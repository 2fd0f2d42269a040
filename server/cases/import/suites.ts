import { sql } from 'kysely'
import type { ImportMapping } from '../../../contract/cases/import.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db, Tx } from '../../db/open.ts'
import { conflict, wrongField } from '../../http/refusal.ts'
import { reserve, type Where } from '../repository.ts'

/** A suite; `id` is null until a new one is created. */
export interface SuiteNode {
  id: number | null
  parent: SuiteNode | null
  title: string
  depth: number
  children: Map<string, SuiteNode>
}

/** Suites of a project and those that an import adds. */
export class SuitePaths {
  readonly #parent: SuiteNode
  readonly #separator: string
  readonly #rest: string
  #total: number
  #pending: SuiteNode[] = []
  readonly made: number[] = []
  /** Number of new suites, created or not. */
  added = 0

  constructor(parent: SuiteNode, total: number, { suiteSeparator, restSuite }: ImportMapping) {
    this.#parent = parent
    this.#total = total
    this.#separator = suiteSeparator
    this.#rest = restSuite
  }

  /** Returns the id of the suite at a path; null if it does not exist yet. */
  known(path: string): number | null {
    let node: SuiteNode | undefined = this.#parent
    for (const title of this.#titlesOf(path)) node = node?.children.get(title)
    return node?.id ?? null
  }

  /** Returns the suite at a path, or a message why there is none. */
  of(path: string): SuiteNode | string {
    const titles = this.#titlesOf(path)
    if (titles.length === 0 && this.#parent.depth === 0) return 'The suite is missing, and there is none for the rest'
    if (titles.some((title) => title.length > LIMITS.caseTitle)) return TEXTS.titleLength255
    if (this.#parent.depth + titles.length > LIMITS.suiteDepth)
      return `Suites stand at most ${LIMITS.suiteDepth} deep in each other`
    let node = this.#parent
    for (const title of titles) node = node.children.get(title) ?? this.#add(node, title)
    return node
  }

  #titlesOf(path: string): string[] {
    const parts = partsOf(path, this.#separator)
    return parts.length > 0 || this.#rest === '' ? parts : [this.#rest]
  }

  #add(parent: SuiteNode, title: string): SuiteNode {
    if (this.#total >= LIMITS.maxSuites) throw conflict(`A project has at most ${LIMITS.maxSuites} suites`)
    const node: SuiteNode = { id: null, parent, title, depth: parent.depth + 1, children: new Map() }
    parent.children.set(title, node)
    this.#pending.push(node)
    this.#total += 1
    this.added += 1
    return node
  }

  /** Creates the new suites, each as the last child of its parent, with one statement per level. */
  async make(tx: Tx, { projectId, userId }: Where): Promise<void> {
    const pending = this.#pending
    this.#pending = []
    for (const depth of [...new Set(pending.map((node) => node.depth))].sort((one, other) => one - other)) {
      const level = pending.filter((node) => node.depth === depth)
      const { position } = await reserve(tx, projectId, { positions: level.length })
      const rows = level.map(({ parent, title }, i) => ({
        parentId: parent?.id ?? null,
        title,
        position: position + i,
      }))
      const { rows: made } = await sql<{ id: number; position: number }>`
        insert into suite (project_id, parent_id, title, position, created_by)
        select ${projectId}, s."parentId", s.title, s.position, ${userId}
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s ("parentId" bigint, title text, position double precision)
        returning id, position`.execute(tx)
      for (const one of made) {
        const node = level[Math.round(one.position - position)]
        if (node) node.id = one.id
        this.made.push(one.id)
      }
    }
  }
}

/** Splits a path into titles from the root. A backslash escapes the separator; empty titles are dropped. */
export const partsOf = (path: string, separator: string): string[] => {
  const mark = separator.trim() || separator
  const parts: string[] = []
  let part = ''
  for (let i = 0; i < path.length; i += 1) {
    if (path[i] === '\\' && mark !== '\\' && (path[i + 1] === '\\' || path.startsWith(mark, i + 1))) {
      i += 1
      part += path.charAt(i)
    } else if (path.startsWith(mark, i) && isApart(path, i, separator, mark)) {
      parts.push(part)
      part = ''
      i += mark.length - 1
    } else part += path.charAt(i)
  }
  return [...parts, part].map((title) => title.replaceAll('\n', ' ').trim()).filter((title) => title !== '')
}

/** Returns whether a mark is a separator: one with spaces around it needs them, as in `Sign-in - errors`. */
const isApart = (path: string, at: number, separator: string, mark: string): boolean => {
  const before = separator.startsWith(mark) || at === 0 || /\s/.test(path[at - 1] ?? '')
  const end = at + mark.length
  const after = separator.endsWith(mark) || end >= path.length || /\s/.test(path[end] ?? '')
  return before && after
}

/** Throws 400 for a suite that is not in the project. */
export const readSuitePaths = async (db: Db | Tx, projectId: number, mapping: ImportMapping): Promise<SuitePaths> => {
  const { parentSuiteId } = mapping
  const rows = await db
    .selectFrom('suite')
    .select(['id', 'parent_id', 'title'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const top: SuiteNode = { id: null, parent: null, title: '', depth: 0, children: new Map() }
  const nodes = new Map(
    rows.map(({ id, title }): [number, SuiteNode] => [id, { id, parent: null, title, depth: 0, children: new Map() }]),
  )
  for (const { id, parent_id: parentId } of rows) {
    const node = nodes.get(id) as SuiteNode
    const parent = parentId === null ? top : nodes.get(parentId)
    if (parent === undefined) continue
    node.parent = parent
    // Of suites with equal titles the first one is used.
    if (!parent.children.has(node.title)) parent.children.set(node.title, node)
  }
  const parent = parentSuiteId === null ? top : nodes.get(parentSuiteId)
  if (parent === undefined) throw wrongField('mapping.parentSuiteId', TEXTS.suiteNotFound)
  for (const node of nodes.values()) node.depth = depthOf(node)
  return new SuitePaths(parent, rows.length, mapping)
}

const depthOf = (node: SuiteNode): number => {
  let depth = 0
  for (let one: SuiteNode | null = node; one.parent !== null; one = one.parent) depth += 1
  return depth
}
