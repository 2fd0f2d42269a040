/** Shared layout of launcher and preset pages: name, notices, fields, and buttons. */
import { ServerOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { messageOf } from '../../../services/http/api-error.ts'
import { EditNotes } from '../../shared/forms/edit-notes.tsx'
import type { TrailNames } from '../../shared/page/trail.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { AreaPage } from '../area-page.tsx'
import { ConfigFields } from './config-fields.tsx'
import { FIELD_LABELS } from './field-labels.ts'
import styles from './launcher-form.module.css'
import type { LauncherForm } from './use-launcher-form.ts'
import type { OptionsState } from './use-launcher-options.ts'

interface ConfigPageProps {
  title: string
  names: TrailNames
  form: LauncherForm
  options: OptionsState
  nameLabel: string
  meta?: ReactNode
  actions?: ReactNode
  bar: ReactNode
  /** Above the fields. */
  note?: ReactNode
  /** Beside the fields, below them on narrow pages. */
  aside?: ReactNode
  children?: ReactNode
}

export function ConfigPage(props: ConfigPageProps) {
  const { title, names, form, options, nameLabel, meta, actions, bar, note, aside, children } = props
  const isNamed = form.mode !== 'view'
  const [isNameLeft, setNameLeft] = useState(false)
  if (form.isOpening) return <ConfigSkeleton />
  return (
    <AreaPage
      title={title}
      documentTitle={`${title} · Launchers`}
      names={names}
      meta={meta}
      actions={actions}
      hasRule
      isPadded
      foot={
        <section className={styles.bar} aria-label="Actions">
          {bar}
        </section>
      }
    >
      <div className={styles.beside}>
        <div>
          {form.mode === 'view' && options.options?.drivers.length === 0 && <NoEngineNote />}
          {note}
          <EditNotes of={form} labels={FIELD_LABELS} />
          {isNamed && (
            <TextField
              className={styles.named}
              label={nameLabel}
              value={form.values.name}
              error={form.errors.name ?? (isNameLeft ? form.problems.name : undefined)}
              disabled={form.isPending}
              autoComplete="off"
              onValueChange={(name) => form.change({ name })}
              onBlur={() => setNameLeft(true)}
            />
          )}
          {options.options === null && options.failure !== null ? (
            <ProblemState title="The options did not load" onRetry={options.retry}>
              {messageOf(options.failure)}
            </ProblemState>
          ) : (
            <ConfigFields key={form.mode} form={form} options={options} />
          )}
          {children}
        </div>
        {aside}
      </div>
    </AreaPage>
  )
}

/** Shown beside Launch when nothing can run launches: they would wait endlessly. */
const NoEngineNote = () => (
  <Banner icon={<ServerOff aria-hidden />}>
    Launches wait in the queue: this server has nothing to run them in. Its owner starts Docker, or{' '}
    <code>podman system service</code>, and names another socket than the usual one in <code>DOCKER_HOST</code>. On a
    server for one user, <code>LAUNCHER_PROCESSES=true</code> runs them without containers.
  </Banner>
)

/** Skeleton of the page. */
export const ConfigSkeleton = () => (
  <AreaPage title="Launcher" isPadded hasRule>
    <div aria-busy>
      <Skeleton width={420} height={32} />
    </div>
  </AreaPage>
)
