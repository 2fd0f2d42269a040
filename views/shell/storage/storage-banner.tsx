/** Names a problem of this device's storage, its consequence for unsent work, and a way to solve it. */
import { DatabaseZap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StorageNoticeKind } from '../../../machines/shell/storage-health.machine.ts'
import type { StorageNotice } from '../../application/application.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'

const MESSAGES: Record<StorageNoticeKind, ReactNode> = {
  full: (
    <>
      <b>Storage is full.</b> New data stays in memory until you reload. Saved unsent work is safe; free up space on
      this device to save more offline.
    </>
  ),
  failed: (
    <>
      <b>Browser storage does not work.</b> Live updates may be missing, and you cannot save work offline.
    </>
  ),
  lost: (
    <>
      <b>Some data saved on this device was damaged.</b> Drafts or unsent changes may be missing.
    </>
  ),
  stale: (
    <>
      <b>This page may be out of date.</b> Missed updates could not be loaded yet. Retrying automatically.
    </>
  ),
}

export function StorageBanner({ kind, dismiss }: StorageNotice) {
  return (
    <Banner
      icon={<DatabaseZap aria-hidden />}
      actions={
        kind === 'stale' ? (
          <Button size="sm" onClick={() => window.location.reload()}>
            Reload
          </Button>
        ) : (
          <Button size="sm" variant="quiet" onClick={dismiss}>
            Dismiss
          </Button>
        )
      }
    >
      {MESSAGES[kind]}
    </Banner>
  )
}
