/** Progress of a milestone's open test runs and plans, with links. */
import { listMilestoneRuns, type MilestoneRuns } from '../../../contract/runs/by-milestone.ts'
import { useApplication, useCanOpen, useProject, useResource } from '../../application/context.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { inProjectHref, paths } from '../routes.ts'
import { Link } from '../../ui/controls/link.tsx'

/** By milestone id; empty while loading, and for readers without access to test runs. */
export function useMilestoneRuns(): ReadonlyMap<number, MilestoneRuns> {
  const { send } = useApplication()
  const { key } = useProject()
  const canOpen = useCanOpen()(inProjectHref(paths.testRuns, key))
  const { value } = useResource(async () => {
    const { items } = canOpen ? await send(listMilestoneRuns, { params: { projectKey: key } }) : { items: [] }
    return new Map(items.map((item) => [item.milestoneId, item]))
  })
  return value ?? NONE
}
const NONE: ReadonlyMap<number, MilestoneRuns> = new Map()

export function MilestoneProgress({ of }: { of: MilestoneRuns | undefined }) {
  const { key } = useProject()
  if (of === undefined) return null
  const { milestoneId, runs, plans, cases, done } = of
  const search = `?milestone=${milestoneId}`
  const percent = cases === 0 ? 0 : Math.floor((done * 100) / cases)
  return (
    <>
      {runs > 0 && <Link href={inProjectHref(paths.testRuns, key) + search}>{formatCount(runs, 'open test run')}</Link>}
      {runs > 0 && plans > 0 && ', '}
      {plans > 0 && (
        <Link href={inProjectHref(paths.testPlans, key) + search}>{formatCount(plans, 'open test plan')}</Link>
      )}
      {`, ${percent}% done`}
    </>
  )
}
