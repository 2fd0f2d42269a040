/**
 * Breadcrumbs. The last crumb is the page itself and has no `href`. Not the library's: that brings its collections, 7 kB of each first
 * load, for the same navigation.
 */
import { ChevronRight } from 'lucide-react'
import { Fragment, memo } from 'react'
import { PlainLink } from '../controls/link.tsx'
import styles from './breadcrumbs.module.css'

export type Crumb = { label: string; href?: string }

export const Breadcrumbs = memo(function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.crumbs}>
      {crumbs.map((crumb, index) => (
        <Fragment key={`${index}-${crumb.label}`}>
          {index > 0 && <ChevronRight aria-hidden />}
          {crumb.href === undefined ? (
            <span aria-current="page">{crumb.label}</span>
          ) : (
            <PlainLink href={crumb.href}>{crumb.label}</PlainLink>
          )}
        </Fragment>
      ))}
    </nav>
  )
})
