/**
 * Page: breadcrumb, title with its status, actions, facts, tabs, one toolbar row; then the content, which owns the scroll,
 * and a foot for paging. Lists inside run from edge to edge; other content brings its own padding (`isPadded`).
 */
import { memo, useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { useRowKeys } from '../../ui/row-keys.ts'
import styles from './page.module.css'
import { rememberRecentPage } from './recent-pages.ts'
import { matchPage } from '../../boot/pages.ts'
import { TrailContext, trailOf, type TrailNames } from './trail.ts'

export type PageProps = {
  title: string
  /** What the browser's tab says, when the title alone would not do: 'Checkout regression #1847'. */
  documentTitle?: string
  /** The title with what changes it, as an `h1`, instead of the plain one. */
  heading?: ReactNode
  /** Names in the breadcrumb that only the page knows. */
  names?: TrailNames
  /** A crumb after the project's: where the page was opened from, where that is not its parent. */
  from?: Required<Crumb> | null
  /** Beside the title: a StatusTag, LiveMark, environment. */
  status?: ReactNode
  /** At the right of the title, the primary action last. */
  actions?: ReactNode
  /** One line of small facts under the title. */
  meta?: ReactNode
  tabs?: ReactNode
  /** Search, filters, view options. */
  toolbar?: ReactNode
  foot?: ReactNode
  /** A line under the head: pages whose content is no list. */
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

/** Also notes what was opened: pages that show one thing are the ones that give its name. */
const Trail = memo(function Trail({ names, from }: { names: TrailNames | undefined; from: Required<Crumb> | null }) {
  const root = useContext(TrailContext)
  const [location] = useLocation()
  const match = matchPage(location)
  const crumbs =
    root === null || match === null ? null : trailOf({ pattern: match.page.pattern, params: match.params }, root, names)
  const isNamed = match !== null && names?.[match.page.pattern] !== undefined
  const label = crumbs?.at(-1)?.label ?? ''
  const detail = (crumbs ?? [])
    .slice(0, -1)
    .map((crumb) => crumb.label)
    .join(' › ')
  const personId = root?.personId
  useEffect(() => {
    if (isNamed && personId !== undefined) rememberRecentPage(personId, { href: location, label, detail })
  }, [isNamed, personId, location, label, detail])
  return crumbs && <Breadcrumbs crumbs={from === null ? crumbs : crumbs.toSpliced(1, 0, from)} />
})
