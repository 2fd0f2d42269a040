/** Last step: waits for the reader's first launch and links to it. */
import { CircleCheck } from 'lucide-react'
import { useProject } from '../../application/context.tsx'
import { launchesHref, launchHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { ButtonLink, Link } from '../../ui/controls/link.tsx'
import styles from './guide.module.css'
import type { ReportingGuide } from './use-reporting-guide.ts'

export function GuideResults({ guide: { canReport, launch, problem, retry } }: { guide: ReportingGuide }) {
  const { key } = useProject()
  return (
    <>
      <output className={styles.wait} data-arrived={launch === null ? undefined : ''}>
        {launch !== null ? (
          <>
            <CircleCheck aria-hidden />
            <span>
              Your launch <b>{launch.name}</b> #{launch.number} has arrived.
            </span>
            <ButtonLink variant="primary" href={launchHref(key, launch.id)}>
              Open the launch
            </ButtonLink>
          </>
        ) : canReport ? (
          <>
            <i aria-hidden />
            <span>Waiting for your first launch. It appears here as soon as the tests start.</span>
          </>
        ) : (
          <span>Launches of this project appear on its page of launches.</span>
        )}
      </output>
      {problem !== null && launch === null && (
        <div className={styles.problem}>
          <InlineProblem>{problem}</InlineProblem>
          <Button size="sm" onClick={retry}>
            Retry
          </Button>
        </div>
      )}
      <p className={styles.note}>
        All launches are on the page <Link href={launchesHref(key)}>Launches</Link>, where their tests are shown as they
        run.
      </p>
    </>
  )
}
