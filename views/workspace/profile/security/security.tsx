/** Sessions and sign-in attempts of the signed-in user's account. */
import { useSession } from '../../../application/context.tsx'
import { SecondFactorSection } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { SignIns } from './sign-ins.tsx'
import styles from './security.module.css'

export function Security() {
  const { user } = useSession()
  return (
    <div className={styles.page}>
      {user.source === 'INTERNAL' && <SecondFactorSection />}
      <Sessions />
      <SignIns />
    </div>
  )
}
