/** Layout of the workspace's settings pages. */
import { useApplication, useSession } from '../../application/context.tsx'
import type { PageDefinition } from '../../application/pages/page-definition.ts'
import { SettingsFrame, type SettingsContent } from './settings-frame.tsx'

/** Returns the pages of the workspace's settings. */
export const workspaceSettings = (pages: readonly PageDefinition[]): PageDefinition[] =>
  pages.filter(({ pattern, settings }) => settings !== undefined && !pattern.includes(':projectKey'))

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
      pages={workspaceSettings(useApplication().pages)}
    />
  )
}
