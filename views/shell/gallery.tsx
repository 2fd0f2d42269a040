/** Development only: the frame and the faces with invented data. `gallery.html?face=list`, `auth`, `404`, `500`, else the controls. */
import '../ui/base.css'
import {
  Activity,
  ChartColumn,
  CirclePlay,
  Compass,
  Ellipsis,
  ExternalLink,
  Flag,
  Globe,
  LayoutDashboard,
  Link as LinkIcon,
  ListChecks,
  Play,
  Settings2,
  Trash2,
} from 'lucide-react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Chip } from '../ui/chip.tsx'
import { FilterChips } from '../ui/filter-chips.tsx'
import { Count } from '../ui/count.tsx'
import { Duration } from '../ui/duration.tsx'
import { Gallery } from '../ui/gallery.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Cell, List, ListHead, Row, RowLink } from '../ui/list.tsx'
import { LiveMark } from '../ui/live-mark.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ResultBar } from '../ui/result-bar.tsx'
import type { ResultKind } from '../ui/result-kinds.ts'
import { SearchField } from '../ui/search-field.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Link } from '../ui/link.tsx'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { NotFound, ServerError } from '../shared/page/error-pages.tsx'
import { Page } from '../shared/page/page.tsx'
import { Shell } from './shell.tsx'
import { applyTheme, readTheme } from '../shared/theme.ts'
import { useTheme } from './use-theme.ts'
import styles from './gallery.module.css'

const asked = new URLSearchParams(location.search)
const face = asked.get('face')

const icons = { LayoutDashboard, ListChecks, CirclePlay, Compass, Activity, ChartColumn }
const navigation = [
  ...Object.entries(icons).map(([name, Icon], index) => ({
    id: name,
    label: ['Overview', 'Test cases', 'Test runs', 'Exploratory', 'Launches', 'Reports'][index] ?? name,
    icon: <Icon aria-hidden />,
    href: name === 'Activity' ? '/gallery.html' : `/gallery.html/${name}`,
    ...(index === 4 ? { count: 2 } : {}),
  })),
  {
    id: 'settings',
    label: 'Settings',
    icon: <Settings2 aria-hidden />,
    href: '/gallery.html/settings',
    group: 'end' as const,
  },
]
const projects = [
  { key: 'SHOP', name: 'Storefront', href: '/gallery.html' },
  { key: 'APP', name: 'Mobile app', href: '/gallery.html/app' },
]

function Framed() {
  const [theme, setTheme] = useTheme()
  return (
    <Shell
      homeHref="/gallery.html"
      workspaceName="Larkspur"
      project={projects[0] ?? null}
      projects={projects}
      allProjectsHref="/gallery.html"
      onCreateProject={() => undefined}
      navigation={navigation}
      user={{ name: 'Nadia Krol' }}
      profileHref="/gallery.html"
      theme={theme}
      onThemeChange={setTheme}
      onSignOut={() => undefined}
      version={null}
      connection={{ state: asked.has('offline') ? 'offline' : 'online', unsent: 3, files: 0 }}
      commands={() => navigation.map((item) => ({ ...item, group: 'Go to' }))}
    >
      {face === 'list' ? (
        <Launches />
      ) : (
        <Page title="Components and states" isPadded>
          <Gallery />
        </Page>
      )}
    </Shell>
  )
}

const kinds: readonly ResultKind[] = ['running', 'failed', 'passed', 'failed', 'passed', 'aborted', 'passed', 'skipped']
const names = ['Checkout regression', 'Search and listing', 'Account and addresses', 'Mobile web, iOS', 'Nightly, full']

function Launches() {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [opened] = useState(() => Date.now())
  return (
    <Page
      title="Launches"
      status={<LiveMark state="live" />}
      actions={
        <Button variant="primary" icon={<Play aria-hidden data-fill />}>
          Run launcher
        </Button>
      }
      toolbar={
        <>
          <SearchField label="Search launches" value={query} onValueChange={setQuery} />
          <FilterChips
            chips={[{ id: 'environment', label: 'Environment is', value: 'Staging', onRemove: () => undefined }]}
          />
        </>
      }
      foot={
        <Pagination
          page={2}
          pageSize={25}
          total={1872}
          noun={['launch', 'launches']}
          hrefFor={(page) => `?face=list&page=${page}`}
        />
      }
    >
      <List label="Launches" className={styles.launches}>
        <ListHead>
          <Cell isHead>
            <Checkbox aria-label="Select all" isIndeterminate={chosen.length > 0} />
          </Cell>
          {['Status', 'Launch', 'Env', 'Labels', 'Results'].map((name) => (
            <Cell key={name} isHead>
              {name}
            </Cell>
          ))}
          {['Failed', 'Tests', 'Duration'].map((name) => (
            <Cell key={name} isHead align="end">
              {name}
            </Cell>
          ))}
          <Cell isHead>Started</Cell>
        </ListHead>
        {Array.from({ length: 24 }, (_, index) => {
          const kind = kinds[index % kinds.length] ?? 'passed'
          const isChosen = chosen.includes(index)
          const counts = {
            passed: 120,
            failed: kind === 'failed' ? 14 : 0,
            known: 3,
            ...(kind === 'running' ? { running: 4 } : {}),
          }
          return (
            <Row key={index} isSelected={isChosen}>
              <Cell>
                <Checkbox
                  aria-label={`Select #${1852 - index}`}
                  {...(kind === 'running' ? { shape: 'live' as const } : {})}
                  checked={isChosen}
                  onCheckedChange={(on) =>
                    setChosen(on ? [...chosen, index] : chosen.filter((other) => other !== index))
                  }
                />
              </Cell>
              <Cell>
                <StatusTag kind={kind} />
              </Cell>
              <Cell>
                <RowLink href={`/gallery.html?launch=${index}`} aside={`#${1852 - index}`}>
                  {names[index % names.length]}
                </RowLink>
              </Cell>
              <Cell className={styles.wide}>STAGING</Cell>
              <Cell className={styles.wide}>
                <Chip icon={<Flag aria-hidden />}>2.41</Chip>
                <Chip icon={<Globe aria-hidden />}>Chrome 131</Chip>
                <Chip onClick={() => undefined}>+5</Chip>
              </Cell>
              <Cell>
                <ResultBar counts={counts} total={kind === 'running' ? 214 : 0} />
                {kind === 'running' && <ProgressLine label="Progress" value={127} max={214} look="edge" />}
              </Cell>
              <Cell align="end" className={styles.wide}>
                <Count value={counts.failed} />
              </Cell>
              <Cell align="end" className={styles.wide}>
                <Count value={1872} />
              </Cell>
              <Cell align="end" className={styles.wide}>
                <Duration ms={index * 1_000_000 + 800} />
              </Cell>
              <Cell className={styles.wide}>
                <RelativeTime at={opened - index * index * 1_200_000} />
              </Cell>
              <Cell>
                <Menu
                  label="Actions"
                  align="end"
                  trigger={
                    <IconButton size="sm" label="More actions">
                      <Ellipsis aria-hidden />
                    </IconButton>
                  }
                >
                  <MenuItem icon={<ExternalLink aria-hidden />} href="/gallery.html" target="_blank">
                    Open in new tab
                  </MenuItem>
                  <MenuItem icon={<LinkIcon aria-hidden />} keys="C">
                    Copy link
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem icon={<Trash2 aria-hidden />} isDanger>
                    Delete
                  </MenuItem>
                </Menu>
              </Cell>
            </Row>
          )
        })}
      </List>
    </Page>
  )
}

function Auth() {
  return (
    <AuthPage
      title="Create your workspace"
      lead="Create the first account. It owns the workspace and can invite others."
      steps={{ names: ['Workspace', 'First project', 'First results'], current: 0 }}
      foot={
        <>
          Already have an account? <Link href="/gallery.html">Sign in</Link>
        </>
      }
      note="All data stays on this server."
    >
      <form>
        <TextField size="lg" label="Workspace name" defaultValue="Larkspur" description="You can change it later." />
        <TextField size="lg" label="E-mail" type="email" defaultValue="nadia@larkspur" error="Enter a whole address" />
        <TextField size="lg" label="Password" type="password" defaultValue="olive-tree-60" />
        <Button variant="primary" size="lg" isWide type="submit">
          Create workspace
        </Button>
      </form>
    </AuthPage>
  )
}

applyTheme(readTheme())
const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      {face === 'auth' ? (
        <Auth />
      ) : face === '404' ? (
        <NotFound />
      ) : face === '500' ? (
        <ServerError details="TypeError: launch is undefined" />
      ) : (
        <Framed />
      )}
    </StrictMode>,
  )
