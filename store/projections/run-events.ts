import { define, optional, array, number } from 'superstruct'
import type { RunCommand, RunCommandRefusal, sendRunCommands } from '../../contract/runs/commands.ts'
import type { ProjectUser } from '../../contract/projects/people.ts'
import type { TestRunResult } from '../../contract/runs/results.ts'
import type { RunCase } from '../../contract/runs/run-cases.ts'
import { isObject } from '../log/record.ts'

/** Hints for showing a command's effect before the server has answered. */
export interface RunHints {
  by?: ProjectUser
  /** The cases as displayed before the command. */
  rows?: readonly RunCase[]
  /** Name of the recorded status. */
  status?: string
}

/** Results of other users that came before one's own arrived. */
export interface Meanwhile {
  key: string
  results: readonly TestRunResult[]
}

/** A result that the server skipped, because its case had left the run. */
export interface LeftOut {
  resultId: string
  caseId: number
  /** Key of the case and name of the status, where known. */
  caseKey: string | null
  status: string | null
}

/** The server's answers to commands of a run. The run itself is loaded in windows and held by its page. */
export interface RunBase {
  /** Cases of the latest answers, by id. */
  rows: Readonly<Record<string, RunCase>>
  isClosed: boolean
  isGone: boolean
  /** Not shown to the author yet. */
  meanwhile: readonly Meanwhile[]
  /** Until the author dismisses them; missing in states of earlier versions. */
  leftOut?: readonly LeftOut[]
}

export interface RunConfirmation {
  rows?: readonly RunCase[]
  meanwhile?: readonly TestRunResult[]
  /** Ids of cases whose results were skipped. */
  leftOut?: readonly number[]
}

/** Commands of test runs. */
export interface RunTypes {
  command: RunCommand
  hints: RunHints
  refusal: RunCommandRefusal
  base: RunBase
  answer: ReturnType<(typeof sendRunCommands)['answer']['parse']>
  confirmation: RunConfirmation
}

// Validates only what folds rely on: a result must stay readable whatever later versions require.
const isCommand = (value: unknown): boolean => {
  if (!isObject(value) || !Number.isSafeInteger(value['runId'])) return false
  if (value['type'] === 'results/withdraw') return Array.isArray(value['resultIds'])
  return Array.isArray(value['entries']) && isObject(value['values'])
}
const isRow = (value: unknown): boolean =>
  isObject(value) && Number.isSafeInteger(value['caseId']) && Number.isSafeInteger(value['revision'])
const isBase = (value: unknown): boolean =>
  isObject(value) && isObject(value['rows']) && Array.isArray(value['meanwhile'])
const isRefusal = (value: unknown): boolean =>
  isObject(value) && typeof value['reason'] === 'string' && typeof value['message'] === 'string'

/** Structs of local records of test runs. */
export const runSchemas = {
  command: define<RunCommand>('RunCommand', isCommand),
  hints: define<RunHints>('RunHints', isObject),
  refusal: define<RunCommandRefusal>('RunCommandRefusal', isRefusal),
  base: define<RunBase>('RunBase', isBase),
  confirmation: {
    rows: optional(array(define<RunCase>('RunCase', isRow))),
    meanwhile: optional(array(define<TestRunResult>('TestRunResult', isObject))),
    leftOut: optional(array(number())),
  },
}
