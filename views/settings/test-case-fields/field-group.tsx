/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are put in order by what knows elements of one kind alone */
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { memo, useCallback, useMemo } from 'react'
import type { FieldTab } from '../../../contract/settings/test-case-fields.ts'
import type { Key } from '../../../contract/settings/held-edits.ts'
import type { HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { useProject } from '../../application/context.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { MoveItems, NamedGrip } from '../../ui/sorting/sortable-grip.tsx'
import { SortableList } from '../../ui/sorting/sortable-list.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { HeldConflict } from '../held/held-conflict.tsx'
import { HeldRows } from '../held/held-rows.tsx'
import { entryNow, useHeldRow, useStored } from '../held/use-held-rows.ts'
import { TYPE_LABELS } from './field-labels.ts'
import { formatFieldValue, markOf, type FieldEntry, type Group } from './fields-list.ts'
import styles from './test-case-fields.module.css'

const HEIGHT = { wide: 45, narrow: 53 }

interface FieldGroupProps {
  group: Group
  tabs: readonly FieldTab[]
  editor: HeldEditorRef<FieldEntry>
  hasLayout: boolean
  /** Path of the page. */
  here: string
  /** The field to focus next. */
  wanted: Key | null
  onDelete: (field: FieldEntry) => void
}

/** A tab with its fields, memoised. An empty tab keeps space as a drop target. */
export const FieldGroup = memo(function FieldGroup({
  group,
  tabs,
  editor,
  hasLayout,
  here,
  wanted,
  onDelete,
}: FieldGroupProps) {
  const { id: list, tabId, name, keys } = group
  const pinned = useMemo(() => [wanted], [wanted])
  const row = useCallback(
    (id: Key) => <FieldRow {...{ id, tabs, editor, hasLayout, here, onDelete }} />,
    [tabs, editor, hasLayout, here, onDelete],
  )
  if (tabId === null && keys.length === 0 && !hasLayout) return null
  return (
    <section className={styles.group} aria-label={name}>
      <h2>
        {name}
        <span>{keys.length}</span>
      </h2>
      <SortableList of={list} className={styles.list} {...(keys.length > 0 && { role: 'list', 'aria-label': name })}>
        {keys.length === 0 && (
          <p className={styles.none}>
            {tabId === null ? 'Fields without a tab are shown last.' : 'No fields in this tab.'}
          </p>
        )}
        <HeldRows {...{ editor, keys, pinned }} height={HEIGHT} unnamed="">
          {row}
        </HeldRows>
      </SortableList>
    </section>
  )
})

interface FieldRowProps extends Pick<FieldGroupProps, 'tabs' | 'editor' | 'hasLayout' | 'here' | 'onDelete'> {
  id: Key
}

/** Memoised by field. */
const FieldRow = memo(function FieldRow({ id: key, tabs, editor, hasLayout, here, onDelete }: FieldRowProps) {
  const { row, conflict, savedBy } = useHeldRow(editor, key)
  const stored = useStored(editor, key)
  const editHref = useEditHref(row?.entry, here, hasLayout)
  const remove = useCallback(() => {
    const field = entryNow(editor, key)
    if (field !== undefined) onDelete(field)
  }, [editor, key, onDelete])
  if (row === undefined) return null
  const { entry } = row
  if (conflict !== undefined)
    return (
      <HeldConflict
        {...{ conflict, savedBy }}
        title={<b>{entry.name}</b>}
        values={(side, fields) => fields.map((field) => <span key={field}>{formatFieldValue(side, field, tabs)}</span>)}
        onSettle={(choice) => editor.send({ type: 'conflict/settle', key, choice })}
      />
    )
  const mark = markOf(row, stored)
  const isOwn = entry.type === 'CUSTOM'
  return (
    <div
      className={styles.row}
      data-held={mark === undefined ? undefined : ''}
      data-off={entry.enabled ? undefined : ''}
    >
      {hasLayout ? <NamedGrip id={key} name={entry.name} /> : <span />}
      <div className={styles.name}>
        {editHref === null ? <span>{entry.name}</span> : <PlainLink href={editHref}>{entry.name}</PlainLink>}
        {mark !== undefined && <span className={styles.mark}>{mark}</span>}
        {entry.description !== '' && <small>{entry.description}</small>}
      </div>
      <code className={styles.systemName}>{entry.systemName}</code>
      <span className={styles.type}>
        {TYPE_LABELS[entry.dataType as keyof typeof TYPE_LABELS]}
        {!isOwn && <Chip isQuiet>System</Chip>}
      </span>
      <Switch
        aria-label={`${entry.name} is on`}
        checked={entry.enabled}
        onCheckedChange={(enabled) => editor.send({ type: 'entry/change', key, changes: { enabled } })}
      />
      <Actions id={key} name={entry.name} {...{ editHref, hasLayout, isOwn, onDelete: remove }} />
    </div>
  )
})

interface ActionsProps extends Pick<FieldRowProps, 'id' | 'hasLayout'> {
  name: string
  editHref: string | null
  isOwn: boolean
  onDelete: () => void
}

/** Not affected by edits of the list. */
const Actions = memo(function Actions({ id, name, editHref, hasLayout, isOwn, onDelete }: ActionsProps) {
  return (
    <span className={styles.actions}>
      {editHref !== null && (
        <PlainLink href={editHref} className={styles.edit} aria-label={`Edit ${name}`} data-tip="Edit">
          <Pencil aria-hidden />
        </PlainLink>
      )}
      {hasLayout && (
        <Menu
          label={`Actions for ${name}`}
          trigger={
            <IconButton size="sm" label={`Actions for ${name}`}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
          align="end"
        >
          <MoveItems id={id} />
          {isOwn && (
            <>
              <MenuSeparator />
              <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={onDelete}>
                Delete field
              </MenuItem>
            </>
          )}
        </Menu>
      )}
    </span>
  )
})

/** Custom fields are edited in a dialog; values of priorities and automation states on their own pages (PRIO-13). */
const useEditHref = (entry: FieldEntry | undefined, here: string, hasLayout: boolean): string | null => {
  const { key } = useProject()
  if (entry === undefined) return null
  if (entry.dataType === 'PRIORITY') return inProjectHref(paths.priorities, key)
  if (entry.dataType === 'AUTOMATION_STATE') return inProjectHref(paths.automationStates, key)
  return entry.type === 'CUSTOM' && hasLayout ? `${here}?field=${entry.id}` : null
}
