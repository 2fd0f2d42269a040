import type { RunCommandRefusal } from '../../contract/runs/commands.ts'
import type { ResultValues } from '../../contract/runs/results.ts'
import type { RunCase } from '../../contract/runs/run-cases.ts'
import type { ProjectUser } from '../../contract/projects/people.ts'
import { heldBehind, type CommandRow } from '../outbox/rows.ts'
import type { CommandState, WaitingCommand } from '../outbox/definition.ts'
import type { LeftOut, RunBase, RunConfirmation, RunTypes } from './run-events.ts'

export type RunCommandState = CommandState<RunTypes>

export const EMPTY_RUN: RunBase = { rows: {}, isClosed: false, isGone: false, meanwhile: [] }

/** Number of rows kept from answers: they only bridge the time until the run is read again. */
const MAX_ROWS = 1000
const MAX_MEANWHILE = 20

/** Ids of the cases and results that a command concerns. */
export const entriesOf = (command: RunTypes['command']): string[] =>
  command.type === 'results/withdraw'
    ? [...command.resultIds]
    : command.entries.flatMap(({ caseId, resultId }) => [`${caseId}`, resultId])

/** Results are independent of each other: only an undo waits, for its result. */
export const isAfterRefusal = (command: CommandRow, other: CommandRow): boolean =>
  command.type === 'results/withdraw' && command.about.some((id) => other.about.includes(id))

export function confirmed(
  base: RunBase,
  { key, command, hints }: WaitingCommand<RunTypes>,
  { rows = [], meanwhile = [], leftOut = [] }: RunConfirmation,
): RunBase {
  const newer = rows.filter(({ caseId, revision }) => revision >= (base.rows[caseId]?.revision ?? 0))
  const all = { ...base.rows, ...Object.fromEntries(newer.map((row) => [row.caseId, row])) }
  return {
    ...base,
    rows: latest(all),
    ...(leftOut.length === 0 ? {} : { leftOut: [...(base.leftOut ?? []), ...leftOutOf(command, hints, leftOut)] }),
    meanwhile:
      meanwhile.length === 0 ? base.meanwhile : [...base.meanwhile, { key, results: meanwhile }].slice(-MAX_MEANWHILE),
  }
}

const leftOutOf = (
  command: RunTypes['command'],
  { rows = [], status }: RunTypes['hints'],
  caseIds: readonly number[],
): LeftOut[] =>
  command.type === 'results/withdraw'
    ? []
    : command.entries
        .filter(({ caseId }) => caseIds.includes(caseId))
        .map(({ caseId, resultId }) => {
          const caseKey = rows.find((row) => row.caseId === caseId)?.key ?? null
          return { resultId, caseId, caseKey, status: status ?? null }
        })

const latest = (rows: Readonly<Record<string, RunCase>>): Readonly<Record<string, RunCase>> => {
  const all = Object.values(rows)
  if (all.length <= MAX_ROWS) return rows
  const saved = all.sort((a, b) => b.revision - a.revision).slice(0, MAX_ROWS)
  return Object.fromEntries(saved.map((row) => [row.caseId, row]))
}

export const refused = (base: RunBase, _: WaitingCommand<RunTypes>, { reason }: RunCommandRefusal): RunBase => ({
  ...base,
  isClosed: base.isClosed || reason === 'run-closed',
  isGone: base.isGone || reason === 'run-gone',
})

/** `waiting`: to be sent. `held`: blocked by a rejected one. `refused`: needs a decision. */
export type Sending = 'waiting' | 'held' | 'refused'

/** An unconfirmed result. */
export interface PendingResult {
  key: string
  resultId: string
  caseId: number
  at: string
  by: ProjectUser | null
  values: ResultValues
  sending: Sending
  refusal: RunCommandRefusal | null
}

/** A rejected command. */
export interface UndecidedCommand extends Pick<WaitingCommand<RunTypes>, 'key' | 'command' | 'hints'> {
  refusal: RunCommandRefusal
  caseIds: readonly number[]
}

/** What this device knows of a run's cases beyond the loaded rows: newer rows, and unconfirmed results. */
export interface RunOverlay {
  rows: Readonly<Record<string, RunCase>>
  /** By case, oldest first; without results that were withdrawn before they were sent. */
  pending: ReadonlyMap<number, readonly PendingResult[]>
  /** Stored results being withdrawn, with the case as it was before them. */
  withdrawn: ReadonlyMap<string, RunCase | null>
  /** Need a decision, in order. Nothing of them counts. */
  undecided: readonly UndecidedCommand[]
  unsent: number
}

export const NO_OVERLAY: RunOverlay = { rows: {}, pending: new Map(), withdrawn: new Map(), undecided: [], unsent: 0 }

export function overlayOf({ base, commands }: RunCommandState): RunOverlay {
  const held = heldBehind(
    commands.map(({ command, refusal }) => ({
      stream: `runs:${command.runId}`,
      type: command.type,
      about: entriesOf(command),
      refusal: refusal?.reason ?? null,
    })),
    isAfterRefusal,
  )
  const pending = new Map<number, PendingResult[]>()
  const withdrawn = new Map<string, RunCase | null>()
  const undecided: UndecidedCommand[] = []
  commands.forEach(({ key, at, command, hints, refusal }, place) => {
    const sending = refusal !== null ? 'refused' : held[place] === true ? 'held' : 'waiting'
    if (refusal !== null) {
      const caseIds =
        command.type === 'results/record'
          ? command.entries.map(({ caseId }) => caseId)
          : (hints.rows ?? []).map(({ caseId }) => caseId)
      undecided.push({ key, command, hints, refusal, caseIds })
    }
    if (command.type === 'results/record') {
      for (const { caseId, resultId } of command.entries) {
        const one = {
          key,
          resultId,
          caseId,
          at,
          by: hints.by ?? null,
          values: command.values,
          sending,
          refusal,
        } as const
        pending.set(caseId, [...(pending.get(caseId) ?? []), one])
      }
      return
    }
    if (sending !== 'waiting') return
    const before = hints.rows ?? []
    command.resultIds.forEach((id, i) => withdrawn.set(id, before[i] ?? null))
  })
  for (const [caseId, results] of pending) {
    const left = results.filter(({ resultId }) => !withdrawn.has(resultId))
    if (left.length === 0) pending.delete(caseId)
    else pending.set(caseId, left)
  }
  return { rows: base.rows, pending, withdrawn, undecided, unsent: commands.length }
}

/** Returns a case as its author sees it: own results over the server's. Keeps the identity when nothing differs. */
export function shownRow(read: RunCase, { rows, pending, withdrawn }: RunOverlay): RunCase {
  const received = rows[read.caseId]
  let row = received !== undefined && received.revision > read.revision ? received : read
  if (row.lastResultId !== null && withdrawn.has(row.lastResultId)) {
    const before = withdrawn.get(row.lastResultId)
    const { statusId = null, lastResultId = null, lastResultAt = null, lastResultBy = null } = before ?? {}
    row = { ...row, statusId, lastResultId, lastResultAt, lastResultBy, attempts: row.attempts - 1 }
  }
  for (const { resultId, values, at, by, sending } of pending.get(read.caseId) ?? []) {
    if (sending !== 'waiting' || row.lastResultId === resultId) continue
    row = {
      ...row,
      statusId: values.statusId,
      attempts: row.attempts + 1,
      lastResultId: resultId,
      lastResultAt: at,
      lastResultBy: by?.id ?? null,
      isAutomated: false,
    }
  }
  return row
}

/** Ids of the cases that an overlay may change; null where that may be any. */
export function touchedBy({ rows, pending, withdrawn }: RunOverlay): ReadonlySet<number> | null {
  const touched = new Set([...Object.keys(rows).map(Number), ...pending.keys()])
  for (const before of withdrawn.values()) {
    if (before === null) return null
    touched.add(before.caseId)
  }
  return touched
}
