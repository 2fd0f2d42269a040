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
import type { ToldCase } from './cases.ts'
import type { Report } from './report.ts'
import type { StepText } from './steps.ts'
import type { SuiteNode, SuitePaths } from './suites.ts'
import { valuesOf } from './values.ts'
import type { ImportVocabulary } from './vocabulary.ts'

/** A case that is to be made; its suite has an id once it is made. */
export interface PlannedCase {
  suite: SuiteNode
  importedKey: string | null
  body: Omit<NewCase, 'testSuiteId'>
}

/** A case that is there already. `suite` null: it stays where it is. */
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
  /** The row of every key that came before. */
  seen: Map<string, number>
  /** Locks cases before they are compared with the file; null where nothing is written. */
  lock: ((ids: readonly number[]) => Promise<unknown>) | null
}

const KEY_MOST = 255

/** `row`: where it stands, if not where the case tells the target. */
type Fault = (target: string, message: string, leavesOut: boolean, row?: number) => void

/** What becomes of some cases of a file: two statements, however many they are. */
export const planCases = async (db: Db | Tx, planning: Planning, told: readonly ToldCase[]): Promise<Plan> => {
  const { mapping, report, suites, seen, vocabulary } = planning
  const plan: Plan = { created: [], updated: [] }
  const known = await knownCases(
    db,
    planning,
    told.flatMap(({ key }) => (key === '' ? [] : [key])),
  )
  for (const one of told) {
    let isLeftOut = false
    const fault: Fault = (target, message, leavesOut, row = one.textRows.get(target) ?? one.row) => {
      isLeftOut ||= leavesOut
      report.problem(row, target, message, leavesOut)
    }
    for (const { row, cells } of one.surplus) report.problem(row, null, surplusWords(cells), false)
    const changes = valuesOf(one, vocabulary, mapping, fault)
    const before = one.key === '' ? undefined : seen.get(one.key)
    if (before !== undefined) fault('key', `The key stands in row ${before} already`, true)
    if (one.key.length > KEY_MOST) fault('key', TEXTS.titleLength255, true)
    if (one.steps !== null) checkSteps(one.steps, fault)
    const current = known.get(one.key)
    const path = one.texts.get('suite') ?? ''
    // A case that is there stays where it is when the file does not say where it belongs.
    const stays = current !== undefined && (path.trim() === '' || !mapping.updatesKnown)
    const suite = isLeftOut || stays ? null : suites.of(path)
    if (typeof suite === 'string') fault('suite', suite, true)
    if (isLeftOut || typeof suite === 'string') {
      report.counts.leftOut += 1
      continue
    }
    if (one.key !== '') seen.set(one.key, one.row)
    if (current !== undefined) {
      const change = mapping.updatesKnown ? changeOf(current, changes, one.steps, suite) : null
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
const surplusWords = (cells: readonly string[]): string => {
  const shown = cells.slice(0, SURPLUS_TOLD).map((text) => `"${cut(text)}"`)
  const more = cells.length > SURPLUS_TOLD ? ' and more' : ''
  const count = cells.length === 1 ? 'a cell' : `${cells.length} cells`
  return `The row has ${count} without a column name: ${shown.join(', ')}${more}`
}
const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text).replaceAll('\n', ' ')

/** Names the row of the step. */
const checkSteps = (steps: readonly StepText[], fault: Fault) => {
  const surplus = steps[LIMITS.stepsMost]
  if (surplus !== undefined) fault('steps', `A test case has at most ${LIMITS.stepsMost} steps`, true, surplus.row)
  for (const { row, action, expectedResult } of steps) {
    if (action.length > LIMITS.caseTextMost) fault('steps', TEXTS.caseTextLength, true, row)
    if (expectedResult.length > LIMITS.caseTextMost) fault('expectedResults', TEXTS.caseTextLength, true, row)
  }
}

const newStep = ({ action, expectedResult }: StepText): CaseStep => ({
  kind: 'step',
  id: crypto.randomUUID(),
  action,
  expectedResult,
  attachments: [],
})

/** By their own keys, and by those they had in the file they came from; what lies in the trash bin is not known. */
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
  // Our own keys first: they are what people see.
  for (const { id, number } of rows) note(numbers.get(number), id)
  for (const { id, imported_key: key } of rows) note(key, id)
  return known
}

/** Only what is another than before; null for nothing. */
const changeOf = (
  current: TestCase,
  told: CaseChanges,
  toldSteps: readonly StepText[] | null,
  suite: SuiteNode | null,
): PlannedChange | null => {
  const changes: CaseChanges = {}
  const { customFields = {}, ...parts } = told
  for (const [name, value] of Object.entries(parts))
    if (!isDeepStrictEqual(current[name as keyof TestCase], value)) Object.assign(changes, { [name]: value })
  const fields = Object.entries(customFields).filter(
    ([id, value]) => !isDeepStrictEqual(unordered(current.customFields[id]), unordered(value)),
  )
  if (fields.length > 0) changes.customFields = Object.fromEntries(fields)
  const steps = toldSteps === null ? null : stepsKept(current, toldSteps)
  if (steps !== null) changes.steps = steps
  const isMoved = suite !== null && suite.id !== current.testSuiteId
  if (Object.keys(changes).length === 0 && !isMoved) return null
  return { current, suite: isMoved ? suite : null, changes }
}

/** Which options are chosen counts, not in what order. */
const unordered = (value: CustomValues[string] | undefined): unknown =>
  Array.isArray(value) ? value.toSorted((one, other) => one - other) : (value ?? null)

/**
 * The steps as the file has them, null where the case says the same already. A file tells shared steps as the steps they stand for: as
 * long as those are the same, they stay shared. A step that is there keeps its id and its files.
 */
const stepsKept = ({ steps, sharedSteps }: TestCase, told: readonly StepText[]): CaseStep[] | null => {
  const shown = steps.flatMap((step) =>
    step.kind === 'step' ? [step] : (sharedSteps.find(({ id }) => id === step.sharedStepsId)?.steps ?? []),
  )
  const wordsOf = ({ action, expectedResult }: Omit<StepText, 'row'>) =>
    JSON.stringify([action.trim(), expectedResult.trim()])
  const words = told.map(wordsOf)
  if (isDeepStrictEqual(shown.map(wordsOf), words)) return null
  const own = steps.flatMap((step) => (step.kind === 'step' ? [step] : []))
  return told.map((step, i) => {
    const at = own.findIndex((kept) => wordsOf(kept) === words[i])
    const [kept] = at === -1 ? [] : own.splice(at, 1)
    return kept ?? newStep(step)
  })
}
