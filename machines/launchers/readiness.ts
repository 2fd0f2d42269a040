/** Checks whether a launcher can be saved, added or started, and returns the message that says why not. */
import { LAUNCHER_TEXTS } from '../../contract/launchers/launcher-texts.ts'
import type { TestingExecutor } from '../../contract/launchers/options.ts'

export interface Loaded {
  /** Options or branches are on their way. */
  isLoading: boolean
  /** Null while they load. */
  executors: readonly TestingExecutor[] | null
  /** Null while they load, and where the git server gave no answer. */
  branches: readonly unknown[] | null
}

/** LAUN-20 to LAUN-22. */
export const mayBeSaved = ({ isLoading, executors }: Loaded, problems: object): boolean =>
  !isLoading && (executors?.length ?? 0) > 0 && Object.keys(problems).length === 0

/** What keeps a launcher of a repository that can be read from being added; null where nothing does (LAUN-23, LAUN-24). */
export const addingProblem = ({ branches }: Loaded, { verified }: { verified: boolean }): string | null =>
  verified && branches?.length === 0 ? LAUNCHER_TEXTS.noBranchesToAdd : null

/** What keeps a launch from being started; null where nothing does. */
export const launchProblem = ({ branches }: Loaded, { executor }: { executor: string | null }): string | null => {
  if (branches?.length === 0) return LAUNCHER_TEXTS.noBranchesToLaunch
  return executor === null ? LAUNCHER_TEXTS.noExecutor : null
}

/** CONF-18. Says nothing while executors load. */
export const isEngineMissing = (executors: readonly TestingExecutor[] | null): boolean =>
  executors !== null && !executors.some(({ tool }) => tool === 'ASSAY_ENGINE')
