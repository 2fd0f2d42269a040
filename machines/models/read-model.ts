import type { ModelFormat } from '../../contract/models/models.ts'
import type { RunnableModel } from './draft-model.ts'
import { Unreadable, type ModelProblem } from './problem.ts'
import { readGraphwalker } from './read-graphwalker.ts'
import { readTable } from './read-table.ts'
import { readXstate } from './read-xstate.ts'
import { machineOfJson, machinesOf, treeOfJson, type Tree } from './source-tree.ts'

export type ModelReading =
  /** `notes`: parts that were left out because they are only known at run time. */
  { model: RunnableModel; notes: ModelProblem[] } | { model: null; problems: ModelProblem[] }

/** Maximum number of notes. */
const MAX_NOTES = 50

/** Parses a source of any format without executing it. Pure, and imports only the contract, so that worker, machine and tests share it. */
export const readModel = (format: ModelFormat, source: string): ModelReading => {
  const notes: ModelProblem[] = []
  const note = (message: string, at: { line: number; column: number }) => {
    if (notes.length < MAX_NOTES) notes.push({ ...at, message })
  }
  try {
    return { model: read(format, source, note), notes }
  } catch (error) {
    if (error instanceof Unreadable) return { model: null, problems: [error.problem] }
    if (error instanceof RangeError)
      return {
        model: null,
        problems: [{ line: null, column: null, message: 'The source is nested too deeply to be read' }],
      }
    throw error
  }
}

const read = (
  format: ModelFormat,
  source: string,
  note: (message: string, at: { line: number; column: number }) => void,
): RunnableModel => {
  if (format === 'table') return readTable(source)
  if (format === 'graphwalker') return readGraphwalker(treeOfJson(source))
  if (/^\s*\{/.test(source)) {
    const machine = machineOfJson(source)
    if (isGraphwalker(machine.config)) throw new Unreadable('This looks like a GraphWalker model: choose that format')
    return readXstate(machine, note)
  }
  const [first, ...others] = machinesOf(source, note)
  if (first === undefined) throw new Unreadable('There is no call of `createMachine` in the source')
  for (const { config } of others) note('Only the first machine of the source was read', config.at)
  return readXstate(first, note)
}

const isGraphwalker = (tree: Tree): boolean => tree.kind === 'object' && tree.entries.has('models')
