/** The frame of every settings page of a project. */
import { useMemo } from 'react'
import { useProject } from '../boot/context.tsx'
import { SettingsFrame, type SettingsContent } from '../shared/settings/settings-frame.tsx'
import { settingsPages } from './pages.ts'

interface SettingsPageProps extends SettingsContent {
  /** Changes of this page are held: its entry in the list is marked. */
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
