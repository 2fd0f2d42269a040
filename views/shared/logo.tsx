/** The product's logo. */
import styles from './logo.module.css'

/** `url`: the workspace's own logo, shown instead. */
export function Logo({ url }: { url?: string | null | undefined }) {
  if (url) return <img className={styles.own} src={url} alt="" />
  return (
    <span className={styles.mark}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
        <path d="M2.9 13.1 8 2.5l5.1 10.6M5.1 9.3h3.5" strokeWidth="2" />
        <path d="m9.3 9.5 1.6 1.6 2.8-3.1" strokeWidth="1.8" />
      </svg>
    </span>
  )
}
