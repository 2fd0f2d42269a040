/** The signed-in user's menu: profile, theme, shortcuts, sign-out. */
import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { Avatar } from '../ui/marks/avatar.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '../ui/overlays/menu.tsx'
import { themes } from '../shared/theme.ts'
import type { Theme } from '../shared/theme.ts'
import styles from './user-menu.module.css'

export type UserMenuProps = {
  user: { name: string; photoUrl?: string | null }
  profileHref: string
  theme: Theme
  onThemeChange: (theme: Theme) => void
  onShortcuts: () => void
  onSignOut: () => void
  isFolded: boolean
}

const themeLabels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

export function UserMenu({ user, profileHref, theme, onThemeChange, onShortcuts, onSignOut, isFolded }: UserMenuProps) {
  return (
    <Menu
      label="Your account"
      side={isFolded ? 'right' : 'top'}
      align={isFolded ? 'end' : 'start'}
      trigger={
        <button type="button" className={styles.user} aria-label={`${user.name}, your account`}>
          <Avatar name={user.name} photoUrl={user.photoUrl} size={28} />
          {!isFolded && <span className={styles.name}>{user.name}</span>}
        </button>
      }
    >
      <MenuItem icon={<UserRound aria-hidden />} href={profileHref}>
        Profile
      </MenuItem>
      <MenuItem icon={<Keyboard aria-hidden />} keys="?" onSelect={onShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuSection label="Theme">
        {themes.map((each) => (
          <MenuItem key={each} isSelected={each === theme} onSelect={() => onThemeChange(each)}>
            {themeLabels[each]}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
