/** Pagination of a list. Every page is a link, so that the address holds the page and Back works. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { inFigures } from '../text/figures.ts'
import { PlainLink } from '../controls/link.tsx'
import { pageLinks, pageText, type Noun } from './pagination-range.ts'
import styles from './pagination.module.css'

export type PaginationProps = {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  noun: Noun
  hrefFor: (page: number) => string
}

export function Pagination({ page, pageSize, total, noun, hrefFor }: PaginationProps) {
  const count = Math.max(1, Math.ceil(total / pageSize))
  const step = (to: number, label: string, icon: ReactNode) =>
    to < 1 || to > count ? (
      <span className={styles.page} data-off aria-hidden>
        {icon}
      </span>
    ) : (
      <PlainLink className={styles.page} href={hrefFor(to)} aria-label={label} data-tip={label}>
        {icon}
      </PlainLink>
    )
  return (
    <div className={styles.pager}>
      <span className={styles.words}>{pageText(page, pageSize, total, noun)}</span>
      <nav aria-label="Pages" className={styles.pages}>
        {step(page - 1, 'Previous page', <ChevronLeft aria-hidden />)}
        {pageLinks(page, count).map((to, index) =>
          to === 'gap' ? (
            <span key={`gap-${index}`} className={styles.page} data-off data-far>
              …
            </span>
          ) : (
            <PlainLink
              key={to}
              className={styles.page}
              href={hrefFor(to)}
              aria-label={`Page ${to}`}
              aria-current={to === page ? 'page' : undefined}
              data-far={Math.abs(to - page) > 1 || undefined}
            >
              {inFigures(to)}
            </PlainLink>
          ),
        )}
        {step(page + 1, 'Next page', <ChevronRight aria-hidden />)}
      </nav>
    </div>
  )
}
