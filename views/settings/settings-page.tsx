/** The frame of every settings page of a project: the list of pages at the left (above, where it is narrow), the page beside it. */
import { memo, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { pathOf } from '../../contract/call.ts'
import { useCanOpen, useProject } from '../boot/context.tsx'
import { Page } from '../shared/page/page.tsx'
import { PlainLink } from '../ui/link.tsx'
import { settingsPages } from './pages.ts'
import styles from './settings-page.module.css'

export function SettingsPage({
  title,
  status,
  actions,
  toolbar,
  foot,
  isHeld = false,
  children,
}: {
  title: string
  status?: ReactNode
  actions?: ReactNode
  toolbar?: ReactNode
  foot?: ReactNode
  /** Changes of this page are held: its entry in the list is marked. */
  isHeld?: boolean
  children: ReactNode
}) {
  const project = useProject()
  return (
    <Page title={title} documentTitle={`${title} · ${project.name}`} hasRule {...{ status, actions }}>
      <div className={styles.body}>
        <Pages isHeld={isHeld} />
        <div className={styles.content}>
          {toolbar}
          {children}
          {foot}
        </div>
      </div>
    </Page>
  )
}

/** Drawn by itself: what may be opened is looked up for each, and a page of held changes is drawn with every one of them. */
const Pages = memo(function Pages({ isHeld }: { isHeld: boolean }) {
  const project = useProject()
  const canOpen = useCanOpen()
  const [location] = useLocation()
  const pages = settingsPages
    .flatMap(({ pattern, settings }) =>
      settings === undefined ? [] : [{ label: settings.label, href: pathOf(pattern, { projectKey: project.key }) }],
    )
    .filter(({ href }) => canOpen(href))
  return (
    <nav ref={showCurrent} className={styles.pages} aria-label="Project settings">
      {pages.map(({ label, href }) => (
        <PlainLink key={href} href={href} aria-current={href === location ? 'page' : undefined}>
          {label}
          {isHeld && href === location && <span className={styles.held} title="Changes not saved" />}
        </PlainLink>
      ))}
    </nav>
  )
})

/**
 * Where the pages are a strip that is wider than the screen, the open one's entry is brought to its middle: once, as the page opens.
 * Where somebody pushes the strip afterwards, it stays.
 */
const showCurrent = (strip: HTMLElement | null): void => {
  const entry = strip?.querySelector<HTMLElement>('[aria-current]')
  if (!strip || !entry) return
  const [shown, wanted] = [strip.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (wanted.left >= shown.left && wanted.right <= shown.right) return
  strip.scrollLeft += (wanted.left + wanted.right - shown.left - shown.right) / 2
}
