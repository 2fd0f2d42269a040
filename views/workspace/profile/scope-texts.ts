import type { TokenScope } from '../../../contract/workspace/profile.ts'

export const SCOPE_TEXTS: Record<TokenScope, { label: string; hint: string }> = {
  report: { label: 'Report results', hint: 'Agents and the command line of a pipeline, with its quality gate' },
  read: { label: 'Read', hint: 'Dashboards and exports: all that the account may see' },
  manage: { label: 'Everything', hint: 'Scripts: all that the account may change' },
}
