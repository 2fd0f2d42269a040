/** Why changes are not sent yet, and what they wait for. */
import type { Denial } from '../../../machines/outbox/outbox-lane.machine.ts'
import { projectOfScope } from '../../../store/outbox/definition.ts'
import type { OutboxState } from '../../application/outbox/outbox.ts'
import { waitingText } from '../../shared/waiting-text.ts'

const TROUBLES: Record<Exclude<OutboxState['trouble'], 'denied' | null>, string> = {
  offline: 'Sent when this device is online.',
  retrying: 'Retrying automatically.',
  'signed-out': 'Sent when you sign in again.',
}

/** Says what must happen before the server accepts changes of a project. */
export const denialText = (projectKey: string, { reason }: Denial): string => {
  switch (reason) {
    case 'role':
      return `Waiting until your role in ${projectKey} allows it.`
    case 'feature':
      return `Waiting until a feature that ${projectKey} needs is switched on again.`
    case 'gone':
      return `${projectKey} was deleted, or you are no longer a member of it.`
  }
}

export interface OutboxNoticeText {
  kind: 'blocked' | 'waiting'
  title: string
  text: string
}

/** Returns the banner's text; null while changes are only on their way. */
export function outboxNoticeText(state: OutboxState): OutboxNoticeText | null {
  const { unsent, refused, files, refusedFiles, trouble, denied } = state
  if (refused + refusedFiles > 0)
    return {
      kind: 'blocked',
      title: `${waitingText(refused, refusedFiles)} could not be saved.`,
      text: 'Saved on this device until you decide.',
    }
  const reasons = [
    ...Object.entries(denied).map(([scope, denial]) => denialText(projectOfScope(scope), denial)),
    ...(trouble === null || trouble === 'denied' ? [] : [TROUBLES[trouble]]),
  ]
  if (unsent + files === 0 || reasons.length === 0) return null
  return {
    kind: 'waiting',
    title: `${waitingText(unsent, files)} not sent yet.`,
    text: `Saved on this device. ${[...new Set(reasons)].join(' ')}`,
  }
}
