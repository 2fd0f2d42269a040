/** Both sides of each field of a session that collided. */
import { Fragment } from 'react'
import type { SessionSide } from './session-sides.ts'
import styles from './session-sides.module.css'

export function SessionSidesList({ sides }: { sides: readonly SessionSide[] }) {
  return (
    <dl className={styles.sides}>
      {sides.map(({ field, name, mine, theirs }) => (
        <Fragment key={field}>
          <dt data-field>{name}</dt>
          <dt>Yours</dt>
          <dd>{mine || 'Empty'}</dd>
          <dt>Theirs</dt>
          <dd>{theirs || 'Empty'}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
