/** A key or a chord as it is printed on the keyboard: `Mod+K` reads ⌘K on a Mac and Ctrl K elsewhere. */
import { keyWords } from './shortcuts.ts'
import styles from './kbd.module.css'

export function Kbd({ keys }: { keys: string }) {
  return <kbd className={styles.kbd}>{keyWords(keys)}</kbd>
}
