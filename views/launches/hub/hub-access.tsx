/** Credentials of connected testing platforms (HUB rows), requested when opened. */
import { Cloud, Copy, Server } from 'lucide-react'
import { useState } from 'react'
import { TEXTS } from '../../../contract/texts.ts'
import type { TestingPlatform } from '../../../contract/workspace/integrations.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { revealPlatforms } from '../../../services/integrations/testing-platforms.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/browser/copy-text.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './hub-access.module.css'
import { hubUrlWith } from './hub-url.ts'
import { HUB_TEXTS } from './hub-texts.ts'

export function HubAccess() {
  const { send } = useApplication()
  const { key } = useProject()
  const { value: platforms, failure } = useResource(() => revealPlatforms(send, key))
  const [selected, setSelected] = useState<string | null>(null)
  if (failure !== null) return <InlineProblem>{messageOf(failure)}</InlineProblem>
  if (platforms === null) return <Skeleton width={320} height={120} />
  const shown = platforms.find(({ integration }) => integration === selected) ?? platforms[0]
  if (shown === undefined) return <p className={styles.none}>{HUB_TEXTS.none}</p>
  return (
    <div className={styles.hub}>
      <Tabs
        id="hub-access"
        label="Testing platforms"
        look="pill"
        items={platforms.map(({ integration, name, icon }) => ({ id: integration, label: name, icon: ICONS[icon] }))}
        selected={shown.integration}
        onSelect={setSelected}
      />
      <TabPanel of="hub-access" tab={shown.integration}>
        <Credentials platform={shown} />
      </TabPanel>
    </div>
  )
}

const ICONS = { cloud: <Cloud aria-hidden />, server: <Server aria-hidden /> }

const MASK = '••••••••'

function Credentials({ platform }: { platform: TestingPlatform }) {
  const { send } = useApplication()
  const { key: projectKey } = useProject()
  const { hubUrl, username, accessKey, key, secret } = platform
  /** Copies what is valid now: the credentials may have changed since they were shown. */
  const copy = async (select: (current: TestingPlatform) => string | null, copied: string) => {
    try {
      const platforms = await revealPlatforms(send, projectKey)
      const current = platforms.find(({ integration }) => integration === platform.integration)
      const text = current === undefined ? null : select(current)
      if (text !== null && (await copyText(text))) toast.success(copied)
      else toast.error(HUB_TEXTS.notCopied)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  const copyOf = (label: string, field: 'hubUrl' | 'username' | 'accessKey' | 'key' | 'secret') => () =>
    void copy((current) => current[field], TEXTS.valueCopied(label))
  return (
    <>
      <dl className={styles.values}>
        <Value label="Hub URL" value={hubUrl} onCopy={copyOf('Hub URL', 'hubUrl')} />
        {username !== null && <Value label="Username" value={username} onCopy={copyOf('Username', 'username')} />}
        {accessKey !== null && <Value label="Access key" value={MASK} onCopy={copyOf('Access key', 'accessKey')} />}
        {key !== null && <Value label="Key" value={MASK} onCopy={copyOf('Key', 'key')} />}
        {secret !== null && <Value label="Secret" value={MASK} onCopy={copyOf('Secret', 'secret')} />}
      </dl>
      <Button onClick={() => void copy(hubUrlWith, HUB_TEXTS.copied)}>Copy URL</Button>
    </>
  )
}

function Value({ label, value, onCopy }: { label: string; value: string; onCopy: () => void }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      <IconButton size="sm" label={`Copy ${label.toLowerCase()}`} onClick={onCopy}>
        <Copy aria-hidden />
      </IconButton>
    </div>
  )
}
