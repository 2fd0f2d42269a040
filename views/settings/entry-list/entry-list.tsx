/** A page of named, ordered entries with unsaved changes held until Save: observation types, priorities, automation states. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows stand in one grid with the list's head, which list tags would break up */
import { Plus } from 'lucide-react'
import { useCallback, useMemo, type CSSProperties, type ReactNode } from 'react'
import type { HeldEntry, Key } from '../../../contract/settings/held-edits.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SortableList, SortableLists } from '../../ui/sorting/sortable-list.tsx'
import { HeldPage } from '../held/held-page.tsx'
import { HeldRows } from '../held/held-rows.tsx'
import { useHeldEditor, type HeldList } from '../held/use-held-editor.ts'
import { useHeldPage } from '../held/use-held-page.ts'
import { entryNow, useHeldKeys } from '../held/use-held-rows.ts'
import type { EntryLook } from './entry-look.ts'
import { EntryRow } from './entry-row.tsx'
import styles from './entry-list.module.css'

const HEIGHT = { wide: 45, narrow: 53 }

export interface EntryListProps<Entry extends HeldEntry> {
  title: string
  list: HeldList<Entry>
  look: EntryLook<Entry>
  /** Defaults of a new entry. */
  fresh: () => Entry
  fieldLabel: (field: string) => string
  empty: ReactNode
  foot: ReactNode
}

export function EntryList<Entry extends HeldEntry>(props: EntryListProps<Entry>) {
  const { title, list, look, fresh, fieldLabel, empty, foot } = props
  const { editor } = useHeldEditor(list)
  const { room, openKey, pinned, open, close, remove, restore, add, move, go } = useHeldPage(editor, fresh)
  const keys = useHeldKeys(editor)
  const lists = useMemo(() => [{ id: list.name, label: title, ids: keys }], [list, title, keys])
  const nameOf = (key: Key) => entryNow(editor, key)?.name.trim() || `New ${look.noun}`
  const row = useCallback(
    (key: Key) => (
      <EntryRow
        id={key}
        {...{ look, editor }}
        isOpen={openKey === key}
        onOpen={open}
        onClose={close}
        onDelete={remove}
        onRestore={restore}
      />
    ),
    [look, editor, openKey, open, close, remove, restore],
  )
  const style = { '--facts': look.columns.map(({ width }) => width).join(' ') } as CSSProperties
  return (
    <HeldPage
      {...{ editor, title, fieldLabel, empty, foot }}
      onGo={go}
      failedTitle={`${title} did not load`}
      emptyTitle={`There are no ${title.toLowerCase()} yet`}
      actions={
        <Button icon={<Plus aria-hidden />} onClick={add}>
          {look.noun.charAt(0).toUpperCase() + look.noun.slice(1)}
        </Button>
      }
    >
      <div ref={room}>
        <SortableLists
          {...{ lists, nameOf }}
          onMove={move}
          renderLifted={(key) => {
            const entry = entryNow(editor, key)
            return entry && <div className={styles.lifted}>{look.title(entry, nameOf(key))}</div>
          }}
        >
          <SortableList
            of={list.name}
            className={styles.list}
            style={style}
            {...(keys.length > 0 && { role: 'list', 'aria-label': title })}
          >
            <div className={styles.head} data-head aria-hidden>
              <span />
              <span>Name</span>
              {look.columns.map(({ label }) => (
                <span key={label}>{label}</span>
              ))}
            </div>
            <HeldRows {...{ editor, keys, pinned }} height={HEIGHT} unnamed={`New ${look.noun}`}>
              {row}
            </HeldRows>
          </SortableList>
        </SortableLists>
      </div>
    </HeldPage>
  )
}
