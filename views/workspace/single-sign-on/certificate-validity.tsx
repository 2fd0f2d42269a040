import { TriangleAlert } from 'lucide-react'
import { LIMITS } from '../../../contract/limits.ts'
import { useNow } from '../../ui/text/now.ts'
import styles from './single-sign-on.module.css'

const DAY_MS = 86_400_000
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

/** Expiry of a certificate, with a warning in its last days. */
export function CertificateValidity({ until }: { until: string }) {
  const now = useNow()
  const days = Math.ceil((Date.parse(until) - now) / DAY_MS)
  if (days > LIMITS.certificateWarningDays) return <>valid until {dateOf(until)}</>
  return (
    <span className={styles.warning}>
      <TriangleAlert aria-hidden />
      {days <= 0 ? `expired on ${dateOf(until)}` : `expires in ${days} ${days === 1 ? 'day' : 'days'}`}
    </span>
  )
}

export const dateOf = (at: string): string => date.format(Date.parse(at))

/** The certificate that expires last: after it, nobody can sign in. */
export const lastingOf = <Certificate extends { validUntil: string }>(
  certificates: readonly Certificate[],
): Certificate | undefined =>
  [...certificates].sort((one, other) => Date.parse(other.validUntil) - Date.parse(one.validUntil))[0]
