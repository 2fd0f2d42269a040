import type { SignedInUser } from '../../../contract/session/session.ts'
import type { ProfileTab } from '../../shared/routes.ts'

const TABS: readonly { id: ProfileTab; label: string }[] = [
  { id: 'profile', label: 'Profile' },
  { id: 'api-access', label: 'API Access' },
  { id: 'password', label: 'Password' },
  { id: 'security', label: 'Security' },
]

/** Sections that apply to a user: read-only users have no tokens, users who sign in elsewhere have no password here. */
export const tabsOf = ({ readOnly, source }: Pick<SignedInUser, 'readOnly' | 'source'>) =>
  TABS.filter(({ id }) => !(id === 'api-access' && readOnly) && !(id === 'password' && source !== 'INTERNAL'))
