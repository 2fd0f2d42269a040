/** A key or chord as labelled on the keyboard: `Mod+K` is ⌘K on a Mac and Ctrl K elsewhere. */
import { formatKeys } from './shortcuts.ts'
import styles from './kbd.module.css'

export function Kbd({ keys }: { keys: string }) {
  return <kbd className={styles.kbd}>{formatKeys(keys)}</kbd>
}
