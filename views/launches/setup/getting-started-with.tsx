/** How the agent of one framework is set up. */
import { useLocation } from 'wouter'
import { useProject } from '../../boot/context.tsx'
import { NotFound } from '../../shared/page/error-pages.tsx'
import { matchPage } from '../../boot/pages.ts'
import { gettingStartedHref, launchesHref } from '../../shared/routes.ts'
import { Link } from '../../ui/link.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { GettingStartedPage } from './getting-started-page.tsx'
import { REPORTING_AGENTS } from './reporting-agents.ts'
import { ReportingSetupCard } from './reporting-setup-card.tsx'

export function GettingStartedWith() {
  const { key } = useProject()
  const [location] = useLocation()
  const framework = matchPage(location)?.params['framework']
  const agent = REPORTING_AGENTS.find(({ id }) => id === framework)
  if (agent === undefined) return <NotFound isInFrame />
  return (
    <GettingStartedPage framework={agent.name}>
      <ReportingSetupCard
        agent={agent}
        frameworks={
          <Tabs
            label="Framework"
            look="pill"
            selected={agent.id}
            items={REPORTING_AGENTS.map(({ id, name }) => ({ id, label: name, href: gettingStartedHref(key, id) }))}
          />
        }
      >
        Now run your tests. They appear among the <Link href={launchesHref(key)}>launches</Link> as they start.
      </ReportingSetupCard>
    </GettingStartedPage>
  )
}
