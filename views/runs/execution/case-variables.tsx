/** Values of variables in the texts of an executed case, each marked with its source. */
import { Fragment, useMemo, type ReactNode } from 'react'
import { textParts, withVariables } from '../../../contract/settings/variable-references.ts'
import { TextDisplayProvider } from '../../ui/markdown/text-display.ts'
import type { RunVariables } from './use-run-variables.ts'
import styles from './case-variables.module.css'

export interface CaseVariablesProps {
  /** Null: references stay as typed. */
  variables: RunVariables | null
  /** Name of the run's environment. */
  environment: string | null
  children: ReactNode
}

export function CaseVariables({ variables, environment, children }: CaseVariablesProps) {
  const display = useMemo(
    () =>
      variables && {
        plain: (text: string) => withVariables(text, variables),
        render: (text: string) =>
          textParts(text).map((part, i) =>
            part.key === null ? (
              <Fragment key={i}>{part.text}</Fragment>
            ) : (
              <Reference key={i} name={part.key} typed={part.text} variables={variables} environment={environment} />
            ),
          ),
      },
    [variables, environment],
  )
  return display === null ? children : <TextDisplayProvider value={display}>{children}</TextDisplayProvider>
}

interface ReferenceProps {
  name: string
  typed: string
  variables: RunVariables
  environment: string | null
}

function Reference({ name, typed, variables, environment }: ReferenceProps) {
  const variable = variables.get(name)
  if (variable === undefined)
    return (
      <mark className={styles.variable} data-unknown data-tip={`There is no variable ${name} here`}>
        {typed}
      </mark>
    )
  const source = variable.source === 'project' ? 'the project' : `the environment ${environment ?? ''}`
  return (
    <mark
      className={styles.variable}
      data-tip={variable.secret ? `${name}, a secret of ${source}` : `${name} of ${source}`}
    >
      {variable.value}
    </mark>
  )
}
