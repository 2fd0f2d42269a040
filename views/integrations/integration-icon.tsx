import { Bug, ClipboardCheck, Mail, MessagesSquare, Monitor, Sparkles, Workflow } from 'lucide-react'
import type { IntegrationKind } from '../../contract/workspace/integration-kinds.ts'

const ICONS = {
  trackers: Bug,
  requirements: ClipboardCheck,
  chat: MessagesSquare,
  platforms: Monitor,
  ci: Workflow,
  ai: Sparkles,
}

/** Icons by purpose: vendors' logos are trademarks. */
export function IntegrationIcon({ kind: { key, group } }: { kind: Pick<IntegrationKind, 'key' | 'group'> }) {
  const Icon = key === 'email' ? Mail : ICONS[group]
  return <Icon aria-hidden />
}
