/** Menu of a session, in its row and on its page. */
import { CheckCheck, ExternalLink, Globe, Link as LinkIcon, Pencil, Trash2 } from 'lucide-react'
import { copyLink } from '../shared/copy-link.ts'
import { useProject } from '../application/context.tsx'
import { MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx'
import { editSessionHref, sessionHref } from './address.ts'
import type { SessionAsk } from './dialogs/session-dialogs.tsx'

export interface SessionMenuItemsProps {
  session: SessionAsk['session']
  canWrite: boolean
  onAsk: (ask: SessionAsk) => void
}

/** In the row, closed sessions can only be opened and deleted (ESVW-06, ESCL-10). */
export function SessionMenuItems({ session, canWrite, onAsk }: SessionMenuItemsProps) {
  const { key } = useProject()
  const href = sessionHref(key, session.id)
  return (
    <>
      <MenuItem icon={<ExternalLink aria-hidden />} href={href} target="_blank">
        Open in new tab
      </MenuItem>
      <MenuItem icon={<LinkIcon aria-hidden />} onSelect={() => void copyLink(href)}>
        Copy link
      </MenuItem>
      {canWrite && (
        <MenuItem icon={<Globe aria-hidden />} onSelect={() => onAsk({ action: 'share', session })}>
          Share publicly
        </MenuItem>
      )}
      {canWrite && <MenuSeparator />}
      {canWrite && !session.closed && (
        <MenuItem icon={<Pencil aria-hidden />} href={editSessionHref(key, session.id)}>
          Edit
        </MenuItem>
      )}
      {canWrite && !session.closed && (
        <MenuItem icon={<CheckCheck aria-hidden />} onSelect={() => onAsk({ action: 'close', session })}>
          Close session
        </MenuItem>
      )}
      {canWrite && (
        <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onAsk({ action: 'delete', session })}>
          Delete
        </MenuItem>
      )}
    </>
  )
}
