/** Fields of a run configuration: read-only, edited, or changed for one launch. */
import { ChevronDown, ChevronUp, Cloud, Server, Smartphone, Triangle } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { wrongEmail } from '../../../contract/launchers/launch-config.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import type { LauncherValues } from '../../../contract/launchers/launchers.ts'
import type { ExecutorIcon } from '../../../contract/launchers/options.ts'
import { changedFields } from '../../../machines/launchers/launcher-values.ts'
import { executorOf, isCypress, withExecutor, withImage } from '../../../machines/launchers/platform-choice.ts'
import { isEngineMissing } from '../../../machines/launchers/readiness.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { PickField } from '../../ui/pickers/pick-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { paths } from '../../shared/routes.ts'
import { PROBLEM_MESSAGES } from '../connection-messages.ts'
import { ItemsTable } from './items-table.tsx'
import styles from './launcher-form.module.css'
import { NotificationFields } from './notification-fields.tsx'
import { PlatformFields } from './platform-fields.tsx'
import type { LauncherForm } from './use-launcher-form.ts'
import type { OptionsState } from './use-launcher-options.ts'

interface ConfigFieldsProps {
  form: LauncherForm
  options: OptionsState
}

type FieldName = keyof LauncherValues

const NOTHING = ''

export function ConfigFields({ form, options: state }: ConfigFieldsProps) {
  const { values, stored, errors, mode, change, isEditable, isAttempted } = form
  const { options } = state
  const [isMore, setMore] = useState(mode !== 'view')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const isDisabled = !isEditable || form.isPending || form.isLaunching
  const isDefining = mode !== 'view'
  const changed = mode === 'view' && stored !== null ? changedFields(stored, values) : []
  const executor = executorOf(options?.executors ?? [], values)
  const errorOf = (field: FieldName): string | undefined =>
    errors[field] ?? (left.has(field) ? form.problems[field] : undefined)
  const leave = (field: FieldName) => setLeft((names) => new Set(names).add(field))
  const mark = (field: FieldName): ReactNode =>
    changed.includes(field) && (
      <span className={styles.mark}>
        <Triangle aria-hidden /> This launch only
      </span>
    )
  const isMoreShown = isMore || isDefining || Object.keys(errors).some((field) => HIDDEN.includes(field))
  return (
    <div className={styles.fields}>
      <section aria-label="Run configuration">
        <header className={styles.sectionHead}>
          <h2>Run configuration</h2>
          {changed.length > 0 && (
            <>
              <span className={styles.mark} aria-live="polite">
                <Triangle aria-hidden /> {changed.length} changed for this launch
              </span>
              <Button size="sm" variant="quiet" disabled={isDisabled} onClick={form.reset}>
                Reset
              </Button>
            </>
          )}
        </header>
        <fieldset className={styles.grid} disabled={isDisabled}>
          <div className={styles.cell}>
            {mark('branch')}
            <BranchField form={form} state={state} error={errorOf('branch')} onLeave={() => leave('branch')} />
          </div>
          <div className={styles.cell}>
            {mark('milestone')}
            <PickField
              label="Milestone"
              placeholder="None"
              options={options === null ? null : options.milestones.map(({ id, name }) => ({ id, label: name }))}
              value={values.milestoneId}
              chosen={
                values.milestoneId === null ? null : { id: values.milestoneId, label: values.milestone ?? 'Milestone' }
              }
              none="No open milestones"
              onChoose={(id) =>
                change({
                  milestoneId: id,
                  milestone: options?.milestones.find((one) => one.id === id)?.name ?? null,
                })
              }
              {...(isDisabled ? {} : { onClear: () => change({ milestoneId: null, milestone: null }) })}
            />
          </div>
          <div className={styles.cell}>
            {mark('environment')}
            <Select
              label="Execution environment"
              value={values.environment ?? NOTHING}
              disabled={isDisabled}
              options={[
                { value: NOTHING, label: 'None' },
                ...[
                  ...new Set([
                    ...(values.environment === null ? [] : [values.environment]),
                    ...(options?.environments.map(({ key }) => key) ?? []),
                  ]),
                ].map((value) => ({ value, label: value })),
              ]}
              onValueChange={(value) => change({ environment: value === NOTHING ? null : value })}
            />
          </div>
          <div className={styles.cell}>
            {mark('executor')}
            <PickField
              label="Testing platform"
              placeholder={options === null ? '…' : 'Not available'}
              error={errorOf('executor')}
              description={isCypress(values.dockerImage) ? 'Images of Cypress run on the engine.' : undefined}
              options={
                options?.executors
                  .filter(({ executor: one }) => !isCypress(values.dockerImage) || one === 'ASSAY')
                  .map(({ tool, name, icon }) => ({ id: tool, label: name, icon: EXECUTOR_ICONS[icon] })) ?? null
              }
              value={executor?.tool ?? null}
              none="No testing platforms"
              onChoose={(tool) => change(withExecutor(options?.executors.find((one) => one.tool === tool)))}
            />
          </div>
          {executor !== undefined && (
            <PlatformFields
              executor={executor}
              dockerImage={values.dockerImage}
              capabilities={values.providerCapabilities}
              isDisabled={isDisabled}
              onChange={(providerCapabilities) => change({ providerCapabilities })}
            />
          )}
        </fieldset>
        {isEngineMissing(options?.executors ?? null) && (
          <p className={styles.hint}>
            Enable the engine in <Link href={paths.integrations}>Integrations</Link> to run launches on this server.
          </p>
        )}
        {isMoreShown && <MoreFields {...{ values, options, isDisabled, change, mark, errorOf }} onLeave={leave} />}
        {!isDefining && (
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={isMoreShown}
            icon={isMoreShown ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
            onClick={() => setMore(!isMoreShown)}
          >
            {isMoreShown ? 'Less' : 'More'}
          </Button>
        )}
      </section>
      <fieldset className={styles.rest} disabled={isDisabled}>
        <ItemsTable
          title="Environment variables"
          noun="Variable"
          items={values.envVars}
          isDefining={isDefining}
          isDisabled={isDisabled}
          isAttempted={isAttempted}
          error={errorOf('envVars')}
          onChange={(envVars) => change({ envVars })}
          onLeave={() => leave('envVars')}
        />
        <ItemsTable
          title="Custom capabilities"
          noun="Capability"
          items={values.customCapabilities}
          isDefining={isDefining}
          isDisabled={isDisabled}
          isAttempted={isAttempted}
          error={errorOf('customCapabilities')}
          onChange={(customCapabilities) => change({ customCapabilities })}
          onLeave={() => leave('customCapabilities')}
        />
        <NotificationFields
          {...{ values, options, isDisabled, change }}
          emailError={left.has('emails') || isAttempted ? emailProblem(values.emails) : undefined}
          errorOf={errorOf}
          onLeave={leave}
        />
      </fieldset>
    </div>
  )
}

interface MoreFieldsProps {
  values: LauncherValues
  options: OptionsState['options']
  isDisabled: boolean
  change: LauncherForm['change']
  mark: (field: FieldName) => ReactNode
  errorOf: (field: FieldName) => string | undefined
  onLeave: (field: FieldName) => void
}

function MoreFields({ values, options, isDisabled, change, mark, errorOf, onLeave }: MoreFieldsProps) {
  const images = useId()
  return (
    <fieldset className={styles.grid} disabled={isDisabled}>
      {values.executor === 'ASSAY' && (
        <div className={styles.cell}>
          {mark('instanceTypeId')}
          <Select
            label="Instance type"
            value={values.instanceTypeId ?? NOTHING}
            disabled={isDisabled}
            options={[
              {
                value: NOTHING,
                label: `Project default (${options?.instanceTypes.find((one) => one.projectDefault)?.name ?? '…'})`,
              },
              ...(options?.instanceTypes.map(({ id, name, description, workerLabels }) => ({
                value: id,
                label: [`${name}: ${description}`, ...workerLabels].join(', '),
              })) ?? []),
            ]}
            onValueChange={(value) => change({ instanceTypeId: value === NOTHING ? null : value })}
          />
        </div>
      )}
      {values.executor === 'ASSAY' && (
        <div className={styles.cell}>
          {mark('workerLabels')}
          <TextField
            label="Worker labels"
            description="With commas between. Only a worker with all of them runs it."
            value={(values.workerLabels ?? []).join(',')}
            error={errorOf('workerLabels')}
            disabled={isDisabled}
            autoComplete="off"
            // As typed, including white space and empty lines, which are dropped on save.
            onValueChange={(text) => change({ workerLabels: text === '' ? [] : text.split(',') })}
            onBlur={() => onLeave('workerLabels')}
          />
        </div>
      )}
      <div className={styles.cell}>
        {mark('dockerImage')}
        <TextField
          label="Docker image"
          value={values.dockerImage}
          error={errorOf('dockerImage')}
          disabled={isDisabled}
          list={images}
          autoComplete="off"
          placeholder="node:22-slim"
          onValueChange={(dockerImage) => change(withImage(values, dockerImage, options?.images ?? []))}
          onBlur={() => onLeave('dockerImage')}
        />
        <datalist id={images}>
          {options?.images.map(({ image, about }) => (
            <option key={image} value={image}>
              {about}
            </option>
          ))}
        </datalist>
      </div>
      <div className={styles.cell}>
        {mark('artifactsFolder')}
        <TextField
          label="Artifacts folder"
          description="Its files are kept with the launch, such as reports and videos."
          value={values.artifactsFolder ?? ''}
          error={errorOf('artifactsFolder')}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          placeholder="test-results"
          onValueChange={(folder) => change({ artifactsFolder: folder === '' ? null : folder })}
          onBlur={() => onLeave('artifactsFolder')}
        />
      </div>
      <div className={styles.wide}>
        {mark('launchCommand')}
        <TextField
          label="Launch command"
          value={values.launchCommand}
          error={errorOf('launchCommand')}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          placeholder="npm test"
          onValueChange={(launchCommand) => change({ launchCommand })}
          onBlur={() => onLeave('launchCommand')}
        />
      </div>
    </fieldset>
  )
}

const EXECUTOR_ICONS: Record<ExecutorIcon, ReactNode> = {
  engine: <Server aria-hidden />,
  cloud: <Cloud aria-hidden />,
  devices: <Smartphone aria-hidden />,
}

/** Fields behind More: it expands when one of them has an error. */
const HIDDEN = ['instanceTypeId', 'workerLabels', 'dockerImage', 'artifactsFolder', 'launchCommand']

const emailProblem = (emails: string): string | undefined => {
  const wrong = wrongEmail(emails)
  return wrong === null ? undefined : LAUNCHER_TEXTS.email(wrong)
}

interface BranchFieldProps {
  form: LauncherForm
  state: OptionsState
  error: string | undefined
  onLeave: () => void
}

/** A picker when the git server lists branches, else a text field. */
function BranchField({ form, state, error, onLeave }: BranchFieldProps) {
  const { values, change } = form
  const { branches, retryBranches, areBranchesLoading } = state
  const isPending = branches === null && state.branchesFailure === null
  if (isPending || (branches !== null && branches.items.length > 0))
    return (
      <PickField
        label="Branch"
        placeholder={isPending ? 'Loading branches…' : 'Choose a branch'}
        options={
          branches === null
            ? null
            : branches.items.map(({ name, commit }) => ({ id: name, label: name, aside: commit.slice(0, 7) }))
        }
        value={values.branch === '' ? null : values.branch}
        chosen={values.branch === '' ? null : { id: values.branch, label: values.branch }}
        error={error}
        isSearched
        noMatch="No branch has this name"
        onChoose={(branch) => change({ branch })}
      />
    )
  return (
    <>
      <TextField
        label="Branch"
        value={values.branch}
        error={error}
        onValueChange={(branch) => change({ branch })}
        onBlur={onLeave}
      />
      <InlineProblem>
        {branches?.problem == null ? 'Branches were not found.' : PROBLEM_MESSAGES[branches.problem]}{' '}
        <Button size="sm" variant="quiet" isPending={areBranchesLoading} onClick={retryBranches}>
          Retry
        </Button>
      </InlineProblem>
    </>
  )
}
