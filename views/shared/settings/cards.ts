import type { PageDefinition, SettingsCardGroup } from '../../application/pages/page-definition.ts'

/** A card of a settings overview: a link to a settings page. */
export interface SettingsCard {
  pattern: string
  label: string
  about: string
}

/** Returns the groups with the cards that the reader can open, without empty groups. `canOpen` takes a pattern. */
export const cardGroups = (
  pages: readonly PageDefinition[],
  groups: readonly SettingsCardGroup[],
  canOpen: (pattern: string) => boolean,
): { title: SettingsCardGroup; cards: SettingsCard[] }[] =>
  groups
    .map((title) => ({
      title,
      cards: pages.flatMap((page) => cardOf(page, title)).filter(({ pattern }) => canOpen(pattern)),
    }))
    .filter(({ cards }) => cards.length > 0)

const cardOf = ({ pattern, settings }: PageDefinition, title: SettingsCardGroup): SettingsCard[] => {
  const card = settings?.card
  return settings === undefined || card?.group !== title
    ? []
    : [{ pattern, label: card.label ?? settings.label, about: card.about }]
}
