/**
 * The frame of every signed-in page: navigation, palette, shortcuts, banner, toasts, tooltips. Has no data of its own: everything comes in
 * as props.
 */
import { Keyboard, Menu as MenuIcon, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Found } from '../../machines/patterns/search.machine.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { KeyTile } from '../ui/marks/key-tile.tsx'
import { Later, later } from '../ui/layout/later.tsx'
import { remember } from '../ui/browser/remember.ts'
import { useShortcut } from '../ui/controls/shortcuts.ts'
import { ToastRegion } from '../ui/toasts/toast-region.tsx'
import { TooltipLayer } from '../ui/tooltips/tooltip.tsx'
import { type Connection, ConnectionBanner } from './connection-banner.tsx'
import { Drawer } from './drawer.tsx'
import { shareHabits } from '../server-rendering/habits.ts'
import { currentItem } from './navigation.ts'
import type { Command } from './palette/commands.ts'
import { Rail, type RailProps } from './rail.tsx'
import styles from './shell.module.css'
import { VersionBanner } from './version-banner.tsx'
import type { VersionNotice } from '../application/application.ts'

const CommandPalette = later(() => import('./palette/command-palette.tsx').then((m) => m.CommandPalette))
const ShortcutsDialog = later(() => import('./shortcuts-dialog.tsx').then((m) => m.ShortcutsDialog))

export type ShellProps = Omit<RailProps, 'current' | 'onPalette' | 'onShortcuts'> & {
  /** Called when the palette opens. */
  commands: () => readonly Command[]
  /** Search of the palette. */
  onSearch?: ((q: string) => Promise<Found<Command>>) | undefined
  startsFolded?: boolean
  connection: Connection
  version: VersionNotice | null
  /** An additional banner, about the user's unsent work. */
  notice?: ReactNode
  children: ReactNode
}

export function Shell(props: ShellProps) {
  const { commands, onSearch, startsFolded = false, connection, version, notice, children, ...rail } = props
  const [location] = useLocation()
  const [isFolded, setFolded] = useState(startsFolded)
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | 'drawer' | null>(null)
  const [drawnAt, setDrawnAt] = useState(location)
  if (drawnAt !== location) {
    // Navigation closes whatever lies over the page.
    setDrawnAt(location)
    setOpened(null)
  }
  const current = currentItem(rail.navigation, location)
  const close = () => setOpened(null)
  const fold = () => {
    remember('rail', isFolded ? 'open' : 'folded')
    shareHabits()
    setFolded(!isFolded)
  }
  useFocusAfterNavigation()
  useShortcut({ keys: 'Mod+K', label: 'Search and navigate', group: 'Anywhere', run: () => setOpened('palette') })
  useShortcut({
    keys: '?',
    label: 'Keyboard shortcuts',
    group: 'Anywhere',
    isInDialogs: true,
    run: () => setOpened('shortcuts'),
  })
  useShortcut({ keys: 'Mod+B', label: 'Collapse or expand the navigation', group: 'Anywhere', run: fold })

  const shared = {
    ...rail,
    current,
    onPalette: () => setOpened('palette'),
    onShortcuts: () => setOpened('shortcuts'),
    onSignOut: () => {
      // The leave question covers the page, not the navigation.
      close()
      rail.onSignOut()
    },
  }
  return (
    <div className={styles.shell} data-folded={isFolded || undefined}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.rail}>
        <Rail {...shared} isFolded={isFolded} onFold={fold} />
      </header>
      <div className={styles.page}>
        <header className={styles.topbar}>
          <IconButton size="lg" label="Open navigation" onClick={() => setOpened('drawer')}>
            <MenuIcon aria-hidden />
          </IconButton>
          {rail.project !== null && <KeyTile projectKey={rail.project.key} logoUrl={rail.project.logoUrl} />}
          <b>{current?.label ?? rail.project?.name ?? rail.workspaceName}</b>
          <IconButton size="lg" label="Search and navigate" onClick={shared.onPalette}>
            <Search aria-hidden />
          </IconButton>
        </header>
        <ConnectionBanner {...connection} />
        {version && <VersionBanner {...version} />}
        {notice}
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
          <TooltipLayer />
        </main>
      </div>
      {opened === 'drawer' && (
        <Drawer onClose={close}>
          <Rail {...shared} />
        </Drawer>
      )}
      <Later onClose={close}>
        {opened === 'palette' && (
          <CommandPalette
            commands={[...commands(), shortcutsCommand(() => setOpened('shortcuts'))]}
            onSearch={onSearch}
            onClose={close}
          />
        )}
        {opened === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Later>
      <ToastRegion />
    </div>
  )
}

const shortcutsCommand = (run: () => void): Command => ({
  id: 'shortcuts',
  label: 'Keyboard shortcuts',
  keys: '?',
  keywords: 'help',
  icon: <Keyboard aria-hidden />,
  group: 'Actions',
  run,
})

/** How long a page and its rows may take to appear, in ms. */
const WAIT_MS = 2_000

/**
 * Focuses the heading of the opened page, then the row of the page that the user comes from, if it is listed. Does nothing when focus is
 * still inside the page, or when the user moves it meanwhile. Screen readers announce the focused element.
 */
function useFocusAfterNavigation(): void {
  const [path] = useLocation()
  const last = useRef(path)
  useEffect(() => {
    const from = last.current
    last.current = path
    const main = document.querySelector('main')
    if (from === path || main === null) return
    const link = document.activeElement
    const isFree = (active: Element | null) =>
      active === null ||
      active === document.body ||
      active.matches('main h1') ||
      (active === link && !main.contains(active))
    /** Returns whether focusing is finished. */
    const settle = (): boolean => {
      if (document.querySelector('[data-modal]') !== null) return true
      if (!isFree(document.activeElement)) return false
      const row = rowOf(main, from)
      const target = row ?? main.querySelector('h1')
      if (target === null) return false
      if (row === null) target.tabIndex = -1
      if (document.activeElement !== target) target.focus({ preventScroll: row === null })
      return row !== null
    }
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      removeEventListener('keydown', stop, true)
      removeEventListener('pointerdown', stop, true)
    }
    // The previous page stays rendered until this one's code has loaded.
    const observer = new MutationObserver(() => {
      if (settle()) stop()
    })
    const timer = setTimeout(stop, WAIT_MS)
    observer.observe(main, { childList: true, subtree: true })
    addEventListener('keydown', stop, true)
    addEventListener('pointerdown', stop, true)
    if (settle()) stop()
    return stop
  }, [path])
}

/** The link of the row that leads to `path`. Grids of cases manage their own current row. */
const rowOf = (main: Element, path: string): HTMLElement | null => {
  const links = main.querySelectorAll<HTMLAnchorElement>('[data-page-content] :is([role=row], tbody tr, li) a[href]')
  return [...links].find((link) => link.pathname === path && link.closest('[role=treegrid]') === null) ?? null
}
