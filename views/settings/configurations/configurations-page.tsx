/** Configurations that tests run on: groups of options, renamed in place. Members read them, managers edit them. */
import { Layers, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { ConfigurationGroupCard } from './configuration-group.tsx'
import styles from './configurations.module.css'
import { InlineName } from './inline-name.tsx'
import { useConfigurations } from './use-configurations.tsx'

export function ConfigurationsPage() {
  const may = useMay()
  const canWrite = may.inProject('settings:write')
  const addButton = useRef<HTMLButtonElement>(null)
  const { groups, failure, isLoading, retry, createGroup, actions, dialogs } = useConfigurations(addButton)
  const [added, setAdded] = useState<number | null>(null)
  const isEmpty = groups !== null && groups.length === 0 && added === null
  const add = canWrite && groups !== null && (
    <Button ref={addButton} variant="primary" icon={<Plus aria-hidden />} onClick={() => setAdded((added ?? 0) + 1)}>
      Add group
    </Button>
  )
  return (
    <SettingsPage title="Configurations" actions={!isEmpty && add}>
      {groups === null && failure !== null && (
        <ProblemState title="Configurations did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {groups === null && failure === null && <Loading />}
      {isEmpty && (
        <EmptyState icon={<Layers aria-hidden />} title={TEXTS.noConfigurations} actions={add}>
          {canWrite
            ? 'Add a group for each kind of environment, such as Browser, with options such as Chrome and Firefox.'
            : 'Project administrators and managers can add configurations.'}
        </EmptyState>
      )}
      {groups !== null && !isEmpty && (
        <div className={styles.groups}>
          {groups.map((group) => (
            <ConfigurationGroupCard key={group.id} group={group} actions={canWrite ? actions : null} />
          ))}
          {added !== null && (
            <Panel
              className={styles.group}
              title={
                <InlineName
                  key={added}
                  label="New group"
                  placeholder="Group name"
                  draft="configuration-group:new"
                  save={createGroup}
                  onSaved={({ id }, byEnter) => {
                    setAdded(null)
                    // A new group needs options next.
                    if (byEnter)
                      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-add="${id}"]`)?.focus())
                  }}
                  onClose={() => setAdded(null)}
                  returnTo={addButton}
                />
              }
            >
              <p className={styles.none}>You add options next</p>
            </Panel>
          )}
        </div>
      )}
      {dialogs}
    </SettingsPage>
  )
}

function Loading() {
  return (
    <div className={styles.groups} aria-busy>
      {[3, 2, 4].map((options) => (
        <Panel key={options} className={styles.group} title={<Skeleton width={96} />}>
          <ul className={styles.options}>
            {Array.from({ length: options }, (_, i) => (
              <li key={i} className={styles.option}>
                <Skeleton width={60 + ((i * 37) % 60)} />
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  )
}
