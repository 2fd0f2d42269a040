/** Beside a page's title: whether the page is live. */
import styles from './live-mark.module.css'

const words = { live: 'Live', reconnecting: 'Reconnecting', unanswered: 'Server does not answer', offline: 'Offline' }

export function LiveMark({ state }: { state: keyof typeof words }) {
  return (
    <span className={styles.mark} data-state={state}>
      {words[state]}
    </span>
  )
}
