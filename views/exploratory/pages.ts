import { ANYONE, signedInWith, WRITERS } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

const cases = signedInWith('test-case-management')
const writers = { ...cases, roles: WRITERS }

export const exploratoryPages: PageDefinition[] = [
  {
    pattern: paths.exploratorySessions,
    gate: cases,
    title: 'Exploratory sessions',
    navigation: { id: 'exploratory', label: 'Exploratory' },
    load: () => import('./list/sessions-page.tsx').then((m) => m.SessionsPage),
  },
  {
    pattern: paths.publicExploratorySession,
    gate: ANYONE,
    load: () => import('./public/public-session-page.tsx').then((m) => m.PublicSessionPage),
  },
  {
    pattern: paths.createExploratorySession,
    gate: writers,
    fallback: paths.exploratorySessions,
    title: 'New',
    parent: paths.exploratorySessions,
    load: () => import('./form/create-page.tsx').then((m) => m.CreateSessionPage),
  },
  {
    pattern: paths.compareExploratorySessions,
    gate: cases,
    title: 'Compare',
    parent: paths.exploratorySessions,
    load: () => import('./debrief/compare-page.tsx').then((m) => m.ComparePage),
  },
  {
    pattern: paths.exploratorySession,
    gate: cases,
    title: 'Exploratory session',
    parent: paths.exploratorySessions,
    load: () => import('./session-page.tsx').then((m) => m.SessionPage),
  },
  {
    pattern: paths.exploratorySessionReport,
    gate: cases,
    title: 'Report',
    parent: paths.exploratorySession,
    load: () => import('./debrief/debrief-page.tsx').then((m) => m.DebriefPage),
  },
  {
    pattern: paths.editExploratorySession,
    gate: writers,
    fallback: paths.exploratorySessions,
    title: 'Edit',
    parent: paths.exploratorySession,
    load: () => import('./form/edit-page.tsx').then((m) => m.EditSessionPage),
  },
]
