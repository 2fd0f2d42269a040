/** Layout of the project's settings pages. */
import { useMemo } from 'react'
import { useProject } from '../application/context.tsx'
import { SettingsFrame, type SettingsContent } from '../shared/settings/settings-frame.tsx'
import { settingsPages } from './pages.ts'

interface SettingsPageProps extends SettingsContent {
  /** Marks the page's entry: it has unsaved changes. */
  isHeld?: boolean
}

export function SettingsPage({ title, ...content }: SettingsPageProps) {
  const { key, name } = useProject()
  const params = useMemo(() => ({ projectKey: key }), [key])
  return (
    <SettingsFrame
      {...content}
      title={title}
      documentTitle={`${title} · ${name}`}
      label="Project settings"
      pages={settingsPages}
      params={params}
    />
  )
}
