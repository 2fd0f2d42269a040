import type { FieldError } from '../../../contract/errors.ts'
import { isScriptAddress, SCRIPT_ADDRESS } from '../../../contract/links.ts'
import type { RunCommand, RunCommandRefusal } from '../../../contract/runs/commands.ts'
import type { ResultFile, ResultValues } from '../../../contract/runs/results.ts'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { featureIsOff } from '../../settings/settings.ts'
import type { Doer, World } from './world.ts'

/** Outcome of a command. `unseen`: cases whose newest result the author had not seen, with the one that they had seen. */
export type Ruling =
  | { done: true; unseen: Unseen[]; skippedCaseIds: number[] }
  | { done: false; refusal: RunCommandRefusal }

export interface Unseen {
  runId: number
  caseId: number
  seenResultId: string | null
}

type CommandOf<Type extends RunCommand['type']> = Extract<RunCommand, { type: Type }>

const refused = (reason: RunCommandRefusal['reason'], message: string, errors?: FieldError[]): Ruling => ({
  done: false,
  refusal: { reason, message, ...(errors ? { errors } : {}) },
})
const invalid = (errors: FieldError[]): Ruling =>
  refused('invalid', errors.map(({ message }) => message).join('; '), errors)

/** Returns a rejection if the run accepts no results; otherwise null. */
const unfit = (world: World, runId: number): Ruling | null => {
  const run = world.known.runs.get(runId)
  if (!run) return refused('run-gone', RUN_TEXTS.notFound)
  return run.closedAt === null ? null : refused('run-closed', RUN_TEXTS.closed)
}

const record = (
  world: World,
  doer: Doer,
  { runId, entries, values }: CommandOf<'results/record'>,
  at: Date,
): Ruling => {
  const faults = [...entryFaults(world, doer, runId, entries), ...valueFaults(world, doer, values)]
  const off = offStatuses(world, values)
  if (off.length > 0)
    return refused(
      'status-off',
      RUN_TEXTS.statusOff,
      off.map((field) => ({ field, message: RUN_TEXTS.statusOff })),
    )
  if (faults.length > 0) return invalid(faults)
  const there = entries.filter(({ caseId }) => world.case(runId, caseId)?.isRemoved === false)
  if (there.length === 0)
    return refused(
      'case-gone',
      RUN_TEXTS.caseGone,
      entries.map((_, place) => ({ field: `entries.${place}.caseId`, message: RUN_TEXTS.caseGone })),
    )
  const unseen: Unseen[] = []
  for (const { resultId, caseId, seenResultId } of there) {
    const one = world.case(runId, caseId)
    // Already recorded by a command with another key.
    if (!one || world.result(resultId)) continue
    if (one.lastResultId !== seenResultId) unseen.push({ runId, caseId, seenResultId })
    world.record({
      id: resultId,
      runId,
      caseId,
      values,
      caseVersion: one.caseVersion,
      recordedBy: doer.userId,
      at,
    })
  }
  const saved = new Set(there.map(({ caseId }) => caseId))
  return {
    done: true,
    unseen,
    skippedCaseIds: entries.map(({ caseId }) => caseId).filter((caseId) => !saved.has(caseId)),
  }
}

const entryFaults = (
  world: World,
  doer: Doer,
  runId: number,
  entries: CommandOf<'results/record'>['entries'],
): FieldError[] => {
  const faults: FieldError[] = []
  const cases = new Set<number>()
  const ids = new Set<string>()
  for (const [place, { resultId, caseId }] of entries.entries()) {
    const known = world.result(resultId)
    const isOwn =
      known === undefined || (known.runId === runId && known.caseId === caseId && known.recordedBy === doer.userId)
    if (!isOwn || ids.has(resultId)) faults.push({ field: `entries.${place}.resultId`, message: 'This id is taken' })
    if (cases.has(caseId)) faults.push({ field: `entries.${place}.caseId`, message: 'This test case is named twice' })
    cases.add(caseId)
    ids.add(resultId)
  }
  return faults
}

/** Returns the fields whose status was switched off or deleted: of the result, and of its steps. */
const offStatuses = (world: World, { statusId, steps }: ResultValues): string[] => {
  const isOff = (id: number | null) => id !== null && world.known.statuses.get(id)?.isGiven !== true
  return [
    ...(isOff(statusId) ? ['statusId'] : []),
    ...steps.flatMap((step, place) => (isOff(step.statusId) ? [`steps.${place}.statusId`] : [])),
  ]
}

const valueFaults = (world: World, { projectId, userId, features }: Doer, values: ResultValues): FieldError[] => {
  const faults: FieldError[] = []
  const files = new Set<string>()
  const fileFaults = (field: string, attachments: readonly ResultFile[]) => {
    for (const [place, { fileUuid }] of attachments.entries()) {
      const known = world.known.foreignFiles.get(fileUuid)
      const isForeign = known !== undefined && (known.projectId !== projectId || known.userId !== userId)
      if (isForeign || files.has(fileUuid))
        faults.push({
          field: `${field}.${place}`,
          message: isForeign ? 'This file is another one' : 'A file is named twice',
        })
      files.add(fileUuid)
    }
  }
  fileFaults('attachments', values.attachments)
  const steps = new Set<string>()
  for (const [place, { stepId, attachments }] of values.steps.entries()) {
    const field = `steps.${place}`
    if (stepId === '' || steps.has(stepId)) faults.push({ field: `${field}.stepId`, message: 'A step is named twice' })
    steps.add(stepId)
    fileFaults(`${field}.attachments`, attachments)
  }
  for (const [place, defect] of values.defects.entries())
    if (isScriptAddress(defect)) faults.push({ field: `defects.${place}`, message: SCRIPT_ADDRESS })
  if (values.defects.length > 0 && !features.includes('defects-linking'))
    faults.push({ field: 'defects', message: featureIsOff('defects-linking') })
  return faults
}

const withdraw = (world: World, { userId }: Doer, { runId, resultIds }: CommandOf<'results/withdraw'>): Ruling => {
  const faults = resultIds.flatMap((id, place): FieldError[] => {
    const known = world.result(id)
    return known?.runId === runId && known.recordedBy === userId
      ? []
      : [{ field: `resultIds.${place}`, message: 'Only your own results of this run can be withdrawn' }]
  })
  if (faults.length > 0) return invalid(faults)
  for (const id of new Set(resultIds)) {
    const known = world.result(id)
    if (known && !known.isWithdrawn) world.withdraw(known)
  }
  return { done: true, unseen: [], skippedCaseIds: [] }
}

/** Applies a command to the world. A rejected command leaves the world unchanged. */
export const rule = (world: World, doer: Doer, command: RunCommand, at: Date): Ruling => {
  const refusal = unfit(world, command.runId)
  if (refusal) return refusal
  return command.type === 'results/record' ? record(world, doer, command, at) : withdraw(world, doer, command)
}
