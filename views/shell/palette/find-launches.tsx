import type { Send } from '../../../services/http/http.ts'
import { searchTests } from '../../../contract/launches/launch-tests.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { displayedKind, launchTitle, statusLook } from '../../shared/launch-labels.ts'
import { launchHref, testHref } from '../../shared/routes.ts'
import type { Command } from './commands.ts'

const MAX = 5

/** Searches by words of the name, or by number as `#3`. */
export const findLaunches = async (send: Send, projectKey: string, q: string): Promise<Command[]> => {
  const { items } = await send(listLaunches, { params: { projectKey }, query: { q, pageSize: MAX } })
  return items.map((launch) => {
    const { kind, words } = statusLook[launch.status]
    return {
      id: `launch-${launch.id}`,
      label: launchTitle(launch),
      detail: [words, launch.environment, launch.build].filter(Boolean).join(' · '),
      group: 'Launches',
      icon: <ResultIcon kind={kind} />,
      href: launchHref(projectKey, launch.id),
    }
  })
}

export const findTests = async (send: Send, projectKey: string, q: string): Promise<Command[]> => {
  const { items } = await send(searchTests, { params: { projectKey }, query: { q, limit: MAX } })
  return items.map(({ testId, name, kind, launchId, launchName, launchNumber }) => ({
    id: `test-${testId}`,
    label: name,
    detail: launchTitle({ name: launchName, number: launchNumber }),
    group: 'Tests',
    icon: <ResultIcon kind={displayedKind(kind)} />,
    href: testHref(projectKey, launchId, testId),
  }))
}
