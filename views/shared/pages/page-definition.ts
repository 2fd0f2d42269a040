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

/**
 * All that the product says about one page. Router, breadcrumbs, navigation, palette, settings, the server and the build read
 * these definitions and nothing else.
 */
export interface PageDefinition {
  pattern: string
  gate: Gate
  /** The page's crumb until the page knows the name of what it shows. Pages outside the frame have none. */
  title?: string
  /** Pattern of the page that this one belongs to: the crumb before its own. */
  parent?: string
  /** Loads the page's code. Without it the address answers 404 to those who pass the gate. */
  load?: () => Promise<ComponentType>
  /** Redirects here instead of showing a page. */
  redirectTo?: string
  /** Where those are redirected whom the gate keeps out: a pattern with the same `:names`. Without it they see 404. */
  fallback?: string
  /**
   * Addresses of the calls that the page makes first, letter by letter as it makes them: they are sent before its code has
   * arrived. Written out, because the contract's own definitions import a parser.
   */
  firstCalls?: (params: Record<string, string>, search: string) => string[]
  /** An entry of the project's navigation, or of the workspace's for an address outside projects. */
  navigation?: { id: NavigationIcon; label: string; group?: 'end' }
  /** An entry of the settings' own navigation and of the palette; with `card`, also a card of the settings' first page. */
  settings?: { label: string; card?: { group: SettingsCardGroup; label?: string; about: string } }
  /** Pages with the same word are one component: it stays when one of them follows another. */
  mountedAs?: string
  /** The server draws the page into its document. */
  isDrawnByServer?: true
}

export type SettingsCardGroup =
  | 'Testing configuration'
  | 'Access management'
  | 'People and access'
  | 'Connections'
  | 'Workspace'
