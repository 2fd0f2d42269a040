import type { Gate } from '../shared/pages/gate.ts'
import type { PageDefinition } from '../shared/pages/page-definition.ts'

const integrations: Gate = {
  who: 'signed-in',
  anyFeature: ['test-automation', 'defects-linking', 'requirements-mapping'],
  anyPermission: ['INTEGRATIONS_WRITE'],
  roles: ['ADMINISTRATOR', 'MANAGER'],
}

export const integrationPages: PageDefinition[] = [
  { pattern: '/settings/integrations', gate: integrations },
  { pattern: '/settings/integrations/:integration', gate: integrations },
]
