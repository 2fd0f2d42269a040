import type { Updates } from './edited.ts'
import { settingsUpdates } from './updates/settings.ts'
import { testingUpdates } from './updates/testing.ts'
import { workspaceUpdates } from './updates/workspace.ts'

/** Every call that changes fields of something. */
export const UPDATES: Updates = { ...workspaceUpdates, ...settingsUpdates, ...testingUpdates }
