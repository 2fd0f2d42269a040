/** Report of a session for a debriefing, a wiki, or paper. */
import { Copy, Download, Globe, Printer } from 'lucide-react'
import { useState } from 'react'
import { observationFilePath } from '../../../contract/exploratory/files.ts'
import type { SessionReading } from '../../../machines/exploratory/exploratory-session.machine.ts'
import { useMay, useProject } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { paths } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/browser/copy-text.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { sessionHref } from '../address.ts'
import { SessionDialog, type SessionAsk } from '../dialogs/session-dialogs.tsx'
import { WithSession } from '../with-session.tsx'
import styles from './debrief.module.css'
import { markdownOf } from './markdown.ts'
import { Report } from './report.tsx'

export function DebriefPage() {
  return <WithSession skeleton={<DebriefSkeleton />}>{(reading) => <Debrief {...reading} />}</WithSession>
}

function Debrief({ session, observations }: SessionReading) {
  const { key, name } = useProject()
  const canShare = useMay().inProject('exploratory:write')
  const [ask, setAsk] = useState<SessionAsk | null>(null)
  const close = () => setAsk(null)
  const href = sessionHref(key, session.id)
  const markdown = () =>
    markdownOf(session, observations, {
      href: location.origin + href,
      fileHref: (file) => location.origin + observationFilePath(file),
    })
  const copy = async () => {
    if (await copyText(markdown())) toast.success('Report copied to clipboard')
    else toast.error('This browser did not allow copying')
  }
  const download = () => saveFile(new Blob([markdown()], { type: 'text/markdown' }), fileName(session.title))
  return (
    <Page
      title={session.title}
      documentTitle={`Report of ${session.title} · ${name}`}
      names={{ [paths.exploratorySession]: session.title }}
      actions={
        <>
          <Button icon={<Copy aria-hidden />} aria-label="Copy as Markdown" onClick={() => void copy()}>
            <span className={styles.wideText}>Copy as Markdown</span>
            <span className={styles.narrowText}>Copy</span>
          </Button>
          <Button icon={<Download aria-hidden />} onClick={download}>
            Download
          </Button>
          {canShare && (
            <Button
              icon={<Globe aria-hidden />}
              aria-label="Share publicly"
              onClick={() => setAsk({ action: 'share', session })}
            >
              <span className={styles.wideText}>Share publicly</span>
            </Button>
          )}
          <Button variant="primary" icon={<Printer aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
      hasRule
      isPadded
    >
      <Report session={session} observations={observations} fileHref={observationFilePath} />
      {ask !== null && <SessionDialog ask={ask} onDone={close} onClose={close} />}
    </Page>
  )
}

const fileName = (title: string): string => {
  const words = title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
  return `${words.replace(/^-|-$/g, '') || 'exploratory-session'}.md`
}

function DebriefSkeleton() {
  return (
    <Page title="Report" hasRule isPadded>
      <div aria-busy className={styles.report}>
        {[480, 320, 400].map((width) => (
          <Skeleton key={width} width={width} height={16} />
        ))}
      </div>
    </Page>
  )
}
