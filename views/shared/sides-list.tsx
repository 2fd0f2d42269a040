/** Both sides of each collided field. */
import { Fragment } from 'react'
import styles from './sides.module.css'

export interface Side {
  field: string
  name: string
  mine: string
  theirs: string
}

export function SidesList({ sides }: { sides: readonly Side[] }) {
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
