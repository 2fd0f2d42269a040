/** Layout of the workspace's settings pages. */
import { useSession } from '../../boot/context.tsx'
import { PAGES } from '../../boot/pages.ts'
import { SettingsFrame, type SettingsContent } from './settings-frame.tsx'

export const WORKSPACE_SETTINGS = PAGES.filter(
  ({ pattern, settings }) => settings !== undefined && !pattern.includes(':projectKey'),
)

interface WorkspacePageProps extends SettingsContent {
  /** Full width, with lists from edge to edge. */
  isWide?: boolean
}

export function WorkspacePage({ title, ...content }: WorkspacePageProps) {
  const { workspace } = useSession()
  return (
    <SettingsFrame
      {...content}
      title={title}
      documentTitle={`${title} · ${workspace.name}`}
      label="Workspace settings"
      pages={WORKSPACE_SETTINGS}
    />
  )
}
