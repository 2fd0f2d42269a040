/** Layout of settings pages: navigation at the left (on top on narrow pages), the page beside it. */
import { memo, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { pathOf } from '../../../contract/call.ts'
import { useCanOpen } from '../../application/context.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { Page } from '../page/page.tsx'
import type { TrailNames } from '../page/trail.ts'
import type { PageDefinition } from '../../application/pages/page-definition.ts'
import styles from './settings-frame.module.css'

export interface SettingsContent {
  title: string
  /** Names in the breadcrumb that only this page knows. */
  names?: TrailNames
  status?: ReactNode
  actions?: ReactNode
  toolbar?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

interface SettingsFrameProps extends SettingsContent {
  documentTitle: string
  /** Accessible name of the navigation. */
  label: string
  /** Pages with a `settings` entry, as far as the reader may open them. */
  pages: readonly PageDefinition[]
  /** Values of the pages' `:names`. */
  params?: Readonly<Record<string, string>>
  /** Marks the page's entry: it has unsaved changes. */
  isHeld?: boolean
  /** Full width, with lists from edge to edge. */
  isWide?: boolean
}

export function SettingsFrame(props: SettingsFrameProps) {
  const { title, documentTitle, names = {}, status, actions, toolbar, foot, children } = props
  const { label, pages, params = NONE, isHeld = false, isWide = false } = props
  return (
    <Page title={title} documentTitle={documentTitle} hasRule {...{ names, status, actions }}>
      <div className={styles.body}>
        <Pages label={label} pages={pages} params={params} isHeld={isHeld} />
        <div className={styles.content} data-wide={isWide || undefined}>
          {toolbar}
          {children}
          {foot}
        </div>
      </div>
    </Page>
  )
}

const NONE = {}

type PagesProps = Required<Pick<SettingsFrameProps, 'label' | 'pages' | 'params' | 'isHeld'>>

/** A component of its own: computing the entries is too slow to repeat with each unsaved change. */
const Pages = memo(function Pages({ label, pages, params, isHeld }: PagesProps) {
  const canOpen = useCanOpen()
  const [location] = useLocation()
  const entries = pages
    .flatMap(({ pattern, settings }) =>
      settings === undefined ? [] : [{ label: settings.label, href: pathOf(pattern, params) }],
    )
    .filter(({ href }) => canOpen(href))
  // A path below an entry's belongs to it: `/settings/sso/7` to `/settings/sso`.
  const current = entries
    .filter(({ href }) => `${location}/`.startsWith(`${href}/`))
    .reduce((longest, { href }) => (href.length > longest.length ? href : longest), '')
  return (
    <nav ref={showCurrent} className={styles.pages} aria-label={label}>
      {entries.map(({ label: name, href }) => (
        <PlainLink key={href} href={href} aria-current={currentOf(href === current, href === location)}>
          {name}
          {isHeld && href === current && <span className={styles.held} title="Changes not saved" />}
        </PlainLink>
      ))}
    </nav>
  )
})

const currentOf = (isCurrent: boolean, isPage: boolean): 'page' | 'true' | undefined =>
  isPage ? 'page' : isCurrent ? 'true' : undefined

/** On narrow pages, scrolls the open page's entry to the middle once, when the page opens. */
const showCurrent = (strip: HTMLElement | null): void => {
  const entry = strip?.querySelector<HTMLElement>('[aria-current]')
  if (!strip || !entry) return
  const [shown, wanted] = [strip.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (wanted.left >= shown.left && wanted.right <= shown.right) return
  strip.scrollLeft += (wanted.left + wanted.right - shown.left - shown.right) / 2
}
