import { pathOf } from '../../../contract/call.ts'
import { useCanOpen } from '../../application/context.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import type { PageDefinition, SettingsCardGroup } from '../../application/pages/page-definition.ts'
import { cardGroups } from './cards.ts'
import styles from './settings-cards.module.css'

interface SettingsCardsProps {
  pages: readonly PageDefinition[]
  groups: readonly SettingsCardGroup[]
  /** Values of the pages' `:names`. */
  params?: Readonly<Record<string, string>>
}

/** Settings overview: cards by group, as far as the reader may open their pages. */
export function SettingsCards({ pages, groups, params = {} }: SettingsCardsProps) {
  const canOpen = useCanOpen()
  const hrefOf = (pattern: string) => pathOf(pattern, params)
  return cardGroups(pages, groups, (pattern) => canOpen(hrefOf(pattern))).map(({ title, cards }) => (
    <section key={title} className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.cards}>
        {cards.map(({ label, about, pattern }) => (
          <li key={pattern} className={styles.card}>
            <PlainLink href={hrefOf(pattern)}>{label}</PlainLink>
            <span>{about}</span>
          </li>
        ))}
      </ul>
    </section>
  ))
}
