/** The three lines of settings that enable an agent, with a token that can be created here. */
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { TEXTS } from '../../../contract/texts.ts'
import { useMay, useProject } from '../../application/context.tsx'
import { useTokenCreation } from '../../shared/tokens/use-token-creation.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { TabPanel } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { setupLines, tokenName, type ReportingAgent } from './reporting-agents.ts'
import styles from './reporting-setup.module.css'

export interface ReportingSetupCardProps {
  agent: ReportingAgent
  /** Link to the choice of frameworks. */
  frameworks: ReactNode
  /** Id of the tabs. */
  tabsId?: string
  /** Content below. */
  children: ReactNode
}

export function ReportingSetupCard({ agent, frameworks, tabsId, children }: ReportingSetupCardProps) {
  const { key } = useProject()
  const may = useMay()
  const creation = useTokenCreation()
  const canReport = !may.isReadOnly && may.inProject('launches:report')
  const lines = (
    <>
      <CodeBlock
        label="Set-up"
        code={setupLines(location.origin, key, creation.token?.value ?? null)}
        hasLineNumbers
        isBare
        wraps
        onCopied={() => toast.success(TEXTS.settingsCopied)}
      />
      <p className={styles.hint}>
        <code>{agent.install.replace('{{address}}', location.origin)}</code>, then {agent.switchOn}
      </p>
    </>
  )
  return (
    <section className={styles.setup} aria-label="Set up reporting">
      <header className={styles.head}>{frameworks}</header>
      {tabsId === undefined ? (
        lines
      ) : (
        <TabPanel of={tabsId} tab={agent.id}>
          {lines}
        </TabPanel>
      )}
      {canReport && <TokenLine creation={creation} />}
      <footer className={styles.wait}>
        <i aria-hidden />
        <span>{children}</span>
      </footer>
    </section>
  )
}

function TokenLine({ creation: { token, isCreating, create } }: { creation: ReturnType<typeof useTokenCreation> }) {
  const { key } = useProject()
  return (
    <div className={styles.token}>
      {token === null ? (
        <>
          <span>The agent signs in with your access token.</span>
          <Button
            size="sm"
            variant="primary"
            icon={<KeyRound aria-hidden />}
            isPending={isCreating}
            onClick={() => create(tokenName(key, new Date()))}
          >
            Create a token
          </Button>
        </>
      ) : (
        <>
          <span>The token is on line 3. Copy it now: it is shown only once.</span>
          <CopyButton
            value={token.value}
            label="Copy token"
            variant="secondary"
            onCopied={() => toast.success(TEXTS.valueCopied('Token'))}
          />
        </>
      )}
    </div>
  )
}
