import { ShieldCheck } from 'lucide-react'
import styles from './provider-icon.module.css'

/** The logo of an identity provider, or the default. */
export const ProviderIcon = ({ logoUrl }: { logoUrl: string | null }) =>
  logoUrl === null ? <ShieldCheck aria-hidden /> : <img className={styles.logo} src={logoUrl} alt="" />
