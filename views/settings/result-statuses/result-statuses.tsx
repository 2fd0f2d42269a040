/** Statuses of manual results, with unsaved changes held until Save. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows stand in one grid with the list's head, which list tags would break up */
import { Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { Key } from '../../../contract/settings/held-edits.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ColorTag } from '../../ui/marks/chip.tsx'
import { SortableList, SortableLists } from '../../ui/sorting/sortable-list.tsx'
import { HeldPage } from '../held/held-page.tsx'
import { HeldRows } from '../held/held-rows.tsx'
import { useHeld, useHeldEditor } from '../held/use-held-editor.ts'
import { useHeldPage } from '../held/use-held-page.ts'
import { entryNow, useHeldKeys } from '../held/use-held-rows.ts'
import { fieldLabel, newStatus, statusList } from './status-list.ts'
import { StatusRow } from './status-row.tsx'
import styles from './result-statuses.module.css'

const HEIGHT = { wide: 45, narrow: 57 }

export function ResultStatusesPage() {
  const { send } = useApplication()
  const { key } = useProject()
  const list = useMemo(() => statusList(send, key), [send, key])
  const { editor } = useHeldEditor(list)
  const { room, openKey, pinned, open, close, remove, restore, add, move, go } = useHeldPage(editor, newStatus)
  const keys = useHeldKeys(editor)
  const fixed = useHeld(editor, ({ context }) => (context.rows[0]?.isFixed === true ? 1 : 0))
  const order = useMemo(() => [{ id: 'statuses', label: 'Result statuses', ids: keys, fixed }], [keys, fixed])
  const nameOf = (id: string) => entryNow(editor, id)?.name || 'New status'
  const row = useCallback(
    (id: Key) => (
      <StatusRow
        id={id}
        isOpen={openKey === id}
        editor={editor}
        onOpen={open}
        onClose={close}
        onDelete={remove}
        onRestore={restore}
      />
    ),
    [editor, openKey, open, close, remove, restore],
  )
  const addButton = (
    <Button icon={<Plus aria-hidden />} onClick={add}>
      Status
    </Button>
  )
  return (
    <HeldPage
      editor={editor}
      title="Result statuses"
      failedTitle="Result statuses did not load"
      emptyTitle="There are no result statuses yet"
      empty="Results that testers can choose."
      actions={addButton}
      foot="Menus use this order."
      fieldLabel={fieldLabel}
      onGo={go}
    >
      <div ref={room}>
        <SortableLists
          lists={order}
          nameOf={nameOf}
          onMove={move}
          renderLifted={(id) => {
            const entry = entryNow(editor, id)
            return (
              entry && (
                <div className={styles.lifted}>
                  <ColorTag colorHex={entry.colorHex}>{nameOf(id)}</ColorTag>
                </div>
              )
            )
          }}
        >
          <SortableList of="statuses" className={styles.list} role="list" aria-label="Result statuses">
            <div className={styles.head} data-head aria-hidden>
              <span />
              <span>Name</span>
              <span>Aliases</span>
              <span>Counts as</span>
              <span>Colour</span>
              <span>On</span>
              <span />
            </div>
            <HeldRows {...{ editor, keys, pinned }} height={HEIGHT} unnamed="New status">
              {row}
            </HeldRows>
          </SortableList>
        </SortableLists>
      </div>
    </HeldPage>
  )
}
