/** The frame of settings pages: their list at the left (above, where it is narrow), the page beside it. */
import { memo, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { pathOf } from '../../../contract/call.ts'
import { useCanOpen } from '../../boot/context.tsx'
import { PlainLink } from '../../ui/link.tsx'
import { Page } from '../page/page.tsx'
import type { TrailNames } from '../page/trail.ts'
import type { PageDefinition } from '../pages/page-definition.ts'
import styles from './settings-frame.module.css'

export interface SettingsContent {
  title: string
  /** Names in the breadcrumb that only the page knows. */
  names?: TrailNames
  status?: ReactNode
  actions?: ReactNode
  toolbar?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

interface SettingsFrameProps extends SettingsContent {
  documentTitle: string
  /** Names the list of pages. */
  label: string
  /** Those with a `settings` entry are listed, as far as the reader may open them. */
  pages: readonly PageDefinition[]
  /** What the pages' `:names` stand for. */
  params?: Readonly<Record<string, string>>
  /** Changes of this page are held: its entry in the list is marked. */
  isHeld?: boolean
  /** The content takes all the room there is, with lists from edge to edge. */
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

/** Drawn by itself: what may be opened is looked up for each, and a page of held changes is drawn with every one of them. */
const Pages = memo(function Pages({ label, pages, params, isHeld }: PagesProps) {
  const canOpen = useCanOpen()
  const [location] = useLocation()
  const entries = pages
    .flatMap(({ pattern, settings }) =>
      settings === undefined ? [] : [{ label: settings.label, href: pathOf(pattern, params) }],
    )
    .filter(({ href }) => canOpen(href))
  // A page below an entry's own belongs to it: `/settings/sso/7` to `/settings/sso`.
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
