/**
 * A user's photo or initials, or the icon of a service account, with the name on hover. `name` null: nobody. The style sheet draws the
 * initials: as text they would be part of the accessible name of the control around them.
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- letters that stand for a picture */
import { Bot } from 'lucide-react'
import styles from './avatar.module.css'

const initials = (name: string) =>
  name
    .trim()
    .split(/[\s@._-]+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')

export type AvatarProps = {
  name: string | null
  photoUrl?: string | null | undefined
  isServiceAccount?: boolean | undefined
  size?: 18 | 22 | 28
}

export function Avatar({ name, photoUrl, isServiceAccount = false, size = 22 }: AvatarProps) {
  if (name === null) return <span className={styles.avatar} data-size={size} data-none role="img" aria-label="Nobody" />
  if (isServiceAccount)
    return (
      <span
        className={styles.avatar}
        data-size={size}
        role="img"
        aria-label={`${name}, service account`}
        data-tip={`${name}, service account`}
      >
        <Bot aria-hidden />
      </span>
    )
  const hasPhoto = photoUrl !== undefined && photoUrl !== null
  return (
    <span
      className={styles.avatar}
      data-size={size}
      data-initials={hasPhoto ? undefined : initials(name)}
      role="img"
      aria-label={name}
      data-tip={name}
    >
      {hasPhoto && <img src={photoUrl} alt="" />}
    </span>
  )
}
