import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { fromCallback, fromPromise, type AnyEventObject } from 'xstate'
import type { GateSettings } from '../../../contract/launches/gate-settings.ts'
import type { GateRule, QualityGate } from '../../../contract/launches/quality-gate.ts'
import { gatePreview } from '../../../machines/launches/gate-preview.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { launchHref } from '../../shared/routes.ts'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import styles from './quality-gate.module.css'
import { previewGate } from '../../../services/launches/gate.ts'

const RULES: Record<GateRule, { words: string; unit: string; sign: string }> = {
  minPassRate: { words: 'Passed', unit: '%', sign: 'at least' },
  maxFailures: { words: 'Failures', unit: '', sign: 'at most' },
  maxNewFailures: { words: 'New failures', unit: '', sign: 'at most' },
  maxSkipped: { words: 'Skipped', unit: '', sign: 'at most' },
  minTests: { words: 'Ran', unit: '', sign: 'at least' },
}

interface GatePreviewProps {
  form: { values: GateSettings; follow: (changed: (values: GateSettings) => void) => () => void }
}

/** Applies the form's thresholds to the latest finished launch. */
export function GatePreview({ form: { values, follow } }: GatePreviewProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const [machine] = useState(() =>
    gatePreview<GateSettings, QualityGate>().provide({
      actors: {
        form: fromCallback<AnyEventObject>(({ sendBack }) =>
          follow((thresholds) => sendBack({ type: 'gate/changed', thresholds })),
        ),
        judge: fromPromise<QualityGate | null, { thresholds: GateSettings }>(({ input, signal }) =>
          previewGate(send, key, input.thresholds, signal),
        ),
      },
    }),
  )
  const actor = useActorRef(machine, { input: { thresholds: values } })
  const snapshot = useSelector(actor, (state) => state)
  const { verdict, failure } = snapshot.context
  return (
    <section className={styles.preview} aria-label="Latest launch">
      <h2>Latest launch</h2>
      {snapshot.matches('failed') && (
        <ProblemState title="The preview did not load" onRetry={() => actor.send({ type: 'gate/retry' })}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {!snapshot.matches('failed') && verdict === null && !snapshot.matches('judged') && <Skeleton height={64} />}
      {snapshot.matches('judged') && verdict === null && <p>The project has no finished launch yet.</p>}
      {!snapshot.matches('failed') && verdict !== null && (
        <div aria-live="polite" data-old={snapshot.matches('judged') ? undefined : ''}>
          <p className={styles.verdict}>
            <StatusTag kind={verdict.verdict === 'passed' ? 'passed' : 'failed'} look="badge">
              {verdict.verdict === 'passed' ? 'Passes the gate' : 'Does not pass the gate'}
            </StatusTag>
            <Link href={launchHref(key, verdict.launch.id)}>
              {verdict.launch.name} #{verdict.launch.number}
            </Link>
          </p>
          {verdict.reasons.map((reason) => (
            <p key={reason}>{reason}.</p>
          ))}
          <ul className={styles.checks}>
            {verdict.checks.map(({ rule, wanted, actual, isPassed }) => (
              <li key={rule} data-failed={isPassed ? undefined : ''}>
                <span>{RULES[rule].words}</span>
                <b>{actual === null ? 'none' : `${actual}${RULES[rule].unit}`}</b>
                <span>
                  {RULES[rule].sign} {wanted}
                  {RULES[rule].unit}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
