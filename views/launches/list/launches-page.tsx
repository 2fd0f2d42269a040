/** Live list of a project's launches, as its address queries. */
import { useActorRef } from '@xstate/react'
import { useMemo, useState } from 'react'
import { useApplication, useProject, useSession } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { launchesQueryOf } from '../address.ts'
import { launchesPageIn } from './launches-actors.ts'
import { OpenedLaunches } from './opened-launches.tsx'

export function LaunchesPage() {
  const application = useApplication()
  const log = useLog()
  const project = useProject()
  const { tenant } = useSession().workspace
  // Initial query. Later addresses are sent to the list.
  const [query] = useState(() => launchesQueryOf(window.location.search))
  const machine = useMemo(
    () => launchesPageIn({ application, log, project, tenant }),
    [application, log, project, tenant],
  )
  return <OpenedLaunches page={useActorRef(machine, { input: { query } })} />
}
