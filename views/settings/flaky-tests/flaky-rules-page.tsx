/** Rules that mark flaky tests, and what they would mark while they are edited. */
import {
  FLAKY_WINDOWS,
  FlakySettings,
  getFlakySettings,
  updateFlakySettings,
} from '../../../contract/launches/flaky-tests.ts'
import { QUARANTINE_RUNS } from '../../../contract/launches/quarantine.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { PolicyForm, PolicyIntro, PolicyPage, usePolicyForm } from '../policy/policy-page.tsx'
import { FlakyPreview } from './flaky-preview.tsx'

export function FlakyRulesPage() {
  const { key } = useProject()
  const { send } = useApplication()
  return (
    <PolicyPage title="Flaky tests" load={() => send(getFlakySettings, { params: { projectKey: key } })}>
      {(settings, onOver) => <RulesForm settings={settings} onOver={onOver} />}
    </PolicyPage>
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
} satisfies Record<keyof FlakySettings, string>)

const WINDOWS = FLAKY_WINDOWS.map((days) => ({ value: String(days), label: `${days} days` }))

interface RulesFormProps {
  settings: FlakySettings
  onOver: (saved: FlakySettings | null) => void
}

function RulesForm({ settings, onOver }: RulesFormProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const form = usePolicyForm({
    name: 'flaky-rules',
    policy: settings,
    schema: FlakySettings,
    save: ({ changes, expected }) =>
      send(updateFlakySettings, { params: { projectKey: key }, body: { ...changes, expected } }),
    savedText: 'Rules were successfully updated',
    onOver,
  })
  const { field, values, change } = form
  /** An emptied field keeps its value. */
  const required = (name: 'maxFailedShare' | 'quarantineDays' | 'releaseAfter' | 'maxQuarantinedShare') => ({
    ...field(name),
    onValueChange: (value: number | null) => {
      if (value !== null) change({ [name]: value })
    },
  })
  return (
    <>
      <PolicyIntro>
        A test is marked as <Link href={inProjectHref(paths.flakyTests, key)}>flaky</Link> by the first rule whose
        number it reaches. Empty: the rule is off. Failures of a pull request do not count while its base branch is
        clean.
      </PolicyIntro>
      <PolicyForm of={form} labels={LABELS} onDiscarded={() => onOver(null)}>
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
      </PolicyForm>
      <FlakyPreview form={form} />
    </>
  )
}
