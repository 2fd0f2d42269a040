/**
 * Page layout: breadcrumb, title with status, actions, facts, tabs, a toolbar row; then the content, which scrolls, and a footer for
 * paging. Lists fill the width; other content sets `isPadded`.
 */
import { memo, useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useApplication } from '../../application/context.tsx'
import { Breadcrumbs, type Crumb } from '../../ui/layout/breadcrumbs.tsx'
import { useRowKeys } from '../../ui/lists/row-keys.ts'
import styles from './page.module.css'
import { rememberRecentPage } from './recent-pages.ts'
import { TrailContext, trailOf, type TrailNames } from './trail.ts'

export type PageProps = {
  title: string
  /** Document title, when the heading alone is not enough: 'Checkout regression #1847'. */
  documentTitle?: string
  /** Replaces the plain heading, as an `h1` with edit controls. */
  heading?: ReactNode
  /** Names in the breadcrumb that only this page knows. */
  names?: TrailNames
  /** Additional crumb after the project's: the page that this one was opened from, when it is not the parent. */
  from?: Required<Crumb> | null
  /** Beside the heading: a StatusTag, LiveMark or environment. */
  status?: ReactNode
  /** Right of the heading, the primary action last. */
  actions?: ReactNode
  /** One line of metadata below the heading. */
  meta?: ReactNode
  tabs?: ReactNode
  /** Search, filters, view options. */
  toolbar?: ReactNode
  foot?: ReactNode
  /** A divider below the header, for pages whose content is no list. */
  hasRule?: boolean
  isPadded?: boolean
  children: ReactNode
}

export function Page(props: PageProps) {
  const {
    title,
    documentTitle = title,
    heading,
    names,
    from = null,
    status,
    actions,
    meta,
    tabs,
    toolbar,
    foot,
    children,
  } = props
  const { hasRule = false, isPadded = false } = props
  useRowKeys()
  useEffect(() => {
    document.title = `${documentTitle} · Assay`
  }, [documentTitle])
  return (
    <>
      <header className={styles.head} data-rule={hasRule || undefined}>
        <Trail names={names} from={from} />
        <div className={styles.line}>
          {heading ?? <h1>{title}</h1>}
          {status}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
        {meta !== undefined && <div className={styles.meta}>{meta}</div>}
      </header>
      {tabs !== undefined && <div className={styles.tabs}>{tabs}</div>}
      {toolbar !== undefined && toolbar !== false && <div className={styles.toolbar}>{toolbar}</div>}
      <div className={styles.scroll} data-page-content data-padded={isPadded || undefined}>
        {children}
      </div>
      {foot}
    </>
  )
}

/** Also records the page as recently opened: pages of a single thing set `title`. */
const Trail = memo(function Trail({ names, from }: { names: TrailNames | undefined; from: Required<Crumb> | null }) {
  const root = useContext(TrailContext)
  const [location] = useLocation()
  const { pages, matchPage } = useApplication()
  const match = matchPage(location)
  const crumbs =
    root === null || match === null
      ? null
      : trailOf(pages, { pattern: match.page.pattern, params: match.params }, root, names)
  const isNamed = match !== null && names?.[match.page.pattern] !== undefined
  const label = crumbs?.at(-1)?.label ?? ''
  const detail = (crumbs ?? [])
    .slice(0, -1)
    .map((crumb) => crumb.label)
    .join(' › ')
  const userId = root?.userId
  useEffect(() => {
    if (isNamed && userId !== undefined) rememberRecentPage(userId, { href: location, label, detail })
  }, [isNamed, userId, location, label, detail])
  return crumbs && <Breadcrumbs crumbs={from === null ? crumbs : crumbs.toSpliced(1, 0, from)} />
})
