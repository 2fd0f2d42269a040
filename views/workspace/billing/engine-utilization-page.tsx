/** How long engines ran for launchers. */
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function EngineUtilizationPage() {
  return (
    <WorkspacePage title="Engine utilization">
      <EmptyState title="No engine minutes reported">
        Launchers report how long their engines ran for each launch. Nothing has been reported to this workspace.
      </EmptyState>
    </WorkspacePage>
  )
}
