import type { Gate } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const integrations: Gate = {
  who: 'signed-in',
  anyFeature: ['test-automation', 'defects-linking', 'requirements-mapping'],
  anyPermission: ['INTEGRATIONS_WRITE'],
  roles: ['ADMINISTRATOR', 'MANAGER'],
}

export const integrationPages: PageDefinition[] = [
  {
    pattern: paths.integrations,
    gate: integrations,
    title: 'Integrations',
    parent: paths.workspaceSettings,
    settings: {
      label: 'Integrations',
      card: { group: 'Connections', about: 'Trackers, chat, testing platforms, AI' },
    },
    load: () => import('./list/integrations-page.tsx').then((m) => m.IntegrationsPage),
  },
  {
    pattern: paths.integration,
    gate: integrations,
    title: 'Integration',
    parent: paths.integrations,
    load: () => import('./list/integrations-page.tsx').then((m) => m.IntegrationPage),
  },
]
