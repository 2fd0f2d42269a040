import { Copy, LockKeyhole, Pencil, Trash2 } from 'lucide-react'
import type { Environment } from '../../../contract/settings/environments.ts'
import type { Variable } from '../../../contract/settings/variables.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Cell, List, Row } from '../../ui/lists/list.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import styles from './environments.module.css'
import type { Secrets } from './use-secrets.ts'

/** `environment`: null for the project's. `variable`: null for a new one. */
export interface VariableOf {
  environment: Environment | null
  variable: Variable | null
}

export interface VariableActions {
  add: (environment: Environment | null) => void
  edit: (variable: VariableOf) => void
  askToDelete: (variable: VariableOf) => void
}

interface VariablesListProps {
  label: string
  environment: Environment | null
  variables: readonly Variable[]
  /** Says that a variable overrides another, or is overridden. */
  noteOf: (variable: Variable) => string | null
  secrets: Secrets
  canReveal: boolean
  /** Null for read-only use. */
  actions: VariableActions | null
}

export function VariablesList(props: VariablesListProps) {
  const { label, environment, variables, noteOf, secrets, canReveal, actions } = props
  return (
    <List label={label} isDense className={styles.variables}>
      {variables.map((variable) => {
        const { id, key, secret } = variable
        const note = noteOf(variable)
        return (
          <Row key={id} className={styles.variable}>
            <Cell className={styles.key}>
              <span title={key}>{key}</span>
              {secret && (
                <span className={styles.lock} data-tip="Secret">
                  <LockKeyhole aria-hidden />
                  <VisuallyHidden>Secret</VisuallyHidden>
                </span>
              )}
            </Cell>
            <Cell className={styles.value}>
              <Value variable={variable} shown={secrets.values} />
            </Cell>
            <Cell className={styles.note}>
              {note !== null && (
                <Chip isQuiet title={note}>
                  {note}
                </Chip>
              )}
            </Cell>
            <Cell className={styles.tools} align="end">
              {(!secret || canReveal) && (
                <IconButton size="sm" label={`Copy value of ${key}`} onClick={() => void secrets.copy(variable)}>
                  <Copy aria-hidden />
                </IconButton>
              )}
              {actions !== null && (
                <>
                  <IconButton
                    size="sm"
                    label={`Edit variable ${key}`}
                    onClick={() => actions.edit({ environment, variable })}
                  >
                    <Pencil aria-hidden />
                  </IconButton>
                  <IconButton
                    size="sm"
                    label={`Delete variable ${key}`}
                    onClick={() => actions.askToDelete({ environment, variable })}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </>
              )}
            </Cell>
          </Row>
        )
      })}
    </List>
  )
}

function Value({ variable: { id, value, secret }, shown }: { variable: Variable; shown: Secrets['values'] }) {
  const raw = secret ? shown?.[id] : value
  if (raw === null) return <span className={styles.unreadable}>Cannot be read: encrypted with another key</span>
  if (raw === undefined)
    return (
      <span className={styles.masked}>
        <span aria-hidden>{value}</span>
        <VisuallyHidden>Hidden</VisuallyHidden>
      </span>
    )
  return <span title={raw}>{raw}</span>
}
