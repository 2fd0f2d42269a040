/** Main navigation: a rail on wide pages (collapsible to icons with tooltips), a drawer on narrow ones. */
import { CircleHelp, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { HELP } from '../../contract/links.ts'
import { IconButton, IconLink } from '../ui/controls/icon-button.tsx'
import { PlainLink } from '../ui/controls/link.tsx'
import { Logo } from '../shared/logo.tsx'
import type { NavItem } from './navigation.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import type { ProjectSwitcherProps } from './project-switcher.tsx'
import { UserMenu } from './user-menu.tsx'
import type { UserMenuProps } from './user-menu.tsx'
import styles from './rail.module.css'

export type RailProps = Omit<ProjectSwitcherProps, 'isFolded'> &
  Omit<UserMenuProps, 'isFolded'> & {
    homeHref: string
    /** Logo of the workspace, instead of the product's. */
    logoUrl?: string | null
    navigation: readonly NavItem[]
    current: NavItem | undefined
    onPalette: () => void
  }

type Place = { isFolded?: boolean; onFold?: (() => void) | undefined }

export function Rail({
  homeHref,
  logoUrl = null,
  navigation,
  current,
  onPalette,
  isFolded = false,
  onFold,
  ...rest
}: RailProps & Place) {
  const groups = [
    navigation.filter((item) => item.group !== 'end'),
    navigation.filter((item) => item.group === 'end'),
  ].filter((group) => group.length > 0)
  return (
    <div className={styles.rail} data-folded={isFolded || undefined} data-tips={isFolded ? 'right' : undefined}>
      <div className={styles.head}>
        <PlainLink href={homeHref} className={styles.home} aria-label="Assay, all projects">
          <Logo url={logoUrl} />
          {!isFolded && <span className={styles.name}>{logoUrl === null ? 'Assay' : rest.workspaceName}</span>}
        </PlainLink>
        {!isFolded && (
          <IconButton size="sm" label="Search and navigate" keys="Mod+K" onClick={onPalette}>
            <Search aria-hidden />
          </IconButton>
        )}
      </div>
      <ProjectSwitcher {...rest} isFolded={isFolded} />
      <nav aria-label="Main" className={styles.nav}>
        {groups.map((group) => (
          <ul key={group[0]?.id}>
            {group.map((item) => (
              <li key={item.id}>
                <PlainLink
                  href={item.href}
                  className={styles.item}
                  aria-current={item.id === current?.id ? 'page' : undefined}
                  aria-label={isFolded ? item.label : undefined}
                  data-tip={isFolded ? item.label : undefined}
                >
                  {item.icon}
                  {!isFolded && <span className={styles.label}>{item.label}</span>}
                  {!isFolded && item.count !== undefined && item.count > 0 && (
                    <span className={styles.count}>{item.count}</span>
                  )}
                </PlainLink>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className={styles.foot}>
        <UserMenu {...rest} isFolded={isFolded} />
        <IconLink size="sm" label="Help" href={HELP} target="_blank">
          <CircleHelp aria-hidden />
        </IconLink>
        {onFold !== undefined && (
          <IconButton
            size="sm"
            label={isFolded ? 'Expand navigation' : 'Collapse navigation'}
            keys="Mod+B"
            onClick={onFold}
          >
            {isFolded ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
          </IconButton>
        )}
      </div>
    </div>
  )
}
