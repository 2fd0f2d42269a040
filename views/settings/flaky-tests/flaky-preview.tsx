import { describeMark } from '../../../contract/launches/flaky-rules.ts'
import { replayFlakyRules, type FlakyReplay, type FlakySettings } from '../../../contract/launches/flaky-tests.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { testHref } from '../../shared/routes.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { formatCount, inFigures } from '../../ui/text/figures.ts'
import { PolicyPreview } from '../policy/policy-preview.tsx'
import styles from './flaky-rules.module.css'

interface FlakyPreviewProps {
  form: { values: FlakySettings; follow: (changed: (values: FlakySettings) => void) => () => void }
}

/** Applies the form's rules to the launches of their window. */
export function FlakyPreview({ form }: FlakyPreviewProps) {
  const { key } = useProject()
  const { send } = useApplication()
  return (
    <section aria-label="Preview">
      <h2>These rules</h2>
      <PolicyPreview
        form={form}
        apply={(rules: FlakySettings, _: FlakyReplay | null, signal) =>
          send(replayFlakyRules, { params: { projectKey: key }, query: queryOfRules(rules), signal })
        }
      >
        {(preview) => (
          <>
            <p>{summaryOf(preview)}</p>
            {form.values.quarantines && <p>{quarantineText(preview)}</p>}
            <ul className={styles.tests}>
              {preview.items.map(({ key: testKey, name, launchId, testId, isQuarantined, mark }) => (
                <li key={testKey}>
                  <Link href={testHref(key, launchId, testId, 'history')}>{name}</Link>
                  <span>{describeMark(mark)}</span>
                  {isQuarantined && <Chip isQuiet>Quarantined</Chip>}
                </li>
              ))}
            </ul>
            {preview.marked > preview.items.length && (
              <p>{`And ${formatCount(preview.marked - preview.items.length, 'more test')}.`}</p>
            )}
          </>
        )}
      </PolicyPreview>
    </section>
  )
}

/** Rules that are off are not sent. */
const queryOfRules = ({ minRetries, minFlips, minCommitFlips, ...rules }: FlakySettings) => ({
  windowDays: rules.windowDays,
  maxFailedShare: rules.maxFailedShare,
  maxQuarantinedShare: rules.maxQuarantinedShare,
  ...(minRetries === null ? {} : { minRetries }),
  ...(minFlips === null ? {} : { minFlips }),
  ...(minCommitFlips === null ? {} : { minCommitFlips }),
})

const summaryOf = ({ launches, infrastructure, marked, quarantined }: FlakyReplay): string => {
  const considered = `${formatCount(launches, 'launch', 'launches')} ${launches === 1 ? 'was' : 'were'} considered`
  const leftOut =
    infrastructure === 0
      ? ''
      : `, ${inFigures(infrastructure)} in which most tests failed ${infrastructure === 1 ? 'was' : 'were'} left out`
  const already = quarantined === 0 ? '' : `, ${inFigures(quarantined)} of them already quarantined`
  return `Would mark ${formatCount(marked, 'test')}${already}. ${considered}${leftOut}.`
}

const quarantineText = ({ wouldQuarantine, maxQuarantined }: FlakyReplay): string =>
  `Would quarantine ${formatCount(wouldQuarantine, 'test')} now; at most ${inFigures(maxQuarantined)} may be in quarantine.`
