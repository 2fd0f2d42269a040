/** Environments and their variables. With the feature on, the project has variables for all environments. */
import { Plus, Server } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Environment } from '../../../contract/settings/environments.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { DeletedEnvironments } from './deleted-environments.tsx'
import { EnvironmentDialog } from './environment-dialog.tsx'
import { EnvironmentPanel, ProjectPanel } from './environment-panel.tsx'
import styles from './environments.module.css'
import { useEnvironments } from './use-environments.tsx'
import { useSecrets } from './use-secrets.ts'
import { VariableDialog } from './variable-dialog.tsx'
import type { VariableOf } from './variables-list.tsx'

export function EnvironmentsPage() {
  const may = useMay()
  const canWrite = may.inProject('settings:write')
  const canReveal = may.inProject('secrets:reveal')
  const hasProjectVariables = may.isOn('test-case-variables')
  const secrets = useSecrets()
  const addButton = useRef<HTMLButtonElement>(null)
  const list = useEnvironments({
    hasProjectVariables,
    canWrite,
    onChanged: secrets.changed,
    focusAfter: () => addButton.current,
  })
  const { environments, projectVariables, failure } = list
  /** `environment`: null for a new one. */
  const [edited, setEdited] = useState<{ environment: Environment | null } | null>(null)
  const [editedVariable, setEditedVariable] = useState<VariableOf | null>(null)
  const actions = {
    add: (environment: Environment | null) => setEditedVariable({ environment, variable: null }),
    edit: setEditedVariable,
    askToDelete: list.askToDeleteVariable,
  }
  const shared = { secrets, canReveal, actions: canWrite ? actions : null }
  const isEmpty = environments?.length === 0
  const add = canWrite && environments !== null && (
    <Button
      ref={addButton}
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={() => setEdited({ environment: null })}
    >
      Add environment
    </Button>
  )
  return (
    <SettingsPage
      title={hasProjectVariables ? 'Environments and variables' : 'Environments'}
      actions={!isEmpty && add}
      toolbar={
        environments !== null &&
        canReveal && (
          <div className={styles.bar}>
            <Switch
              checked={secrets.isOn}
              onCheckedChange={(isOn) => (isOn ? secrets.show() : secrets.hide())}
              aria-busy={secrets.isPending || undefined}
            >
              Show secrets
            </Switch>
            <small>Revealing a secret is recorded in the change log.</small>
          </div>
        )
      }
    >
      {environments === null &&
        (failure === null ? (
          <Loading />
        ) : (
          <ProblemState title="Environments did not load" onRetry={list.retry} isRetrying={list.isLoading}>
            {messageOf(failure)}
          </ProblemState>
        ))}
      {environments !== null && (
        <div className={styles.panels}>
          {hasProjectVariables && <ProjectPanel variables={projectVariables} environments={environments} {...shared} />}
          {environments.map((environment) => (
            <EnvironmentPanel
              key={environment.id}
              environment={environment}
              projectVariables={projectVariables}
              onEdit={() => setEdited({ environment })}
              onDelete={() => list.askToDelete(environment)}
              {...shared}
            />
          ))}
          {isEmpty && (
            <EmptyState icon={<Server aria-hidden />} title={TEXTS.noEnvironments} actions={add}>
              {canWrite
                ? 'Add one for each place where tests run, such as staging and production.'
                : 'Project administrators and managers can add environments.'}
            </EmptyState>
          )}
          {list.deleted.length > 0 && <DeletedEnvironments environments={list.deleted} onRestore={list.restore} />}
        </div>
      )}
      {edited !== null && (
        <EnvironmentDialog
          environment={edited.environment}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            list.refresh()
          }}
        />
      )}
      {editedVariable !== null && (
        <VariableDialog
          {...editedVariable}
          onClose={() => setEditedVariable(null)}
          onSaved={() => {
            setEditedVariable(null)
            list.refresh()
          }}
        />
      )}
      {list.dialogs}
    </SettingsPage>
  )
}

function Loading() {
  return (
    <div className={styles.panels} aria-busy>
      {[2, 3].map((rows) => (
        <Panel key={rows} title={<Skeleton width={140} />}>
          {Array.from({ length: rows }, (_, i) => (
            <div key={i} className={styles.waiting}>
              <Skeleton width={110 + ((i * 41) % 60)} />
              <Skeleton width={180} />
            </div>
          ))}
        </Panel>
      ))}
    </div>
  )
}
