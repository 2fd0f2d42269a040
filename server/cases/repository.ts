import { LIMITS } from '../../contract/limits.ts'
import { repositoryStream } from '../../contract/live.ts'
import type { Principal, ProjectScope } from '../access/principals.ts'
import type { Tx } from '../db/database.ts'
import { appendEvents, type NewEvent } from '../db/events.ts'
import type { Db } from '../db/open.ts'

/** Project whose repository is changed, and the author. */
export interface Where {
  projectId: number
  userId: number
}

export const whereOf = ({ project, caller }: { project: ProjectScope; caller: Principal }): Where => ({
  projectId: project.id,
  userId: caller.userId,
})

/** Collects what a transaction touches. */
export interface Touched {
  suites(): void
  suiteCases(...suiteIds: readonly (number | null)[]): void
  cases(...caseIds: readonly number[]): void
  sharedSteps(): void
}

/** Runs one transaction with one event of what it touched; without an event if it touched nothing. */
export const changeRepository = <T>(
  db: Db,
  where: Where,
  type: string,
  act: (tx: Tx, touched: Touched) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const change = new Change()
    const answer = await act(tx, change)
    await appendEvents(tx, change.events(where, type))
    return answer
  })

/** Collects what is touched and creates the event. */
export class Change implements Touched {
  #suites = false
  #sharedSteps = false
  readonly #suiteIds = new Set<number>()
  readonly #caseIds = new Set<number>()

  suites(): void {
    this.#suites = true
  }

  sharedSteps(): void {
    this.#sharedSteps = true
  }

  suiteCases(...suiteIds: readonly (number | null)[]): void {
    for (const id of suiteIds) if (id !== null) this.#suiteIds.add(id)
  }

  cases(...caseIds: readonly number[]): void {
    for (const id of caseIds) this.#caseIds.add(id)
  }

  events({ projectId, userId }: Where, type: string): NewEvent[] {
    const isEmpty = !this.#suites && !this.#sharedSteps && this.#suiteIds.size === 0 && this.#caseIds.size === 0
    if (isEmpty) return []
    const payload = {
      suites: this.#suites,
      suiteIds: [...this.#suiteIds],
      caseIds: this.#caseIds.size > LIMITS.changedCasesListed ? null : [...this.#caseIds],
      sharedSteps: this.#sharedSteps,
    }
    return [{ stream: repositoryStream(projectId), type, payload, projectId, userId }]
  }
}

/**
 * Locks the project's repository until the transaction ends, and reserves `cases` numbers and `positions` places at the end. Returns the
 * first of each.
 */
export const reserve = async (
  tx: Tx,
  projectId: number,
  { cases = 0, positions = 0 }: { cases?: number; positions?: number } = {},
): Promise<{ number: number; position: number }> => {
  const { next_number: number, next_position: position } = await tx
    .updateTable('repository')
    .set((eb) => ({
      next_number: eb('next_number', '+', cases),
      next_position: eb('next_position', '+', positions),
    }))
    .where('project_id', '=', projectId)
    .returning(['next_number', 'next_position'])
    .executeTakeFirstOrThrow()
  return { number: number - cases, position: position - positions }
}
