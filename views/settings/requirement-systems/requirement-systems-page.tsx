/** Systems that keep the project's requirements: keys such as SHOP-12 link to them (TREE-58). */
import { BookMarked, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { REQUIREMENT_SYSTEM_TEXTS, type RequirementSystem } from '../../../contract/settings/requirement-systems.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Cell, List, ListHead, Row } from '../../ui/lists/list.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { RequirementSystemDialog } from './requirement-system-dialog.tsx'
import styles from './requirement-systems.module.css'
import { useRequirementSystems } from './use-requirement-systems.tsx'

export function RequirementSystemsPage() {
  const canWrite = useMay().inProject('settings:write')
  const addButton = useRef<HTMLButtonElement>(null)
  const { systems, failure, isLoading, retry, refresh, askToDelete, dialog } = useRequirementSystems(
    () => addButton.current,
  )
  /** `system`: null for a new one. */
  const [edited, setEdited] = useState<{ system: RequirementSystem | null } | null>(null)
  const isEmpty = systems?.length === 0
  const add = canWrite && systems !== null && (
    <Button ref={addButton} variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited({ system: null })}>
      Add system
    </Button>
  )
  return (
    <SettingsPage title="Requirement systems" actions={!isEmpty && add}>
      {systems === null && failure !== null && (
        <ProblemState title="Requirement systems did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {systems === null && failure === null && <Loading />}
      {isEmpty && (
        <EmptyState icon={<BookMarked aria-hidden />} title={REQUIREMENT_SYSTEM_TEXTS.none} actions={add}>
          Add your requirement tracker or wiki. Keys such as SHOP-12 then link to its pages.
        </EmptyState>
      )}
      {systems !== null && !isEmpty && (
        <List label="Requirement systems" className={styles.systems}>
          <Head />
          {systems.map((system) => (
            <Row key={system.id}>
              <Cell className={styles.name}>
                <b>{system.name}</b>
              </Cell>
              <Cell>
                <code>{system.keyPrefix}</code>
              </Cell>
              <Cell className={styles.address} title={system.address}>
                {system.address}
              </Cell>
              <Cell align="end">
                {canWrite && (
                  <>
                    <IconButton size="sm" label={`Edit ${system.name}`} onClick={() => setEdited({ system })}>
                      <Pencil aria-hidden />
                    </IconButton>
                    <IconButton size="sm" label={`Delete ${system.name}`} onClick={() => askToDelete(system)}>
                      <Trash2 aria-hidden />
                    </IconButton>
                  </>
                )}
              </Cell>
            </Row>
          ))}
        </List>
      )}
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

function Head() {
  return (
    <ListHead>
      <Cell isHead>Name</Cell>
      <Cell isHead>Key prefix</Cell>
      <Cell isHead className={styles.address}>
        Address
      </Cell>
      <Cell isHead label="Actions" />
    </ListHead>
  )
}

function Loading() {
  return (
    <List label="Requirement systems" isBusy className={styles.systems}>
      <Head />
      {[120, 90, 140].map((width) => (
        <Row key={width}>
          <Cell>
            <Skeleton width={width} />
          </Cell>
          <Cell>
            <Skeleton width={56} />
          </Cell>
          <Cell className={styles.address}>
            <Skeleton width={width * 2} />
          </Cell>
          <Cell />
        </Row>
      ))}
    </List>
  )
}
