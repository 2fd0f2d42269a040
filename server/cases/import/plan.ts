import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { CaseChanges, CustomValues, NewCase, TestCase } from '../../../contract/cases/cases.ts'
import type { ImportMapping } from '../../../contract/cases/import.ts'
import type { CaseStep } from '../../../contract/cases/steps.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { ProjectScope } from '../../access/principals.ts'
import type { Db, Tx } from '../../db/open.ts'
import { readCases } from '../content/read.ts'
import type { ImportedCase } from './cases.ts'
import type { Report } from './report.ts'
import type { StepText } from './steps.ts'
import type { SuiteNode, SuitePaths } from './suites.ts'
import { titleOf, valuesOf } from './values.ts'
import type { ImportVocabulary } from './vocabulary.ts'

/** A case to create; its suite has an id once it has been created. */
export interface PlannedCase {
  suite: SuiteNode
  importedKey: string | null
  body: Omit<NewCase, 'testSuiteId'>
}

/** An existing case to change. `suite` is null if the case is not moved. */
export interface PlannedChange {
  current: TestCase
  suite: SuiteNode | null
  changes: CaseChanges
}

export interface Plan {
  created: PlannedCase[]
  updated: PlannedChange[]
}

export interface Planning {
  project: ProjectScope
  mapping: ImportMapping
  vocabulary: ImportVocabulary
  suites: SuitePaths
  report: Report
  /** Row of each earlier key. */
  seen: Map<string, number>
  /** Ids of cases without a key in the file that were found by suite and title, or created. */
  taken: Set<number>
  /** Locks cases before they are compared with the file; null for a dry run. */
  lock: ((ids: readonly number[]) => Promise<unknown>) | null
}

const MAX_KEY = 255

/** `row`: row of the problem, if it differs from that of the target. */
type Fault = (target: string, message: string, leavesOut: boolean, row?: number) => void

/** Plans a batch of a file's cases with two statements. */
export const planCases = async (db: Db | Tx, planning: Planning, cases: readonly ImportedCase[]): Promise<Plan> => {
  const { mapping, report, suites, seen, vocabulary } = planning
  const plan: Plan = { created: [], updated: [] }
  const known = await knownCases(
    db,
    planning,
    cases.flatMap(({ key }) => (key === '' ? [] : [key])),
  )
  const takeSame = await sameTitles(db, planning, cases)
  for (const one of cases) {
    let isLeftOut = false
    const fault: Fault = (target, message, leavesOut, row = one.textRows.get(target) ?? one.row) => {
      isLeftOut ||= leavesOut
      report.problem(row, target, message, leavesOut)
    }
    for (const { row, cells } of one.surplus) report.problem(row, null, surplusText(cells), false)
    const changes = valuesOf(one, vocabulary, mapping, fault)
    const before = one.key === '' ? undefined : seen.get(one.key)
    if (before !== undefined) fault('key', `The key stands in row ${before} already`, true)
    if (one.key.length > MAX_KEY) fault('key', TEXTS.titleLength255, true)
    if (one.steps !== null) checkSteps(one.steps, fault)
    const path = one.texts.get('suite') ?? ''
    const same = isLeftOut ? undefined : takeSame(one)
    if (same !== undefined) report.counts.sameTitle += 1
    const current = known.get(one.key) ?? (mapping.sameTitle === 'add' ? undefined : same)
    const updates = same === undefined ? mapping.updatesKnown : mapping.sameTitle === 'update'
    // An existing case stays in its suite if the file does not name one.
    const stays = current !== undefined && (path.trim() === '' || !updates || same !== undefined)
    const suite = isLeftOut || stays ? null : suites.of(path)
    if (typeof suite === 'string') fault('suite', suite, true)
    if (isLeftOut || typeof suite === 'string') {
      report.counts.leftOut += 1
      continue
    }
    if (one.key !== '') seen.set(one.key, one.row)
    if (current !== undefined) {
      const change = updates ? changeOf(current, changes, one.steps, suite) : null
      if (change === null) report.counts.unchanged += 1
      else plan.updated.push(change)
    } else if (suite !== null) {
      const steps = (one.steps ?? []).map(newStep)
      const body = { ...changes, title: changes.title ?? TEXTS.untitledCase, ...(one.steps === null ? {} : { steps }) }
      plan.created.push({ suite, importedKey: one.key === '' ? null : one.key, body })
    }
  }
  report.counts.created += plan.created.length
  report.counts.updated += plan.updated.length
  report.counts.suites = suites.added
  return plan
}

const SURPLUS_TOLD = 3
const surplusText = (cells: readonly string[]): string => {
  const shown = cells.slice(0, SURPLUS_TOLD).map((text) => `"${cut(text)}"`)
  const more = cells.length > SURPLUS_TOLD ? ' and more' : ''
  const count = cells.length === 1 ? 'a cell' : `${cells.length} cells`
  return `The row has ${count} without a column name: ${shown.join(', ')}${more}`
}
const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text).replaceAll('\n', ' ')

/** Reports faults with the row of the step. */
const checkSteps = (steps: readonly StepText[], fault: Fault) => {
  const surplus = steps[LIMITS.maxSteps]
  if (surplus !== undefined) fault('steps', `A test case has at most ${LIMITS.maxSteps} steps`, true, surplus.row)
  for (const { row, action, expectedResult } of steps) {
    if (action.length > LIMITS.maxCaseText) fault('steps', TEXTS.caseTextLength, true, row)
    if (expectedResult.length > LIMITS.maxCaseText) fault('expectedResults', TEXTS.caseTextLength, true, row)
  }
}

const newStep = ({ action, expectedResult }: StepText): CaseStep => ({
  kind: 'step',
  id: crypto.randomUUID(),
  action,
  expectedResult,
  attachments: [],
})

/** Finds cases by their own keys, and by their keys in the file that they were imported from; excludes the trash bin. */
const knownCases = async (
  db: Db | Tx,
  { project, lock }: Pick<Planning, 'project' | 'lock'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, TestCase>> => {
  if (keys.length === 0) return new Map()
  const numbers = new Map(
    keys.flatMap((key) => {
      const [, prefix, number = ''] = /^([A-Z][A-Z0-9]*)-(\d{1,9})$/.exec(key) ?? []
      return prefix === project.key ? [[Number(number), key] as const] : []
    }),
  )
  const { rows } = await sql<{ id: number; number: number; imported_key: string | null }>`
    select id, number, imported_key from test_case
     where project_id = ${project.id} and deleted_at is null and number = any(${[...numbers.keys()]}::int[])
    union
    select id, number, imported_key from test_case
     where project_id = ${project.id} and deleted_at is null and imported_key is not null and imported_key = any(${[...keys]}::text[])
    order by id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await lock?.(ids)
  const cases = new Map((await readCases(db, project, ids)).map((one) => [one.id, one]))
  const known = new Map<string, TestCase>()
  const note = (key: string | null | undefined, id: number) => {
    const one = cases.get(id)
    if (key !== null && key !== undefined && one !== undefined && !known.has(key)) known.set(key, one)
  }
  // Our own keys win: users see those.
  for (const { id, number } of rows) note(numbers.get(number), id)
  for (const { id, imported_key: key } of rows) note(key, id)
  return known
}

/**
 * Finds cases by suite and title, for those without a key in the file. Each is found once: several of one title are taken in their order.
 * Excludes cases that this import has created.
 */
const sameTitles = async (
  db: Db | Tx,
  { project, lock, suites, taken }: Planning,
  cases: readonly ImportedCase[],
): Promise<(one: ImportedCase) => TestCase | undefined> => {
  const requested = cases.flatMap((one) => {
    const suiteId = one.key === '' ? suites.known(one.texts.get('suite') ?? '') : null
    return suiteId === null ? [] : [{ suiteId, title: titleIn(one) }]
  })
  if (requested.length === 0) return () => undefined
  const { rows } = await sql<{ id: number; suiteId: number; title: string }>`
    select distinct t.id, t.suite_id as "suiteId", t.title, t.position
      from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as w ("suiteId" bigint, title text)
      join test_case t on t.suite_id = w."suiteId" and t.title = w.title and t.deleted_at is null
     where t.project_id = ${project.id} and t.created_at < now()
     order by t.position, t.id`.execute(db)
  const free = rows.filter(({ id }) => !taken.has(id))
  const ids = free.map(({ id }) => id)
  await lock?.(ids)
  const read = new Map((await readCases(db, project, ids)).map((one) => [one.id, one]))
  return (one) => {
    if (one.key !== '') return undefined
    const suiteId = suites.known(one.texts.get('suite') ?? '')
    const title = titleIn(one)
    const at = free.findIndex((row) => row.suiteId === suiteId && row.title === title)
    const [row] = at === -1 ? [] : free.splice(at, 1)
    if (row !== undefined) taken.add(row.id)
    return row === undefined ? undefined : read.get(row.id)
  }
}

const titleIn = ({ texts }: ImportedCase): string => titleOf(texts.get('title') ?? '', () => {})

/** Returns only values that differ; null if none do. */
const changeOf = (
  current: TestCase,
  imported: CaseChanges,
  importedSteps: readonly StepText[] | null,
  suite: SuiteNode | null,
): PlannedChange | null => {
  const changes: CaseChanges = {}
  const { customFields = {}, ...parts } = imported
  for (const [name, value] of Object.entries(parts))
    if (!isDeepStrictEqual(current[name as keyof TestCase], value)) Object.assign(changes, { [name]: value })
  const fields = Object.entries(customFields).filter(
    ([id, value]) => !isDeepStrictEqual(unordered(current.customFields[id]), unordered(value)),
  )
  if (fields.length > 0) changes.customFields = Object.fromEntries(fields)
  const steps = importedSteps === null ? null : stepsKept(current, importedSteps)
  if (steps !== null) changes.steps = steps
  const isMoved = suite !== null && suite.id !== current.testSuiteId
  if (Object.keys(changes).length === 0 && !isMoved) return null
  return { current, suite: isMoved ? suite : null, changes }
}

/** Sorts chosen options, whose order is irrelevant. */
const unordered = (value: CustomValues[string] | undefined): unknown =>
  Array.isArray(value) ? value.toSorted((one, other) => one - other) : (value ?? null)

/**
 * Returns the steps of the file; null if they equal those of the case. Files contain shared steps expanded: while these are equal, they
 * stay shared. Unchanged steps keep their ids and attachments.
 */
const stepsKept = ({ steps, sharedSteps }: TestCase, imported: readonly StepText[]): CaseStep[] | null => {
  const shown = steps.flatMap((step) =>
    step.kind === 'step' ? [step] : (sharedSteps.find(({ id }) => id === step.sharedStepsId)?.steps ?? []),
  )
  const stepText = ({ action, expectedResult }: Omit<StepText, 'row'>) =>
    JSON.stringify([action.trim(), expectedResult.trim()])
  const words = imported.map(stepText)
  if (isDeepStrictEqual(shown.map(stepText), words)) return null
  const own = steps.flatMap((step) => (step.kind === 'step' ? [step] : []))
  return imported.map((step, i) => {
    const at = own.findIndex((saved) => stepText(saved) === words[i])
    const [kept] = at === -1 ? [] : own.splice(at, 1)
    return kept ?? newStep(step)
  })
}
