import type { GateSettings } from '../../../contract/launches/gate-settings.ts'
import {
  GATE_REPLAY_DAYS,
  replayGate,
  type JudgedLaunch,
  type StoppedLaunch,
} from '../../../contract/launches/gate-replay.ts'
import { GATE_RULES, type GateRule } from '../../../contract/launches/quality-gate.ts'
import type { Send } from '../../../services/http/http.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { gateFailures } from '../../../contract/launches/gate-texts.ts'
import { launchHref } from '../../shared/routes.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { ProgressLine } from '../../ui/marks/progress-line.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { formatCount, inFigures } from '../../ui/text/figures.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PolicyPreview } from '../policy/policy-preview.tsx'
import styles from './quality-gate.module.css'

const RULES: Record<GateRule, { label: string; unit: string; sign: string }> = {
  minPassRate: { label: 'Passed', unit: '%', sign: 'at least' },
  maxFailures: { label: 'Failures', unit: '', sign: 'at most' },
  maxNewFailures: { label: 'New failures', unit: '', sign: 'at most' },
  maxSkipped: { label: 'Skipped', unit: '', sign: 'at most' },
  maxRetried: { label: 'Passed on a retry', unit: '', sign: 'at most' },
  minTests: { label: 'Ran', unit: '', sign: 'at least' },
}

/** Launches that the policy stops, of those that were judged so far. */
interface Replay {
  latest: JudgedLaunch | null
  total: number
  judged: number
  stopped: readonly StoppedLaunch[]
  next: { before: string; beforeId: number } | null
}

interface GatePreviewProps {
  form: { values: GateSettings; follow: (changed: (values: GateSettings) => void) => () => void }
}

/** Applies the form's policy to the latest launch, and to those of the last 90 days. */
export function GatePreview({ form }: GatePreviewProps) {
  const { key } = useProject()
  const { send } = useApplication()
  return (
    <PolicyPreview
      form={form}
      apply={(policy: GateSettings, partial: Replay | null, signal) =>
        judgeMore(send, key, { policy, partial, signal })
      }
      isComplete={({ next }) => next === null}
    >
      {(preview) => (
        <div className={styles.preview}>
          <Latest latest={preview.latest} />
          <Replayed replay={preview} />
        </div>
      )}
    </PolicyPreview>
  )
}

interface JudgeMore {
  policy: GateSettings
  partial: Replay | null
  signal: AbortSignal
}

/** Judges the next page of launches. Thresholds that are off are not sent. */
const judgeMore = async (send: Send, projectKey: string, { policy, partial, signal }: JudgeMore): Promise<Replay> => {
  const thresholds = Object.fromEntries(
    GATE_RULES.flatMap((rule) => (policy[rule] === null ? [] : [[rule, policy[rule]]])),
  ) as Partial<Record<GateRule, number>>
  const answer = await send(replayGate, {
    params: { projectKey },
    query: { ...thresholds, allowIncomplete: policy.allowIncomplete, ...partial?.next },
    signal,
  })
  return {
    latest: partial === null ? answer.latest : partial.latest,
    total: answer.total,
    judged: answer.judged + (partial?.judged ?? 0),
    stopped: [...(partial?.stopped ?? []), ...answer.stopped],
    next: answer.next,
  }
}

function Latest({ latest }: { latest: JudgedLaunch | null }) {
  const { key } = useProject()
  return (
    <section aria-label="Latest launch">
      <h2>Latest launch</h2>
      {latest === null ? (
        <p>{`The project has no finished launch of the last ${GATE_REPLAY_DAYS} days.`}</p>
      ) : (
        <>
          <p className={styles.verdict}>
            <StatusTag kind={latest.verdict === 'passed' ? 'passed' : 'failed'} look="badge">
              {latest.verdict === 'passed' ? 'Passes the gate' : 'Does not pass the gate'}
            </StatusTag>
            <LaunchLink projectKey={key} judged={latest} />
          </p>
          {latest.reasons.map((reason) => (
            <p key={reason}>{reason}.</p>
          ))}
          <ul className={styles.checks}>
            {latest.checks.map(({ rule, wanted, actual, isPassed }) => (
              <li key={rule} data-failed={isPassed ? undefined : ''}>
                <span>{RULES[rule].label}</span>
                <b>{actual === null ? 'none' : `${actual}${RULES[rule].unit}`}</b>
                <span>
                  {RULES[rule].sign} {wanted}
                  {RULES[rule].unit}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Stopped launches that are listed. */
const LISTED = 100

function Replayed({ replay }: { replay: Replay }) {
  const { key } = useProject()
  const { total, judged, stopped, next } = replay
  if (total === 0) return null
  return (
    <section aria-label={`Last ${GATE_REPLAY_DAYS} days`}>
      <h2>{`Last ${GATE_REPLAY_DAYS} days`}</h2>
      <p>{next === null ? replayText(replay) : `Judged ${inFigures(judged)} of ${inFigures(total)} launches.`}</p>
      {next !== null && <ProgressLine label="Judged launches" value={judged} max={total} />}
      <ul className={styles.stopped}>
        {stopped.slice(0, LISTED).map((one) => (
          <li key={one.launch.id}>
            <span className={styles.verdict}>
              <LaunchLink projectKey={key} judged={one} />
              <RelativeTime at={one.launch.startedAt} />
              {one.byFlaky && <Chip isQuiet>By flaky tests</Chip>}
            </span>
            <span>{gateFailures(one).join(', ')}</span>
          </li>
        ))}
      </ul>
      {stopped.length > LISTED && (
        <p>{`And ${formatCount(stopped.length - LISTED, 'more launch', 'more launches')}.`}</p>
      )}
    </section>
  )
}

const replayText = ({ judged, stopped }: Replay): string => {
  const flaky = stopped.filter(({ byFlaky }) => byFlaky).length
  const byFlaky = flaky === 0 ? '' : `, ${inFigures(flaky)} of them by flaky tests`
  return `Would have stopped ${inFigures(stopped.length)} of ${formatCount(judged, 'launch', 'launches')}${byFlaky}.`
}

const LaunchLink = ({ projectKey, judged: { launch } }: { projectKey: string; judged: JudgedLaunch }) => (
  <Link href={launchHref(projectKey, launch.id)}>
    {launch.name} #{launch.number}
  </Link>
)
