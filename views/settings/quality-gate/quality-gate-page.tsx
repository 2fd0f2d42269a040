/** Policy of the quality gate, replayed over the launches of the last 90 days while it is edited. */
import { Shield } from 'lucide-react'
import { useState } from 'react'
import { GateSettings, getGateSettings, updateGateSettings } from '../../../contract/launches/gate-settings.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useMay, useProject, useResource, useApplication } from '../../application/context.tsx'
import { EditNotes, plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { SettingsPage } from '../settings-page.tsx'
import { BadgeDialog } from './badge-dialog.tsx'
import { GatePreview } from './gate-preview.tsx'
import styles from './quality-gate.module.css'

export function QualityGatePage() {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, isLoading, retry, change } = useResource(() =>
    send(getGateSettings, { params: { projectKey: key } }),
  )
  const [isBadgeOpen, setBadgeOpen] = useState(false)
  const [round, setRound] = useState(0)
  return (
    <SettingsPage
      title="Quality gate"
      actions={
        <Button icon={<Shield aria-hidden />} onClick={() => setBadgeOpen(true)}>
          Badge
        </Button>
      }
    >
      {value === null && failure !== null && (
        <ProblemState title="The quality gate did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && <Skeleton height={240} />}
      {value !== null && (
        <GateForm
          key={round}
          settings={value}
          onOver={(saved) => {
            if (saved !== null) change(saved)
            setRound(round + 1)
          }}
        />
      )}
      {isBadgeOpen && <BadgeDialog onClose={() => setBadgeOpen(false)} />}
    </SettingsPage>
  )
}

const LABELS = plainLabels<GateSettings>({
  minPassRate: 'Lowest share of passed tests',
  maxFailures: 'Most failures',
  maxNewFailures: 'Most new failures',
  maxSkipped: 'Most skipped tests',
  maxRetried: 'Most tests that passed on a retry',
  minTests: 'Fewest tests that ran',
  allowIncomplete: 'Launches with reports that were lost may pass',
})

/** `onOver`: saved, with the stored values, or discarded. */
function GateForm({ settings, onOver }: { settings: GateSettings; onOver: (saved: GateSettings | null) => void }) {
  const { key } = useProject()
  const canWrite = useMay().inProject('settings:write')
  const { send } = useApplication()
  const of = useForm({
    name: `quality-gate:${key}`,
    initial: settings,
    schema: GateSettings,
    stored: storedAs(GateSettings, (stored) => stored),
    submit: (_, { changes, expected }) =>
      send(updateGateSettings, { params: { projectKey: key }, body: { ...changes, expected } }),
    onDone: (saved) => {
      toast.success('Quality gate was successfully updated')
      onOver(saved)
    },
  })
  const { form, field, values, change, problem, isDirty, isPending, giveUp } = of
  return (
    <div className={styles.page}>
      <p className={styles.intro}>
        A build asks the gate whether a launch is good enough. These thresholds hold where the call names none. Empty:
        not checked. Without any threshold, nothing but known issues may have failed.
      </p>
      <form {...form} className={styles.form}>
        <EditNotes of={of} labels={LABELS} hasDiscard={false} />
        <NumberField {...field('minPassRate')} label="Lowest share of passed tests, in percent" min={0} max={100} />
        <NumberField {...field('maxNewFailures')} label="Most new failures" min={0} max={1_000_000} />
        <NumberField {...field('maxFailures')} label="Most failures" min={0} max={1_000_000} />
        <NumberField {...field('maxSkipped')} label="Most skipped tests" min={0} max={1_000_000} />
        <NumberField {...field('maxRetried')} label="Most tests that passed on a retry" min={0} max={1_000_000} />
        <NumberField
          {...field('minTests')}
          label="Fewest tests that ran (empty: 1; 0 lets a launch without tests pass)"
          min={0}
          max={1_000_000}
        />
        <Checkbox
          checked={values.allowIncomplete}
          onCheckedChange={(allowIncomplete) => change({ allowIncomplete })}
          description="The tests that were imported decide."
        >
          A launch may pass although a part of its reports could not be imported
        </Checkbox>
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
      <GatePreview form={of} />
      <section className={styles.call} aria-label="Call of a build">
        <h2>In a build</h2>
        <p>
          Fails the step when the gate is not passed, and waits while the launch is under way. <code>ASSAY_TOKEN</code>{' '}
          is an access token of your profile.
        </p>
        <CodeBlock label="curl line" code={curlOf(key)} wraps />
      </section>
    </div>
  )
}

const curlOf = (projectKey: string): string =>
  `curl --fail-with-body --retry 60 --get -H "authorization: Bearer $ASSAY_TOKEN" --data-urlencode "name=My launch" -d enforce=true ${window.location.origin}/api/projects/${encodeURIComponent(projectKey)}/gate`
