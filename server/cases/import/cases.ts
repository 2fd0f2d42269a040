import type { ImportMapping, ImportSource } from '../../../contract/cases/import.ts'
import type { SourceRow, SourceTable } from './formats/table.ts'
import { stepsOf, type StepCells, type StepText } from './steps.ts'

/** A case parsed from its rows. `texts`: cells by mapped target, except steps. */
export interface ImportedCase {
  /** Number of its first row. */
  row: number
  key: string
  texts: ReadonlyMap<string, string>
  /** Rows of texts that are not from the first row, by target. */
  textRows: ReadonlyMap<string, number>
  /** Null if no column contains steps. */
  steps: StepText[] | null
  /** Cells to the right of the named columns, by row; they are ignored. */
  surplus: { row: number; cells: string[] }[]
}

/** Apostrophe that our own CSV export puts before formulas, so that spreadsheets do not run them. */
const GUARD = /^'(?='*[=+\-@\t\r\n＝＋－＠])/

const STEP_TARGETS = ['steps', 'stepData', 'expectedResults'] as const

/**
 * Groups rows to cases: rows that repeat the key, and rows without a key that contain only a step, or a step and once more the title and
 * suite of the case. They must be consecutive, so that files of any length are read with one case in memory.
 */
export async function* casesIn(
  { columns, rows }: Pick<SourceTable, 'columns' | 'rows'>,
  mapping: Pick<ImportMapping, 'columns' | 'steps'>,
  { source, isCsv }: { source: ImportSource; isCsv: boolean },
): AsyncGenerator<ImportedCase> {
  const isGuarded = source === 'assay' && isCsv
  const at = new Map(mapping.columns.flatMap((target, i) => (target === null ? [] : [[target as string, i] as const])))
  const cell = ({ cells }: SourceRow, target: string): string => {
    const index = at.get(target)
    const text = index === undefined ? '' : (cells[index] ?? '')
    return isGuarded ? text.replace(GUARD, '') : text
  }
  const hasSteps = STEP_TARGETS.some((target) => at.has(target))
  const parts = [...at.keys()].filter((target) => !STEP_TARGETS.some((one) => one === target))

  const repeatsTitle = (row: SourceRow, texts: ReadonlyMap<string, string>): boolean =>
    mapping.steps === 'rows' && cell(row, 'title').trim() === texts.get('title')?.trim()
  const isStepOf = (row: SourceRow, texts: ReadonlyMap<string, string>): boolean =>
    (cell(row, 'title').trim() === '' || repeatsTitle(row, texts)) &&
    STEP_TARGETS.some((target) => cell(row, target).trim() !== '') &&
    parts.every((target) => ['', texts.get(target)?.trim()].includes(cell(row, target).trim()))

  let open:
    | (Pick<ImportedCase, 'row' | 'key' | 'surplus'> & {
        texts: Map<string, string>
        textRows: Map<string, number>
        steps: StepCells[]
      })
    | null = null
  const closed = ({ steps, ...parts }: NonNullable<typeof open>): ImportedCase => ({
    ...parts,
    steps: hasSteps
      ? stepsOf(steps, mapping.steps, { isQuoted: source === 'qase', isTyped: source !== 'qase' && source !== 'assay' })
      : null,
  })
  for await (const row of rows) {
    const key = cell(row, 'key').trim()
    if (row.cells.every((text) => text.trim() === '')) continue
    const goesOn = open !== null && (key === '' ? isStepOf(row, open.texts) : key === open.key)
    if (!goesOn || open === null) {
      if (open !== null) yield closed(open)
      const texts = new Map(parts.map((target) => [target, cell(row, target)]))
      open = { row: row.row, key, texts, textRows: new Map(), steps: [], surplus: [] }
    } else
      for (const target of parts) {
        if (open.texts.get(target)?.trim() !== '' || cell(row, target).trim() === '') continue
        open.texts.set(target, cell(row, target))
        open.textRows.set(target, row.row)
      }
    const surplus = row.cells.slice(columns.length).filter((text) => text.trim() !== '')
    if (surplus.length > 0) open.surplus.push({ row: row.row, cells: surplus })
    open.steps.push({
      row: row.row,
      steps: cell(row, 'steps'),
      stepData: cell(row, 'stepData'),
      expectedResults: cell(row, 'expectedResults'),
    })
  }
  if (open !== null) yield closed(open)
}
