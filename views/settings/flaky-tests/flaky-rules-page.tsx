/** Rules that mark flaky tests, and what they would mark while they are edited. */
import { useState } from 'react'
import {
  FLAKY_WINDOWS,
  FlakySettings,
  getFlakySettings,
  updateFlakySettings,
} from '../../../contract/launches/flaky-tests.ts'
import { QUARANTINE_RUNS } from '../../../contract/launches/quarantine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useMay, useProject, useResource } from '../../application/context.tsx'
import { EditNotes, plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { SettingsPage } from '../settings-page.tsx'
import { FlakyPreview } from './flaky-preview.tsx'
import styles from './flaky-rules.module.css'

export function FlakyRulesPage() {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, isLoading, retry, change } = useResource(() =>
    send(getFlakySettings, { params: { projectKey: key } }),
  )
  const [round, setRound] = useState(0)
  return (
    <SettingsPage title="Flaky tests">
      {value === null && failure !== null && (
        <ProblemState title="The rules did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && <Skeleton height={240} />}
      {value !== null && (
        <RulesForm
          key={round}
          settings={value}
          onOver={(saved) => {
            if (saved !== null) change(saved)
            setRound(round + 1)
          }}
        />
      )}
    </SettingsPage>
  )
}

const LABELS = plainLabels<FlakySettings>({
  windowDays: 'Launches of the last',
  minCommitFlips: 'Changes of the result for one commit',
  minRetries: 'Passes on a retry',
  minFlips: 'Changes of the result between runs',
  maxFailedShare: 'Share of failed tests above which a launch does not count',
  quarantines: 'Quarantine marked tests',
  quarantineDays: 'Days in quarantine',
  releaseAfter: 'Passes in a row that end the quarantine',
  maxQuarantinedShare: 'Largest share of tests in quarantine',
})

const WINDOWS = FLAKY_WINDOWS.map((days) => ({ value: String(days), label: `${days} days` }))

/** `onOver`: saved, with the stored values, or discarded. */
function RulesForm({ settings, onOver }: { settings: FlakySettings; onOver: (saved: FlakySettings | null) => void }) {
  const { key } = useProject()
  const canWrite = useMay().inProject('settings:write')
  const { send } = useApplication()
  const of = useForm({
    name: `flaky-rules:${key}`,
    initial: settings,
    schema: FlakySettings,
    stored: storedAs(FlakySettings, (stored) => stored),
    submit: (_, { changes, expected }) =>
      send(updateFlakySettings, { params: { projectKey: key }, body: { ...changes, expected } }),
    onDone: (saved) => {
      toast.success('Rules were successfully updated')
      onOver(saved)
    },
  })
  const { form, field, values, change, problem, isDirty, isPending, giveUp } = of
  /** An emptied field keeps its value. */
  const required = (name: 'maxFailedShare' | 'quarantineDays' | 'releaseAfter' | 'maxQuarantinedShare') => ({
    ...field(name),
    onValueChange: (value: number | null) => {
      if (value !== null) change({ [name]: value })
    },
  })
  return (
    <div className={styles.page}>
      <p className={styles.intro}>
        A test is marked as <Link href={inProjectHref(paths.flakyTests, key)}>flaky</Link> by the first rule whose
        number it reaches. Empty: the rule is off. Failures of a pull request do not count while its base branch is
        clean.
      </p>
      <form {...form} className={styles.form}>
        <EditNotes of={of} labels={LABELS} hasDiscard={false} />
        <Select
          label="Launches of the last"
          value={String(values.windowDays)}
          options={WINDOWS}
          onValueChange={(text) => {
            const windowDays = FLAKY_WINDOWS.find((days) => String(days) === text)
            if (windowDays !== undefined) change({ windowDays })
          }}
        />
        <NumberField
          {...field('minCommitFlips')}
          label="Changes of the result for one commit, at least"
          min={1}
          max={1000}
        />
        <NumberField {...field('minRetries')} label="Passes on a retry, at least" min={1} max={1000} />
        <NumberField {...field('minFlips')} label="Changes of the result between runs, at least" min={2} max={1000} />
        <NumberField
          {...required('maxFailedShare')}
          label="A launch does not count if more of its tests failed, in percent"
          description="Its failures are taken for those of the infrastructure."
          min={1}
          max={100}
        />
        <Checkbox
          checked={values.quarantines}
          onCheckedChange={(quarantines) => change({ quarantines })}
          description="Failures of quarantined tests do not count in the quality gate."
        >
          Quarantine marked tests
        </Checkbox>
        <NumberField {...required('quarantineDays')} label="Days in quarantine" min={1} max={365} />
        <NumberField
          {...required('releaseAfter')}
          label="Passes in a row that end the quarantine earlier"
          min={1}
          max={QUARANTINE_RUNS}
        />
        <NumberField
          {...required('maxQuarantinedShare')}
          label="Largest share of tests in quarantine, in percent"
          description="The rules quarantine no test beyond it."
          min={1}
          max={100}
        />
        <InlineProblem>{problem}</InlineProblem>
        {canWrite && (
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" disabled={!isDirty} isPending={isPending}>
              Save
            </Button>
            {isDirty && (
              <Button
                onClick={() => {
                  void giveUp().then(() => onOver(null))
                }}
              >
                Discard
              </Button>
            )}
          </div>
        )}
      </form>
      <FlakyPreview form={of} />
    </div>
  )
}
