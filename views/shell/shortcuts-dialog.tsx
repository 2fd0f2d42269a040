/** Lists the shortcuts that are active on this page (key `?`). */
import { useState } from 'react'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Kbd } from '../ui/controls/kbd.tsx'
import { isDialogOpen, isListed, useShortcutList } from '../ui/controls/shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  // Read before this dialog adds its own.
  const [isOverDialog] = useState(isDialogOpen)
  const listed = useShortcutList().filter((shortcut) => isListed(shortcut, isOverDialog))
  // Several lists of a page may share keys.
  const shortcuts = [...new Map(listed.map((one) => [`${one.group} ${one.keys} ${one.label}`, one])).values()]
  const groups = [...new Set(shortcuts.map((shortcut) => shortcut.group))]
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {groups.map((group) => (
        <section key={group} className={styles.group}>
          <h3>{group}</h3>
          <dl>
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map((shortcut) => (
                <div key={`${shortcut.keys} ${shortcut.label}`}>
                  <dt>{shortcut.label}</dt>
                  <dd>
                    <Kbd keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
