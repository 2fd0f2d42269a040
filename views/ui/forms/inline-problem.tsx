/** An error of a whole form or dialog, above its buttons. For one field use that field's `error`. */
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './inline-problem.module.css'

/** Always rendered: the live region must exist before its text. */
export function InlineProblem({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className={styles.problem}>
      {children !== undefined && children !== null && children !== false && children !== '' && (
        <p>
          <TriangleAlert aria-hidden />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}
