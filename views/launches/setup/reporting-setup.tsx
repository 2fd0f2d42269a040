/** Empty launches list: what a launch is, and the settings that bring the first. */
import { Activity, BookOpen, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { TEXTS } from '../../../contract/texts.ts'
import { useCanOpen, useProject } from '../../application/context.tsx'
import { gettingStartedHref, launchersFromLaunchesHref } from '../../shared/routes.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { REPORTING_AGENTS } from './reporting-agents.ts'
import { ReportingSetupCard } from './reporting-setup-card.tsx'

export function ReportingSetup() {
  const { key } = useProject()
  const [agentId, setAgentId] = useState('playwright')
  const canOpen = useCanOpen()
  const launchers = launchersFromLaunchesHref(key)
  const agent = REPORTING_AGENTS.find(({ id }) => id === agentId)
  return (
    <EmptyState
      title={TEXTS.noLaunches}
      icon={<Activity aria-hidden />}
      actions={
        <>
          <ButtonLink href={gettingStartedHref(key)} icon={<BookOpen aria-hidden />}>
            Set up reporting
          </ButtonLink>
          {canOpen(launchers) && (
            <ButtonLink href={launchers} icon={<SquareTerminal aria-hidden />}>
              Set up launchers
            </ButtonLink>
          )}
        </>
      }
      extra={
        agent && (
          <ReportingSetupCard
            agent={agent}
            frameworks={
              <Tabs
                label="Framework"
                id="agent"
                look="pill"
                selected={agentId}
                onSelect={setAgentId}
                items={REPORTING_AGENTS.map(({ id, name }) => ({ id, label: name }))}
              />
            }
            tabsId="agent"
          >
            Now run your tests. The first one appears here as it starts.
          </ReportingSetupCard>
        )
      }
    >
      A launch is one run of your automated tests, shown live. Add the reporter to your existing tests.
    </EmptyState>
  )
}
