/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are put in order by what knows elements of one kind alone */
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { FieldTab } from '../../../contract/settings/test-case-fields.ts'
import type { HeldEditorRef } from '../../../machines/held-editor.ts'
import type { HeldRow } from '../../../machines/held-fold.ts'
import { useProject } from '../../app/context.tsx'
import { inProjectHref, paths } from '../../app/routes.ts'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PlainLink } from '../../ui/link.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { MoveItems, SortableGrip, sortableRow } from '../../ui/sortable-grip.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { Switch } from '../../ui/switch.tsx'
import { HeldConflict } from '../held/held-conflict.tsx'
import { useHeld } from '../held/use-held-editor.ts'
import { TYPE_WORDS } from './field-words.ts'
import { markOf, NO_TAB, type FieldEntry, type Group } from './fields-list.ts'
import styles from './test-case-fields.module.css'

interface FieldGroupProps {
  group: Group
  tabs: readonly FieldTab[]
  editor: HeldEditorRef<FieldEntry>
  hasLayout: boolean
  /** Address of the page. */
  here: string
  onDelete: (field: FieldEntry) => void
}

/** One tab with its fields. A tab without any keeps its room: fields are dragged into it. */
export function FieldGroup({ group, tabs, editor, hasLayout, here, onDelete }: FieldGroupProps) {
  const conflicts = useHeld(editor, ({ context }) => context.conflicts)
  const saved = useHeld(editor, ({ context }) => context.saved)
  if (group.tabId === null && group.rows.length === 0 && !hasLayout) return null
  return (
    <section className={styles.group} aria-label={group.name}>
      <h2>
        {group.name}
        <span>{group.rows.length}</span>
      </h2>
      <SortableList of={group.id} className={styles.list} role="list" aria-label={group.name}>
        {group.rows.length === 0 && (
          <p className={styles.none}>
            {group.tabId === null ? 'Fields without a tab are not shown in test cases.' : 'No fields in this tab.'}
          </p>
        )}
        {group.rows.map((row) => {
          const conflict = conflicts.find(({ key }) => key === row.key)
          return conflict === undefined ? (
            <FieldRow
              key={row.key}
              row={row}
              mark={markOf(row, saved.entries)}
              {...{ editor, hasLayout, here, onDelete }}
            />
          ) : (
            <HeldConflict
              key={row.key}
              conflict={conflict}
              savedBy={saved.savedBy}
              title={<b>{row.entry.name}</b>}
              values={(entry, fields) =>
                fields.map((field) => <span key={field}>{valueWords(entry, field, tabs)}</span>)
              }
              onSettle={(choice) => editor.send({ type: 'conflict/settle', key: row.key, choice })}
            />
          )
        })}
      </SortableList>
    </section>
  )
}

const valueWords = (entry: FieldEntry, field: string, tabs: readonly FieldTab[]): string => {
  if (field === 'enabled') return entry.enabled ? 'On' : 'Off'
  return `Tab: ${tabs.find(({ id }) => id === entry.tabId)?.name ?? NO_TAB}`
}

interface FieldRowProps extends Pick<FieldGroupProps, 'editor' | 'hasLayout' | 'here' | 'onDelete'> {
  row: HeldRow<FieldEntry>
  mark: string | undefined
}

const FieldRow = memo(function FieldRow({ row, mark, editor, hasLayout, here, onDelete }: FieldRowProps) {
  const { key, entry } = row
  const isOwn = entry.type === 'CUSTOM'
  const editHref = useEditHref(entry, here, hasLayout)
  return (
    <div
      {...sortableRow(key)}
      role="listitem"
      className={styles.row}
      data-key={key}
      data-held={mark === undefined ? undefined : ''}
      data-off={entry.enabled ? undefined : ''}
    >
      {hasLayout ? <SortableGrip id={key} /> : <span />}
      <div className={styles.name}>
        {editHref === null ? <span>{entry.name}</span> : <PlainLink href={editHref}>{entry.name}</PlainLink>}
        {mark !== undefined && <span className={styles.mark}>{mark}</span>}
        {entry.description !== '' && <small>{entry.description}</small>}
      </div>
      <code className={styles.systemName}>{entry.systemName}</code>
      <span className={styles.type}>
        {TYPE_WORDS[entry.dataType as keyof typeof TYPE_WORDS]}
        {!isOwn && <Chip isQuiet>System</Chip>}
      </span>
      <Switch
        aria-label={`${entry.name} is on`}
        checked={entry.enabled}
        onCheckedChange={(enabled) => editor.send({ type: 'entry/change', key, changes: { enabled } })}
      />
      <span className={styles.actions}>
        {editHref !== null && (
          <PlainLink href={editHref} className={styles.edit} aria-label={`Edit ${entry.name}`} data-tip="Edit">
            <Pencil aria-hidden />
          </PlainLink>
        )}
        {hasLayout && (
          <Menu
            label={`Actions for ${entry.name}`}
            trigger={
              <IconButton size="sm" label={`Actions for ${entry.name}`}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
            align="end"
          >
            <MoveItems id={key} />
            {isOwn && (
              <>
                <MenuSeparator />
                <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onDelete(entry)}>
                  Delete field
                </MenuItem>
              </>
            )}
          </Menu>
        )}
      </span>
    </div>
  )
})

/** Fields of one's own are edited in a dialog; what priorities and automation states can be, on pages of their own (PRIO-13). */
const useEditHref = (entry: FieldEntry, here: string, hasLayout: boolean): string | null => {
  const { key } = useProject()
  if (entry.dataType === 'PRIORITY') return inProjectHref(paths.priorities, key)
  if (entry.dataType === 'AUTOMATION_STATE') return inProjectHref(paths.automationStates, key)
  return entry.type === 'CUSTOM' && hasLayout ? `${here}?field=${entry.id}` : null
}
