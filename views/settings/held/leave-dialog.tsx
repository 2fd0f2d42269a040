/** Asks when a page with unsaved changes is left. They are kept as a draft unless discarded. */
import type { HeldEntry } from '../../../contract/settings/held-edits.ts'
import type { HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { changesOf } from './held-words.ts'
import { useHeld } from './use-held-editor.ts'

export function LeaveDialog<Entry extends HeldEntry>({ editor }: { editor: HeldEditorRef<Entry> }) {
  const isAsked = useHeld(editor, (snapshot) => snapshot.matches({ ready: 'leaving' }))
  const held = useHeld(editor, ({ context }) => context.held)
  const isKept = useHeld(editor, ({ context }) => context.isKept)
  if (!isAsked) return null
  const stay = () => editor.send({ type: 'leave/stay' })
  return (
    <Dialog
      title={`Leave with ${changesOf(held)} not saved?`}
      role="alertdialog"
      onClose={stay}
      footer={
        <>
          <Button onClick={stay} data-autofocus>
            Stay
          </Button>
          <Button variant="danger" onClick={() => editor.send({ type: 'leave/discard' })}>
            Discard and leave
          </Button>
          <Button variant="primary" onClick={() => editor.send({ type: 'leave/keep' })}>
            Leave
          </Button>
        </>
      }
    >
      <p>
        {isKept
          ? 'They stay on this device. You can continue or discard them when you come back.'
          : 'This device is full. If you leave, they are lost.'}
      </p>
    </Dialog>
  )
}
