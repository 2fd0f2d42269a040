import type { PageDefinition, SettingsCardGroup } from '../../shared/pages/page-definition.ts'
import { settingsPages } from '../pages.ts'

/** A card of the General page: leads to another page of the settings (GENERAL-05 to 11). */
export interface SettingsCard {
  pattern: string
  label: string
  about: string
}

const GROUPS: readonly SettingsCardGroup[] = ['Testing configuration', 'Access management']

/** Returns the cards whose page the reader can open (GENERAL-12), without empty groups. `canOpen` takes a pattern. */
export const cardGroups = (
  canOpen: (pattern: string) => boolean,
): { title: SettingsCardGroup; cards: SettingsCard[] }[] =>
  GROUPS.map((title) => ({
    title,
    cards: settingsPages.flatMap((page) => cardOf(page, title)).filter(({ pattern }) => canOpen(pattern)),
  })).filter(({ cards }) => cards.length > 0)

const cardOf = ({ pattern, settings }: PageDefinition, title: SettingsCardGroup): SettingsCard[] => {
  const card = settings?.card
  return settings === undefined || card?.group !== title
    ? []
    : [{ pattern, label: card.label ?? settings.label, about: card.about }]
}
