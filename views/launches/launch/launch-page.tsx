/** Page of one launch: resolves the address and starts its machine. */
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { map, timer } from 'rxjs'
import { faceOfList } from '../../../machines/patterns/paged-list.machine.ts'
import { useApplication, usePageParams, useProject, useSession, useStream } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { testsQueryOf } from '../address.ts'
import { launchPageIn } from './launch-actors.ts'
import { NoLaunch } from './no-launch.tsx'
import { OpenedLaunch } from './opened-launch.tsx'

/** Remounts for another launch, so that no state carries over. */
export function LaunchPage() {
  const { key } = useProject()
  const launchId = Number(usePageParams()['launchId'])
  if (!Number.isSafeInteger(launchId) || launchId < 1) return <NoLaunch projectKey={key} />
  return <OneLaunch key={launchId} launchId={launchId} />
}

function OneLaunch({ launchId }: { launchId: number }) {
  const application = useApplication()
  const log = useLog()
  const project = useProject()
  const { tenant } = useSession().workspace
  // Initial query. Later addresses are sent to the list, and render with their answer.
  const [query] = useState(() => testsQueryOf(window.location.search))
  const machine = useMemo(
    () => launchPageIn({ application, log, project, tenant, launchId }),
    [application, log, project, tenant, launchId],
  )
  const page = useActorRef(machine, { input: { query } })
  const list = useSelector(page, (snapshot) => snapshot.children.list)
  const isWaiting = useSelector(list, (snapshot) => snapshot === undefined || faceOfList(snapshot) === 'loading')
  // With prefetched answers the page renders once, not empty first.
  const isLate = useStream(late$, false)
  return (isLate || !isWaiting) && <OpenedLaunch launchId={launchId} page={page} />
}

const lateMs = 20
const late$ = timer(lateMs).pipe(map(() => true))
