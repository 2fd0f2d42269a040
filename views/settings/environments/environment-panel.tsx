import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import type { Environment } from '../../../contract/settings/environments.ts'
import type { Variable } from '../../../contract/settings/variables.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import styles from './environments.module.css'
import type { Secrets } from './use-secrets.ts'
import { VariablesList, type VariableActions } from './variables-list.tsx'

interface Shared {
  secrets: Secrets
  canReveal: boolean
  /** Null for read-only use. */
  actions: VariableActions | null
}

/** Project variables, which apply to every environment unless it has one with the same key (ENVS-09, ENVS-10). */
export function ProjectPanel({
  variables,
  environments,
  ...shared
}: Shared & { variables: readonly Variable[]; environments: readonly Environment[] }) {
  return (
    <Panel
      title={
        <div className={styles.title}>
          <h2>Project variables</h2>
          <p>For all environments</p>
        </div>
      }
      actions={shared.actions !== null && <AddVariable name="the project" onAdd={() => shared.actions?.add(null)} />}
    >
      {variables.length === 0 ? (
        <p className={styles.none}>No variables yet</p>
      ) : (
        <VariablesList
          label="Project variables"
          environment={null}
          variables={variables}
          noteOf={({ key }) => overriddenIn(key, environments)}
          {...shared}
        />
      )}
    </Panel>
  )
}

interface EnvironmentPanelProps extends Shared {
  environment: Environment
  projectVariables: readonly Variable[]
  onEdit: () => void
  onDelete: () => void
}

export function EnvironmentPanel(props: EnvironmentPanelProps) {
  const { environment, projectVariables, onEdit, onDelete, ...shared } = props
  const { name, key, description, variables = [] } = environment
  const { actions } = shared
  return (
    <Panel
      title={
        <div className={styles.title}>
          <h2 title={name}>{name}</h2>
          <Chip title="Key">{key}</Chip>
          {description !== '' && <p title={description}>{description}</p>}
        </div>
      }
      actions={
        actions !== null && (
          <>
            <AddVariable name={name} onAdd={() => actions.add(environment)} />
            <Menu
              label={`Actions for environment ${name}`}
              align="end"
              trigger={
                <IconButton size="sm" label={`Actions for ${name}`}>
                  <Ellipsis aria-hidden />
                </IconButton>
              }
            >
              <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
                Edit environment
              </MenuItem>
              <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={onDelete}>
                Delete environment
              </MenuItem>
            </Menu>
          </>
        )
      }
    >
      {variables.length === 0 ? (
        <p className={styles.none}>
          {projectVariables.length === 0 ? 'No variables yet' : 'No own variables. Project variables apply.'}
        </p>
      ) : (
        <VariablesList
          label={`Variables of ${name}`}
          environment={environment}
          variables={variables}
          noteOf={(own) => (projectVariables.some((one) => one.key === own.key) ? 'Overrides the project' : null)}
          {...shared}
        />
      )}
    </Panel>
  )
}

function AddVariable({ name, onAdd }: { name: string; onAdd: () => void }) {
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={<Plus aria-hidden />}
      aria-label={`Add variable to ${name}`}
      onClick={onAdd}
    >
      Variable
    </Button>
  )
}

/** Environments that override the project's variable. */
const overriddenIn = (key: string, environments: readonly Environment[]): string | null => {
  const names = environments
    .filter(({ variables }) => variables?.some((variable) => variable.key === key))
    .map(({ name }) => name)
  return names.length === 0 ? null : `Overridden in ${names.join(', ')}`
}
