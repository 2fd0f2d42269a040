/** Seats in use per kind; an invitation takes a seat immediately (USERS-05). */
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import type { SeatStats } from '../../../contract/workspace/seats.ts'
import { useMay } from '../../application/context.tsx'
import { paths } from '../../shared/routes.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './seats-bar.module.css'

export function SeatsBar({ seats }: { seats: SeatStats | null }) {
  const may = useMay()
  return (
    <div className={styles.bar}>
      <Seats
        words={(used, total) => USER_TEXTS.seatsInUse(used, total)}
        used={seats?.paidUsers}
        invited={seats?.paidPending}
        total={seats?.paidSeats}
      />
      <Seats
        words={(used, total) => USER_TEXTS.readOnlySeatsInUse(used, total)}
        used={seats?.readOnlyUsers}
        invited={seats?.readOnlyPending}
        total={seats?.readOnlySeats}
      />
      <p className={styles.note}>
        Inactive users need no seat.
        {may.has('BILLING') && <Link href={paths.plan}>Change seats</Link>}
      </p>
    </div>
  )
}

interface SeatsProps {
  words: (used: number, total: number | null) => string
  used: number | undefined
  invited: number | undefined
  total: number | null | undefined
}

function Seats({ words, used, invited = 0, total = null }: SeatsProps) {
  if (used === undefined)
    return (
      <div className={styles.seats}>
        <Skeleton width={150} />
      </div>
    )
  const share = (n: number) => `${total === null || total === 0 ? 0 : Math.min(100, (n / total) * 100)}%`
  return (
    <div className={styles.seats}>
      <p>
        <b>{words(used, total)}</b>
        {invited > 0 && <span>{invited} invited</span>}
      </p>
      {total !== null && (
        <div className={styles.meter} aria-hidden>
          <i style={{ inlineSize: share(used - invited) }} />
          <i data-invited style={{ inlineSize: share(invited) }} />
        </div>
      )}
    </div>
  )
}
