import { ShieldCheck } from 'lucide-react'
import styles from './provider-icon.module.css'

/** Logo of an identity provider, or a default icon. */
export const ProviderIcon = ({ logoUrl }: { logoUrl: string | null }) =>
  logoUrl === null ? <ShieldCheck aria-hidden /> : <img className={styles.logo} src={logoUrl} alt="" />
