import { WRITERS, type Gate } from '../shared/pages/gate.ts'
import type { PageDefinition } from '../shared/pages/page-definition.ts'

const launcher: Gate = { who: 'signed-in', features: ['test-automation', 'launcher'], roles: WRITERS }

export const launcherPages: PageDefinition[] = [
  '',
  '/add-repo',
  '/:repoId',
  '/:repoId/new-launcher',
  '/:repoId/:launcherId',
  '/:repoId/:launcherId/:presetId',
].map((rest) => ({ pattern: `/projects/:projectKey/automation-launchers${rest}`, gate: launcher }))
