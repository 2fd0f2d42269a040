/** Offers a new version; the page reloads when the reader accepts. Typed text survives the reload. */
import { Sparkles } from 'lucide-react'
import type { VersionNotice } from '../application/application.ts'
import { Banner } from '../ui/layout/banner.tsx'
import { Button } from '../ui/controls/button.tsx'

export function VersionBanner(notice: VersionNotice) {
  return (
    <Banner
      icon={<Sparkles aria-hidden />}
      actions={
        <>
          {notice.kind === 'waiting' && (
            <Button size="sm" variant="quiet" onClick={notice.later}>
              Later
            </Button>
          )}
          <Button size="sm" onClick={notice.take}>
            Reload
          </Button>
        </>
      }
    >
      <b>A new version is ready.</b>{' '}
      {notice.kind === 'waiting' ? 'Reload to use it.' : 'Another tab already uses it. Reload to use it here too.'}
    </Banner>
  )
}
