/** Text for screen readers alone: a table beside a chart, the name of a control that shows only an icon. */
import type { ComponentProps } from 'react'
import styles from './visually-hidden.module.css'

export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.hidden} />
}
