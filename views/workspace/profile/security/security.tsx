/** Where the signed-in person's account is signed in, and who has tried. */
import { Sessions } from './sessions.tsx'
import { SignIns } from './sign-ins.tsx'
import styles from './security.module.css'

export function Security() {
  return (
    <div className={styles.page}>
      <Sessions />
      <SignIns />
    </div>
  )
}
