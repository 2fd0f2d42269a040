/** No launch yet: what one is, and the three lines that bring the first. */
import { Activity, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { TEXTS } from '../../contract/texts.ts'
import { messageOf } from '../../services/api-error.ts'
import { useApplication, useMay, useProject } from '../app/context.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { toast } from '../ui/toasts.ts'
import { REPORTING_AGENTS, setupLines, tokenName } from './reporting-agents.ts'
import styles from './reporting-setup.module.css'

export function ReportingSetup() {
  const { profile } = useApplication()
  const { key } = useProject()
  const may = useMay()
  const [agentId, setAgentId] = useState('playwright')
  const [token, setToken] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const agent = REPORTING_AGENTS.find(({ id }) => id === agentId)
  const code = setupLines(location.origin, key, token)
  const canReport = !may.isReadOnly && may.inProject('launches:report')
  const make = async () => {
    setMaking(true)
    try {
      setToken((await profile.createToken(tokenName(key, new Date()), null)).value)
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setMaking(false)
    }
  }
  return (
    <EmptyState
      title={TEXTS.noLaunches}
      icon={<Activity aria-hidden />}
      extra={
        <section className={styles.setup} aria-label="Set up reporting">
          <header className={styles.head}>
            <Tabs
              label="Framework"
              id="agent"
              look="pill"
              selected={agentId}
              onSelect={setAgentId}
              items={REPORTING_AGENTS.map(({ id, name }) => ({ id, label: name }))}
            />
          </header>
          <TabPanel of="agent" tab={agentId}>
            <CodeBlock
              label="Set-up"
              code={code}
              hasLineNumbers
              isBare
              wraps
              onCopied={() => toast.success(TEXTS.settingsCopied)}
            />
            {agent !== undefined && (
              <p className={styles.hint}>
                <code>{agent.install}</code>, then {agent.switchOn}
              </p>
            )}
          </TabPanel>
          {canReport && (
            <div className={styles.token}>
              {token === null ? (
                <>
                  <span>The agent signs in with an access token of yours.</span>
                  <Button
                    size="sm"
                    variant="primary"
                    icon={<KeyRound aria-hidden />}
                    isPending={isMaking}
                    onClick={() => void make()}
                  >
                    Create a token
                  </Button>
                </>
              ) : (
                <>
                  <span>The token stands in line 3. It is shown this once: copy it now.</span>
                  <CopyButton
                    value={token}
                    label="Copy token"
                    variant="secondary"
                    onCopied={() => toast.success(TEXTS.valueCopied('Token'))}
                  />
                </>
              )}
            </div>
          )}
          <footer className={styles.wait}>
            <i aria-hidden />
            Now run your tests. The first one shows here as it starts.
          </footer>
        </section>
      }
    >
      A launch is one run of your automated tests, followed live. Add the reporter to the tests that you already have.
    </EmptyState>
  )
}
