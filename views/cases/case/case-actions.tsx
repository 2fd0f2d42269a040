/** Actions on one case with their dialogs, for the preview, the case's page and the trash bin. */
import { Copy, Ellipsis, Link as LinkIcon, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { deleteCases } from '../../../services/cases/cases.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay, useProject, useApplication } from '../../application/context.tsx'
import { copyText } from '../../ui/browser/copy-text.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { PurgeDialog } from '../trash/purge-dialog.tsx'
import { RestoreDialog } from '../trash/restore-dialog.tsx'
import { useUndo } from '../undo/use-undo-history.ts'
import { CaseForm } from './case-form.tsx'

export type CaseAsked = 'edit' | 'steps' | 'clone' | 'restore' | 'purge'

export interface CaseActionsGiven {
  testCase: TestCase
  onSaved: (testCase: TestCase) => void
  onCloned: (testCase: TestCase) => void
  /** Called before deletion: nothing may request the case after that. */
  onDeleting: () => void
  /** Called after it was restored or purged. */
  onLeft: (how: 'restored' | 'purged') => void
}

/** Render `dialog`; `ask` opens it. */
export function useCaseActions({ testCase, onSaved, onCloned, onDeleting, onLeft }: CaseActionsGiven) {
  const { key } = useProject()
  const { send } = useApplication()
  const history = useUndo()
  const [asked, ask] = useState<CaseAsked | null>(null)
  const close = () => ask(null)
  const remove = async () => {
    onDeleting()
    try {
      const { operationId, failed } = await deleteCases(send, key, [testCase.id])
      if (failed[0] !== undefined) toast.error(failed[0].message)
      else history.changed(TEXTS.caseDeleted, { kind: 'operation', operationId })
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  const dialog =
    asked === 'edit' || asked === 'steps' || asked === 'clone' ? (
      <CaseForm
        of={{ kind: asked, testCase }}
        onSaved={(saved) => {
          close()
          if (asked === 'clone') onCloned(saved)
          else onSaved(saved)
        }}
        onClose={close}
      />
    ) : asked === 'restore' ? (
      <RestoreDialog
        ids={[testCase.id]}
        count={1}
        ownSuiteId={testCase.testSuiteId}
        onDone={() => {
          close()
          onLeft('restored')
        }}
        onClose={close}
      />
    ) : asked === 'purge' ? (
      <PurgeDialog
        ids={[testCase.id]}
        count={1}
        onDone={() => {
          close()
          onLeft('purged')
        }}
        onClose={close}
      />
    ) : null
  return { ask, remove: () => void remove(), dialog }
}

export const copyLink = async (href: string): Promise<void> => {
  if (await copyText(new URL(href, location.origin).href)) toast.success(TEXTS.linkCopied)
  else toast.error('This browser did not allow copying. Copy the address of the page instead.')
}

interface CaseMenuProps {
  testCase: TestCase
  href: string
  canWrite: boolean
  onAsk: (what: CaseAsked) => void
  onDelete: () => void
}

export function CaseMenu({ testCase, href, canWrite, onAsk, onDelete }: CaseMenuProps) {
  const may = useMay()
  const hasTrash = may.isOn('trash-bin')
  return (
    <Menu
      label={`Actions for ${testCase.key}`}
      align="end"
      trigger={
        <IconButton size="sm" label="More actions">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {canWrite && !testCase.deleted && (
        <>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAsk('edit')}>
            Edit
          </MenuItem>
          <MenuItem icon={<Copy aria-hidden />} onSelect={() => onAsk('clone')}>
            Clone
          </MenuItem>
        </>
      )}
      <MenuItem icon={<LinkIcon aria-hidden />} onSelect={() => void copyLink(href)}>
        Copy link
      </MenuItem>
      {canWrite && !testCase.deleted && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={onDelete}>
            Delete
          </MenuItem>
        </>
      )}
      {canWrite && testCase.deleted && hasTrash && (
        <>
          <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => onAsk('restore')}>
            Restore
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onAsk('purge')}>
            Purge
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
