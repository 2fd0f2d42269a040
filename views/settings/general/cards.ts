import type { Feature } from '../../../contract/access.ts'
import { paths } from '../../shared/routes.ts'

/** A card of the general page: leads to another page of the settings (GENERAL-05 to 11). */
export interface SettingsCard {
  label: string
  about: string
  path: (typeof paths)[
    | 'testCaseFields'
    | 'resultStatuses'
    | 'observationTypes'
    | 'configurations'
    | 'environmentsVariables'
    | 'environments'
    | 'requirementSystems'
    | 'members'
    | 'changeLog']
  /** There only while this feature is on, or only while it is off. */
  ifOn?: Feature
  ifOff?: Feature
}

const GROUPS: readonly { title: string; cards: readonly SettingsCard[] }[] = [
  {
    title: 'Testing configuration',
    cards: [
      {
        label: 'Test case fields',
        about: 'Fields of test cases, their tabs and order; priorities and automation states',
        path: paths.testCaseFields,
      },
      {
        label: 'Result statuses',
        about: 'Results that testers can choose, and what they count as',
        path: paths.resultStatuses,
      },
      {
        label: 'Observation types',
        about: 'Kinds of notes in exploratory sessions',
        path: paths.observationTypes,
      },
      {
        label: 'Testing configurations',
        about: 'Browsers, devices and languages for test runs',
        path: paths.configurations,
      },
      {
        label: 'Environments and variables',
        about: 'Where tests run, and their variables',
        path: paths.environmentsVariables,
        ifOn: 'test-case-variables',
      },
      {
        label: 'Environments',
        about: 'Where tests run',
        path: paths.environments,
        ifOff: 'test-case-variables',
      },
      {
        label: 'Requirement systems',
        about: 'Requirement tracker and its link template.',
        path: paths.requirementSystems,
      },
    ],
  },
  {
    title: 'Access management',
    cards: [
      { label: 'Members', about: 'Who is in the project, and with which role', path: paths.members },
      { label: 'Change log', about: 'Who changed what in these settings, and when', path: paths.changeLog },
    ],
  },
]

/**
 * The cards that lead somebody somewhere: one whose page they cannot open is hidden (GENERAL-12), and so is a group without cards.
 * `canOpen` is asked with a path's pattern.
 */
export const cardGroups = (isOn: (feature: Feature) => boolean, canOpen: (path: SettingsCard['path']) => boolean) =>
  GROUPS.map(({ title, cards }) => ({
    title,
    cards: cards.filter(
      ({ path, ifOn, ifOff }) =>
        (ifOn === undefined || isOn(ifOn)) && (ifOff === undefined || !isOn(ifOff)) && canOpen(path),
    ),
  })).filter(({ cards }) => cards.length > 0)
