/** Key facts of a case: key, priority, automation state, last result. */
import { listCaseExecutions } from '../../../contract/cases/executions.ts'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { kindOf } from '../../../contract/launches/launches.ts'
import { useCanOpen, useProject, useResource, useApplication } from '../../application/context.tsx'
import { displayedKind } from '../../shared/launch-labels.ts'
import { testHref, testRunHref } from '../../shared/routes.ts'
import { ColorTag } from '../../ui/marks/chip.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { AttributeText } from '../../shared/cases/attribute-icon.tsx'
import { Marks } from '../../shared/cases/marks.tsx'
import { useIsOn } from '../../shared/cases/vocabulary.tsx'
import styles from './case-facts.module.css'

export function CaseFacts({ testCase }: { testCase: TestCase }) {
  const isOn = useIsOn()
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Key</dt>
          <dd className={styles.key}>{testCase.key}</dd>
        </div>
        {isOn('PRIORITY') && (
          <div>
            <dt>Priority</dt>
            <dd>
              <AttributeText kind="priorities" id={testCase.priority?.id} />
            </dd>
          </div>
        )}
        {isOn('AUTOMATION_STATE') && (
          <div>
            <dt>Automation</dt>
            <dd>
              <AttributeText kind="automationStates" id={testCase.automationState?.id} />
            </dd>
          </div>
        )}
        <div>
          <dt>Last result</dt>
          <dd>
            <LastResult caseId={testCase.id} />
          </dd>
        </div>
      </dl>
      <Marks of={testCase} />
    </>
  )
}

function LastResult({ caseId }: { caseId: number }) {
  const { key } = useProject()
  const { send } = useApplication()
  const canOpen = useCanOpen()
  const { value, failure } = useResource(async () => ({
    last: (await send(listCaseExecutions, { params: { projectKey: key, caseId }, query: { page: 1 } })).items[0],
  }))
  if (failure !== null) return 'Unknown'
  if (value === null) return <Skeleton width={120} />
  const { last } = value
  if (last === undefined) return 'None yet'
  const [href, words] =
    last.kind === 'run'
      ? [testRunHref(key, last.runId), last.runTitle]
      : [testHref(key, last.launchId, last.testId), `${last.launchName} #${last.launchNumber}`]
  return (
    <>
      {last.kind === 'run' ? (
        <ColorTag colorHex={last.status.colorHex}>{last.status.name}</ColorTag>
      ) : (
        <StatusTag kind={displayedKind(kindOf(last))} />
      )}
      {canOpen(href) ? <Link href={href}>{words}</Link> : words}
      <RelativeTime at={last.startedAt} />
    </>
  )
}
