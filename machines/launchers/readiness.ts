/** Checks whether a launcher can be saved, added or started, and returns the message that says why not. */
import { LAUNCHER_TEXTS } from '../../contract/launchers/launcher-texts.ts'
import type { TestingExecutor } from '../../contract/launchers/options.ts'

export interface Loaded {
  /** Options or branches are loading. */
  isLoading: boolean
  /** Null while loading. */
  executors: readonly TestingExecutor[] | null
  /** Null while loading, and when the git server gave no answer. */
  branches: readonly unknown[] | null
}

/** Returns why a launcher cannot be saved or started yet; null if it can (LAUN-20 to LAUN-22). */
export const savingProblem = (
  { isLoading, executors }: Loaded,
  problems: object,
  nameOf: (field: string) => string,
): string | null => {
  if (isLoading) return LAUNCHER_TEXTS.optionsLoading
  if ((executors?.length ?? 0) === 0) return LAUNCHER_TEXTS.noPlatforms
  // Each field shows its own message once it is left (CONF-25).
  const wrong = Object.keys(problems)
  return wrong.length === 0 ? null : LAUNCHER_TEXTS.wrongFields(wrong.map(nameOf))
}

/** Returns why a launcher cannot be added to a readable repository; null if it can (LAUN-23, LAUN-24). */
export const addingProblem = ({ branches }: Loaded, { verified }: { verified: boolean }): string | null =>
  verified && branches?.length === 0 ? LAUNCHER_TEXTS.noBranchesToAdd : null

/** Returns why a launch cannot be started; null if it can. */
export const launchProblem = ({ branches }: Loaded, { executor }: { executor: string | null }): string | null => {
  if (branches?.length === 0) return LAUNCHER_TEXTS.noBranchesToLaunch
  return executor === null ? LAUNCHER_TEXTS.noExecutor : null
}

/** CONF-18. Null while executors load. */
export const isEngineMissing = (executors: readonly TestingExecutor[] | null): boolean =>
  executors !== null && !executors.some(({ tool }) => tool === 'ASSAY_ENGINE')
