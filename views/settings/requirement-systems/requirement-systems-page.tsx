/** Systems that keep the project's requirements: keys such as SHOP-12 link to them (TREE-58). */
import { BookMarked, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  deleteRequirementSystem,
  listRequirementSystems,
  REQUIREMENT_SYSTEM_TEXTS,
  type RequirementSystem,
} from '../../../contract/settings/requirement-systems.ts'
import { useApplication, useMay, useProject, useResource } from '../../application/context.tsx'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { type Column, DataList } from '../../ui/lists/data-list.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { RequirementSystemDialog } from './requirement-system-dialog.tsx'
import styles from './requirement-systems.module.css'
import { useDeletion } from '../deletion.tsx'

export function RequirementSystemsPage() {
  const canWrite = useMay().inProject('settings:write')
  const addButton = useRef<HTMLButtonElement>(null)
  const { list, refresh, askToDelete, dialog } = useRequirementSystems(() => addButton.current)
  /** `system`: null for a new one. */
  const [edited, setEdited] = useState<{ system: RequirementSystem | null } | null>(null)
  const add = canWrite && (list.face === 'shown' || list.face === 'empty') && (
    <Button ref={addButton} variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited({ system: null })}>
      Add system
    </Button>
  )
  const actions: Column<RequirementSystem> = {
    header: 'Actions',
    isHeaderHidden: true,
    width: '72px',
    align: 'end',
    cell: (system) =>
      canWrite && (
        <>
          <IconButton size="sm" label={`Edit ${system.name}`} onClick={() => setEdited({ system })}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton size="sm" label={`Delete ${system.name}`} onClick={() => askToDelete(system)}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      ),
  }
  return (
    <SettingsPage title="Requirement systems" actions={list.face === 'shown' && add}>
      <ListStates
        title="Requirement systems"
        list={list}
        empty={
          <EmptyState icon={<BookMarked aria-hidden />} title={REQUIREMENT_SYSTEM_TEXTS.none} actions={add}>
            Add your requirement tracker or wiki. Keys such as SHOP-12 then link to its pages.
          </EmptyState>
        }
      >
        {(systems) => (
          <DataList
            label="Requirement systems"
            rows={systems}
            columns={[...COLUMNS, actions]}
            className={styles.systems}
          />
        )}
      </ListStates>
      {edited !== null && (
        <RequirementSystemDialog
          system={edited.system}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            refresh()
          }}
        />
      )}
      {dialog}
    </SettingsPage>
  )
}

const COLUMNS: readonly Column<RequirementSystem>[] = [
  {
    header: 'Name',
    width: 'minmax(120px, 1fr)',
    className: styles.name,
    skeleton: 110,
    cell: ({ name }) => <b>{name}</b>,
  },
  {
    header: 'Key prefix',
    width: 'minmax(100px, 160px)',
    skeleton: 56,
    cell: ({ keyPrefix }) => <code>{keyPrefix}</code>,
  },
  {
    header: 'Address',
    width: 'minmax(0, 2fr)',
    className: styles.address,
    skeleton: 'name',
    title: ({ address }) => address,
    cell: ({ address }) => address,
  },
]

/** Requirement systems with their actions. */
function useRequirementSystems(focusAfter: () => HTMLElement | null) {
  const { key } = useProject()
  const { send } = useApplication()
  const resource = useResource(() => send(listRequirementSystems, { params: { projectKey: key } }))
  const deletion = useDeletion<RequirementSystem>({
    perform: ({ id }) => send(deleteRequirementSystem, { params: { projectKey: key, requirementSystemId: id } }),
    words: ({ name, keyPrefix }) => ({
      title: `Delete requirement system ${name}?`,
      action: 'Delete requirement system',
      about: `Keys that begin with ${keyPrefix} stay, but are no longer links. This cannot be undone.`,
      done: REQUIREMENT_SYSTEM_TEXTS.deleted,
    }),
    onDeleted: resource.refresh,
    focusAfter,
  })
  return {
    list: stateOfLoaded(resource, ({ items }) => items),
    refresh: resource.refresh,
    askToDelete: deletion.ask,
    dialog: deletion.dialog,
  }
}
