/** Credentials of connected testing platforms (HUB rows), requested when opened. */
import { Cloud, Copy, Server } from 'lucide-react'
import { useState } from 'react'
import { TEXTS } from '../../../contract/texts.ts'
import type { TestingPlatform } from '../../../contract/workspace/integrations.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { revealPlatforms } from '../../../services/integrations/testing-platforms.ts'
import { useApplication, useProject, useResource } from '../../boot/context.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from './hub-access.module.css'
import { hubUrlWith } from './hub-url.ts'
import { HUB_WORDS } from './hub-words.ts'

export function HubAccess() {
  const { send } = useApplication()
  const { key } = useProject()
  const { value: platforms, failure } = useResource(() => revealPlatforms(send, key))
  const [selected, setSelected] = useState<string | null>(null)
  if (failure !== null) return <InlineProblem>{messageOf(failure)}</InlineProblem>
  if (platforms === null) return <Skeleton width={320} height={120} />
  const shown = platforms.find(({ integration }) => integration === selected) ?? platforms[0]
  if (shown === undefined) return <p className={styles.none}>{HUB_WORDS.none}</p>
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
  const { hubUrl, username, accessKey, key, secret } = platform
  const copyUrl = async () => {
    const url = hubUrlWith(platform)
    if (url !== null && (await copyText(url))) toast.success(HUB_WORDS.copied)
    else toast.error(HUB_WORDS.notCopied)
  }
  return (
    <>
      <dl className={styles.values}>
        <Value label="Hub URL" value={hubUrl} />
        {username !== null && <Value label="Username" value={username} />}
        {accessKey !== null && <Value label="Access key" value={accessKey} isSecret />}
        {key !== null && <Value label="Key" value={key} isSecret />}
        {secret !== null && <Value label="Secret" value={secret} isSecret />}
      </dl>
      <Button onClick={() => void copyUrl()}>Copy URL</Button>
    </>
  )
}

function Value({ label, value, isSecret = false }: { label: string; value: string; isSecret?: boolean }) {
  const copy = async () => {
    if (await copyText(value)) toast.success(TEXTS.valueCopied(label))
  }
  return (
    <div>
      <dt>{label}</dt>
      <dd>{isSecret ? MASK : value}</dd>
      <IconButton size="sm" label={`Copy ${label.toLowerCase()}`} onClick={() => void copy()}>
        <Copy aria-hidden />
      </IconButton>
    </div>
  )
}
