/** A project's logo, or its key. */
import styles from './key-tile.module.css'

export type KeyTileProps = {
  projectKey: string
  logoUrl?: string | null | undefined
  /** `lg` (64 px) on the project's own page. */
  size?: 'md' | 'lg'
}

export function KeyTile({ projectKey, logoUrl = null, size = 'md' }: KeyTileProps) {
  if (logoUrl !== null) return <img className={styles.logo} data-size={size} src={logoUrl} alt="" />
  return (
    <span className={styles.tile} data-size={size}>
      {projectKey.slice(0, 5)}
    </span>
  )
}
