import type { ComponentType } from 'react'
import type { Gate } from './gate.ts'

export type NavigationIcon =
  | 'projects'
  | 'overview'
  | 'test-cases'
  | 'shared-steps'
  | 'requirements'
  | 'test-runs'
  | 'test-plans'
  | 'exploratory'
  | 'launches'
  | 'launchers'
  | 'reports'
  | 'milestones'
  | 'settings'

/** Definition of one page. Router, breadcrumbs, navigation, palette, settings, server and build read only these definitions. */
export interface PageDefinition {
  pattern: string
  gate: Gate
  /** The page's crumb until the name of its subject is known. Pages outside the frame have none. */
  title?: string
  /** Pattern of the parent page: the crumb before this one. */
  parent?: string
  /** Loads the page's code. Without it the path answers 404 to those who pass the gate. */
  load?: () => Promise<ComponentType>
  /** Redirects here instead of showing a page. */
  redirectTo?: string
  /** Redirect for users who fail the gate: a pattern with the same `:names`. Without it they see 404. */
  fallback?: string
  /**
   * URLs of the page's first calls, exactly as the page makes them: they are sent before its code has loaded. Written as strings, because
   * the contract's definitions import a parser.
   */
  firstCalls?: (params: Record<string, string>, search: string) => string[]
  /** Entry of the project's navigation, or of the workspace's outside projects. */
  navigation?: { id: NavigationIcon; label: string; group?: 'end' }
  /** Entry of the settings navigation and the palette; with `card`, also a card of the settings overview. */
  settings?: { label: string; card?: { group: SettingsCardGroup; label?: string; about: string } }
  /** Pages with the same value share a component instance, which stays mounted between them. */
  mountedAs?: string
  /** Whether the server draws the page into its document. */
  isDrawnByServer?: true
}

export type SettingsCardGroup =
  | 'Testing configuration'
  | 'Access management'
  | 'People and access'
  | 'Connections'
  | 'Workspace'

/** The page of an address. */
export interface PageMatch {
  page: PageDefinition
  /** The values of the pattern's `:names`. */
  params: Record<string, string>
}
