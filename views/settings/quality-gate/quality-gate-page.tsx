/** Policy of the quality gate, replayed over the launches of the last 90 days while it is edited. */
import { Shield } from 'lucide-react'
import { useState } from 'react'
import { GateSettings, getGateSettings, updateGateSettings } from '../../../contract/launches/gate-settings.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { PolicyForm, PolicyIntro, PolicyPage, usePolicyForm } from '../policy/policy-page.tsx'
import { BadgeDialog } from './badge-dialog.tsx'
import { GatePreview } from './gate-preview.tsx'
import styles from './quality-gate.module.css'

export function QualityGatePage() {
  const { key } = useProject()
  const { send } = useApplication()
  const [isBadgeOpen, setBadgeOpen] = useState(false)
  return (
    <>
      <PolicyPage
        title="Quality gate"
        actions={
          <Button icon={<Shield aria-hidden />} onClick={() => setBadgeOpen(true)}>
            Badge
          </Button>
        }
        load={() => send(getGateSettings, { params: { projectKey: key } })}
      >
        {(settings, onOver) => <GateForm settings={settings} onOver={onOver} />}
      </PolicyPage>
      {isBadgeOpen && <BadgeDialog onClose={() => setBadgeOpen(false)} />}
    </>
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
} satisfies Record<keyof GateSettings, string>)

interface GateFormProps {
  settings: GateSettings
  onOver: (saved: GateSettings | null) => void
}

function GateForm({ settings, onOver }: GateFormProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const form = usePolicyForm({
    name: 'quality-gate',
    policy: settings,
    schema: GateSettings,
    save: ({ changes, expected }) =>
      send(updateGateSettings, { params: { projectKey: key }, body: { ...changes, expected } }),
    savedText: 'Quality gate was successfully updated',
    onOver,
  })
  const { field, values, change } = form
  return (
    <>
      <PolicyIntro>
        A build asks the gate whether a launch is good enough. These thresholds hold where the call names none. Empty:
        not checked. Without any threshold, nothing but known issues may have failed.
      </PolicyIntro>
      <PolicyForm of={form} labels={LABELS} onDiscarded={() => onOver(null)}>
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
      </PolicyForm>
      <GatePreview form={form} />
      <section className={styles.call} aria-label="Call of a build">
        <h2>In a build</h2>
        <p>
          Fails the step when the gate is not passed, and waits while the launch is under way. <code>ASSAY_TOKEN</code>{' '}
          is an access token of a service account or of your profile.
        </p>
        <CodeBlock label="curl line" code={curlOf(key)} wraps />
      </section>
    </>
  )
}

const curlOf = (projectKey: string): string =>
  `curl --fail-with-body --retry 60 --get -H "authorization: Bearer $ASSAY_TOKEN" --data-urlencode "name=My launch" -d enforce=true ${window.location.origin}/api/projects/${encodeURIComponent(projectKey)}/gate`
