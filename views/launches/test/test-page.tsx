/** Page of one test: resolves the address and starts its machine. */
import { useActorRef } from '@xstate/react'
import { useMemo, useState } from 'react'
import { useApplication, usePageParams, useProject, useSession } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { attemptOf } from './attempt.ts'
import { OpenedTest } from './opened-test.tsx'
import { testPageIn } from './test-actors.ts'

/** Remounts for another test, so that no state carries over. */
export function TestPage() {
  const params = usePageParams()
  const launchId = Number(params?.['launchId'])
  const testId = Number(params?.['testId'])
  return <OneTest key={`${launchId} ${testId}`} launchId={launchId} testId={testId} />
}

function OneTest({ launchId, testId }: { launchId: number; testId: number }) {
  const application = useApplication()
  const log = useLog()
  const project = useProject()
  const { tenant } = useSession().workspace
  // Initial attempt. Later ones are sent to the machine.
  const [attempt] = useState(() => attemptOf(window.location.search))
  const machine = useMemo(
    () => testPageIn({ application, log, project, tenant, launchId, testId }),
    [application, log, project, tenant, launchId, testId],
  )
  return <OpenedTest launchId={launchId} testId={testId} page={useActorRef(machine, { input: { attempt } })} />
}
