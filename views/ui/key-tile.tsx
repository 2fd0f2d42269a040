/** A project's key as its sign: in the switcher, in lists of projects, in the bar of a phone. */
import styles from './key-tile.module.css'

export function KeyTile({ projectKey }: { projectKey: string }) {
  return <span className={styles.tile}>{projectKey.slice(0, 5)}</span>
}
