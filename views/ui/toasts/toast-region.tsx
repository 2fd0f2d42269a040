/**
 * Container of toasts, rendered once by the shell. Toasts time out, except offers, and pause while hovered or focused. Not the library's: a
 * toast may report that code failed to load, so it must be there already, and the library's adds 6 kB to each first load.
 */
import { Undo2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { ResultIcon } from '../results/result-icon.tsx'
import { toast, useToasts } from './toasts.ts'
import type { Toast } from './toasts.ts'
import styles from './toast-region.module.css'

const staysMs = (news: Toast) => (news.kind === 'error' || news.action !== undefined ? 10_000 : 5000)

export function ToastRegion() {
  const toasts = useToasts()
  const [isHeld, setHeld] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- watched, not operated: pointing at it holds it
    <section
      aria-label="Notifications"
      className={styles.region}
      // Above a dialog, and interactive while one is open.
      data-react-aria-top-layer
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.map((news) => (
          <ToastCard key={news.id} news={news} isHeld={isHeld} />
        ))}
      </ol>
    </section>
  )
}

function ToastCard({ news, isHeld }: { news: Toast; isHeld: boolean }) {
  useEffect(() => {
    if (isHeld || news.kind === 'offer') return undefined
    const leaving = setTimeout(() => toast.dismiss(news.id), staysMs(news))
    return () => clearTimeout(leaving)
  }, [news, isHeld])
  const { action } = news
  return (
    <li className={styles.toast} role={news.kind === 'error' ? 'alert' : undefined}>
      {news.kind === 'offer' ? (
        <Undo2 aria-hidden />
      ) : (
        <ResultIcon kind={news.kind === 'error' ? 'failed' : 'passed'} />
      )}
      <span className={styles.words}>{news.text}</span>
      {action !== undefined && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.dismiss(news.id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton size="sm" label="Dismiss" className={styles.close} onClick={() => toast.dismiss(news.id)}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
