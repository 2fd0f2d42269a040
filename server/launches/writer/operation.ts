import type { Batch, Needs } from './batch.ts'

/** Change of launches: the rows that it needs, and the function that changes them in memory. */
export interface Operation<Answer> {
  needs: Needs
  /** Throws a `Refusal` only before its first change. The caller gets the return value after the commit. */
  apply(batch: Batch): Answer
}

/** Operation that waits for its turn, and the functions that settle its caller. */
export interface Entry {
  operation: Operation<unknown>
  resolve(answer: unknown): void
  reject(error: unknown): void
}

export const needsOf = (entries: readonly Entry[]): Needs[] => entries.map(({ operation }) => operation.needs)

/** Applies the operations to a loaded batch. Returns the functions that settle their callers once the batch is written. */
export const applyAll = (entries: readonly Entry[], batch: Batch): (() => void)[] =>
  entries.map(({ operation, resolve, reject }) => {
    try {
      const answer = operation.apply(batch)
      return () => resolve(answer)
    } catch (error) {
      return () => reject(error)
    }
  })

/**
 * Returns whether an operation is written as a batch of its own, which is built while the batch before it is written. Such an operation
 * creates many tests in known launches and needs nothing else.
 */
export const isLarge = ({ needs }: Operation<unknown>): boolean => needs.quarantine !== undefined
