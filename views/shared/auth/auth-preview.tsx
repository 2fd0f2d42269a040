/** Decorative preview of a launch in progress, made of the product's own components. Hidden from screen readers. */
import { ResultBar } from '../../ui/results/result-bar.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import type { ResultKind } from '../../ui/results/result-kinds.ts'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import styles from './auth-preview.module.css'

const tests: readonly [ResultKind, string, string][] = [
  ['passed', 'Open the shop as a guest', '2.1s'],
  ['passed', 'Put two products into the basket', '5.8s'],
  ['failed', 'A voucher lowers the basket total', '18s'],
  ['known', 'Pay by saved card', '1m 02s'],
  ['passed', 'The order e-mail shows the lowered total', '42s'],
  ['running', 'Guest checkout with a gift card', ''],
]

export function AuthPreview() {
  return (
    <aside className={styles.show} aria-hidden inert>
      <div className={styles.scene}>
        <p className={styles.tag}>What your team sees after the first run</p>
        <div className={styles.card}>
          <div className={styles.head}>
            <b>Checkout regression</b>
            <span className={styles.muted}>#1</span>
            <StatusTag kind="running" />
          </div>
          <div className={styles.bar}>
            <ResultBar counts={{ passed: 62, failed: 4, known: 2, running: 5 }} total={100} />
            <span>68 of 100 tests</span>
          </div>
          {tests.map(([kind, name, time]) => (
            <div key={name} className={styles.row}>
              <ResultIcon kind={kind} />
              <span className={styles.name}>{name}</span>
              <span className={styles.muted}>{time}</span>
            </div>
          ))}
        </div>
        <div className={styles.cause}>
          <div>
            <ResultIcon kind="failed" />
            <b>1 new cause</b>
            <span className={styles.muted}>4 tests</span>
          </div>
          <code>expected basket total "£49.47", got "£54.97"</code>
        </div>
      </div>
    </aside>
  )
}
