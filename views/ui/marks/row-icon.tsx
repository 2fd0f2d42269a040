/** Lightweight icons for rows of long lists: each icon of the library is two components and a dozen attributes. They look the same. */
import type { ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import styles from './row-icon.module.css'

const sign = (d: string): ReactNode => (
  <svg className={classNames('lucide', styles.icon)} viewBox="0 0 24 24" aria-hidden>
    <path d={d} />
  </svg>
)

export const rowIcons = {
  more: sign('M13 12a1 1 0 1 1-2 0 1 1 0 1 1 2 0M20 12a1 1 0 1 1-2 0 1 1 0 1 1 2 0M6 12a1 1 0 1 1-2 0 1 1 0 1 1 2 0'),
  open: sign('m9 18 6-6-6-6'),
}
