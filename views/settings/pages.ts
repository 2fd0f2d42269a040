import { ANY_ROLE, managed, SIGNED_IN, signedInWith } from '../application/pages/gate.ts'
import type { PageDefinition } from '../application/pages/page-definition.ts'
import { paths } from '../shared/routes.ts'

/** In the order of the settings navigation. */
export const settingsPages: PageDefinition[] = [
  {
    pattern: paths.milestones,
    gate: { ...managed(), anyPermission: ['reporting-milestones-access-private'] },
    title: 'Milestones',
    navigation: { id: 'milestones', label: 'Milestones' },
    load: () => import('./milestones/milestones-page.tsx').then((m) => m.MilestonesPage),
  },
  {
    pattern: paths.settings,
    // Members, and outsiders who manage members and enter here.
    gate: { who: 'signed-in', roles: ANY_ROLE, anyPermission: ['projects:update'] },
    title: 'Settings',
    navigation: { id: 'settings', label: 'Settings', group: 'end' },
    settings: { label: 'General' },
    load: () => import('./general/general-page.tsx').then((m) => m.GeneralPage),
  },
  {
    pattern: paths.testCaseFields,
    gate: managed('test-case-management'),
    title: 'Test case fields',
    parent: paths.settings,
    settings: {
      label: 'Test case fields',
      card: {
        group: 'Testing configuration',
        about: 'Fields of test cases, their tabs and order; priorities and automation states',
      },
    },
    load: () => import('./test-case-fields/test-case-fields.tsx').then((m) => m.TestCaseFields),
  },
  {
    pattern: paths.priorities,
    gate: managed('test-case-management'),
    title: 'Priorities',
    parent: paths.settings,
    settings: { label: 'Priorities' },
    load: () => import('./case-attributes/case-attributes.tsx').then((m) => m.PrioritiesPage),
  },
  {
    pattern: paths.automationStates,
    gate: managed('test-case-management'),
    title: 'Automation states',
    parent: paths.settings,
    settings: { label: 'Automation states' },
    load: () => import('./case-attributes/case-attributes.tsx').then((m) => m.AutomationStatesPage),
  },
  {
    pattern: paths.resultStatuses,
    gate: managed('test-case-management', 'custom-result-statuses'),
    title: 'Result statuses',
    parent: paths.settings,
    settings: {
      label: 'Result statuses',
      card: {
        group: 'Testing configuration',
        label: 'Test case execution results',
        about: 'Results that testers can choose, and what they count as',
      },
    },
    load: () => import('./result-statuses/result-statuses.tsx').then((m) => m.ResultStatusesPage),
  },
  {
    pattern: paths.observationTypes,
    gate: managed(),
    title: 'Observation types',
    parent: paths.settings,
    settings: {
      label: 'Observation types',
      card: { group: 'Testing configuration', about: 'Kinds of notes in exploratory sessions' },
    },
    load: () => import('./observation-types/observation-types.tsx').then((m) => m.ObservationTypesPage),
  },
  {
    pattern: paths.configurations,
    gate: SIGNED_IN,
    title: 'Configurations',
    parent: paths.settings,
    settings: {
      label: 'Configurations',
      card: {
        group: 'Testing configuration',
        label: 'Testing configurations',
        about: 'Browsers, devices and languages for test runs',
      },
    },
    load: () => import('./configurations/configurations-page.tsx').then((m) => m.ConfigurationsPage),
  },
  // Exactly one of the two applies, and the other redirects to it (ENVS-01 to 03).
  {
    pattern: paths.environmentsVariables,
    gate: signedInWith('test-case-variables'),
    fallback: paths.environments,
    title: 'Environments and variables',
    parent: paths.settings,
    settings: {
      label: 'Environments and variables',
      card: { group: 'Testing configuration', about: 'Where tests run, and their variables' },
    },
    load: () => import('./environments/environments-page.tsx').then((m) => m.EnvironmentsPage),
  },
  {
    pattern: paths.environments,
    gate: { who: 'signed-in', withoutFeatures: ['test-case-variables'] },
    fallback: paths.environmentsVariables,
    title: 'Environments',
    parent: paths.settings,
    settings: { label: 'Environments', card: { group: 'Testing configuration', about: 'Where tests run' } },
    load: () => import('./environments/environments-page.tsx').then((m) => m.EnvironmentsPage),
  },
  {
    pattern: paths.requirementSystems,
    gate: managed('requirements-mapping'),
    title: 'Requirement systems',
    parent: paths.settings,
    settings: {
      label: 'Requirement systems',
      card: { group: 'Testing configuration', about: 'Requirement tracker and its link template.' },
    },
    load: () => import('./requirement-systems/requirement-systems-page.tsx').then((m) => m.RequirementSystemsPage),
  },
  {
    pattern: paths.failureTags,
    gate: managed('test-automation'),
    title: 'Failure tags',
    parent: paths.settings,
    settings: {
      label: 'Failure tags',
      card: { group: 'Testing configuration', about: 'Why automated tests failed, as your team sorts failures' },
    },
    load: () => import('./failure-tags/failure-tags.tsx').then((m) => m.FailureTagsPage),
  },
  {
    pattern: paths.notifications,
    gate: managed('test-automation'),
    title: 'Notifications',
    parent: paths.settings,
    settings: { label: 'Notifications' },
    load: () => import('./notifications/notifications-page.tsx').then((m) => m.NotificationsPage),
  },
  {
    pattern: paths.pullRequests,
    gate: managed('test-automation'),
    title: 'Pull requests',
    parent: paths.settings,
    settings: { label: 'Pull requests' },
    load: () => import('./pull-requests/pull-requests-page.tsx').then((m) => m.PullRequestsPage),
  },
  {
    pattern: paths.qualityGate,
    gate: signedInWith('test-automation'),
    title: 'Quality gate',
    parent: paths.settings,
    settings: { label: 'Quality gate' },
    load: () => import('./quality-gate/quality-gate-page.tsx').then((m) => m.QualityGatePage),
  },
  {
    pattern: paths.flakyRules,
    gate: signedInWith('test-automation'),
    title: 'Flaky tests',
    parent: paths.settings,
    settings: { label: 'Flaky tests' },
    load: () => import('./flaky-tests/flaky-rules-page.tsx').then((m) => m.FlakyRulesPage),
  },
  {
    pattern: paths.retention,
    gate: signedInWith('test-automation'),
    title: 'Retention',
    parent: paths.settings,
    settings: { label: 'Retention' },
    load: () => import('./retention/retention-page.tsx').then((m) => m.RetentionPage),
  },
  {
    pattern: paths.members,
    gate: { ...managed(), anyPermission: ['projects:update'] },
    title: 'Members',
    parent: paths.settings,
    settings: {
      label: 'Members',
      card: { group: 'Access management', about: 'Who is in the project, and with which role' },
    },
    load: () => import('./members/members-page.tsx').then((m) => m.MembersPage),
  },
  {
    pattern: paths.changeLog,
    gate: managed(),
    title: 'Change log',
    parent: paths.settings,
    settings: {
      label: 'Change log',
      card: { group: 'Access management', about: 'Who changed what in these settings, and when' },
    },
    load: () => import('./change-log/change-log-page.tsx').then((m) => m.ChangeLogPage),
  },
]
