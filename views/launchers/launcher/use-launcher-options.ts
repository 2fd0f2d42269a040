import { listBranches } from '../../../contract/launchers/repositories.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { launcherOptions } from '../../../services/launchers/launcher-options.ts'

/** Options of the pickers, and branches of a repository: idle, loading or loaded (REPO-27). */
export function useLauncherOptions(repoId: number) {
  const { key } = useProject()
  const { send } = useApplication()
  const options = useResource(() => launcherOptions(send, key))
  const branches = useResource(() => send(listBranches, { params: { projectKey: key, repoId } }))
  return {
    options: options.value,
    failure: options.failure,
    retry: options.retry,
    branches: branches.value,
    branchesFailure: branches.failure,
    retryBranches: branches.refresh,
    areBranchesLoading: branches.isLoading,
    /** What decides whether a configuration can be saved and started. */
    loaded: {
      isLoading:
        (options.value === null && options.failure === null) || (branches.value === null && branches.failure === null),
      executors: options.value?.executors ?? null,
      branches: branches.value?.items ?? null,
    },
  }
}
export type OptionsState = ReturnType<typeof useLauncherOptions>
